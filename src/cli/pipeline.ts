/** `ledgerlake pipeline`: pipelines that are defined in YAML. */
import type { Command } from 'commander';
import { planPipeline, UsageError, validatePipeline } from '../light.ts';
import { addCostOptions, costJson, costText, type CostFlags } from './cost.ts';
import { examples } from './help.ts';
import { print, printJson, say } from './output.ts';
import { apply } from './pipeline-apply.ts';
import { line, sourceOf, textOf } from './pipeline-file.ts';
import { run } from './pipeline-run.ts';
import { plural } from './text.ts';

export function define(command: Command): void {
  command.description('Pipelines that are defined in YAML, as the hosted service takes them.');
  command
    .command('validate')
    .description(
      'Prints what is wrong with a definition, with its place. Exit code 0 when nothing is, 1 when something is.',
    )
    .argument('<file>', 'the definition')
    .option('--json', 'print one JSON object: valid, errors, warnings, effective_config')
    .action(validate);
  command
    .command('run')
    .description(
      'Runs definitions: bounded ones to their last ledger, others until Ctrl-C. A run goes on where the one before ended.',
    )
    .argument('<file...>', 'the definitions; several at a time read and decode what they share once')
    .option('--store <store>', 'folder, file or address of the ledgers')
    .option('--lake <dir>', 'a lake: the files that its ledgers were loaded from are read again')
    .option('--data-dir <dir>', 'folder for what no definition names: checkpoints, DuckDB files', 'pipelines-data')
    .option('--from-start', 'begin at the first ledger again; rows are replaced by their keys')
    .option('--json', 'print the report as one JSON object, and no progress')
    .action(run);
  const planned = command
    .command('plan')
    .description('Prints what a run would read: objects, bytes, and what that costs where the reader pays.')
    .argument('<file>', 'the definition')
    .option('--store <store>', 'folder, file or address of the ledgers')
    .option('--lake <dir>', 'a lake: the files that its ledgers were loaded from')
    .option('--json', 'print one JSON object');
  addCostOptions(planned).action(plan);
  command
    .command('apply')
    .description(
      'Gives a definition to a server of pipelines, which makes the pipeline of its name or brings it up. The key comes from LEDGERLAKE_API_KEY.',
    )
    .argument('<file>', 'the definition')
    .option('--server <address>', 'the server', 'http://127.0.0.1:8000')
    .option('--start', 'start it, too')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'print the answer of the server')
    .action(apply);
  command.addHelpText(
    'after',
    examples(
      'ledgerlake pipeline validate events.yaml',
      'ledgerlake pipeline run events.yaml --store data/sample',
      'ledgerlake pipeline apply events.yaml --start',
    ),
  );
}

interface PlanFlags extends CostFlags {
  store?: string;
  lake?: string;
  json?: boolean;
}

async function plan(file: string, { store, lake, json = false, pricePerGb }: PlanFlags): Promise<void> {
  const { errors, definition, places } = await validatePipeline(await textOf(file));
  if (!definition) throw new UsageError(`${file} is no valid definition: ${plural(errors.length, 'error')}`);
  if (definition.spec.startLedger === 'latest')
    throw new UsageError('a run from the latest ledger on reads what is not there yet');
  const source = sourceOf(store, lake);
  const found = await planPipeline(definition, { ...source, ...(pricePerGb !== undefined && { pricePerGb }) });
  const warnings = found.warnings.map((warning) => ({ ...warning, ...places[warning.path] }));
  if (json) return printJson({ ...costJson(found.cost), warnings });
  for (const warning of warnings) process.stderr.write(line(file, 'warning', warning));
  await print(`${costText(found.cost)}\n`);
}

async function validate(file: string, { json }: { json?: boolean }): Promise<void> {
  const { errors, warnings, shown } = await validatePipeline(await textOf(file));
  const valid = errors.length === 0;
  if (!valid) process.exitCode = 1;
  if (json) return printJson({ valid, errors, warnings, effective_config: shown ?? null });
  await print(
    [
      ...errors.map((found) => line(file, 'error', found)),
      ...warnings.map((found) => line(file, 'warning', found)),
    ].join(''),
  );
  say(valid ? `the definition is valid, with ${plural(warnings.length, 'warning')}` : plural(errors.length, 'error'));
}
