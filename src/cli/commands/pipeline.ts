/** `ledgerlake pipeline`: pipelines that are defined in YAML. */
import type { Command } from 'commander';
import { planPipeline, UsageError, validatePipeline } from '../../light.ts';
import { addCostOptions, costJson, costText, type CostFlags } from '../cost.ts';
import { addExamples } from '../help.ts';
import { print, printJson, say } from '../output.ts';
import { apply } from '../pipeline-apply.ts';
import { line, definitionSource, definitionText } from '../pipeline-file.ts';
import { components } from '../pipeline-components.ts';
import { run } from '../pipeline-run.ts';
import { plural } from '../text.ts';

export function define(command: Command): void {
  command.description('Validate, run and apply pipelines that are defined in YAML.');
  command
    .command('validate')
    .description('Print the errors and warnings of a definition, with their lines. Exit code 0 if it is valid, else 1.')
    .argument('<file>', 'YAML file of the definition')
    .option('--json', 'print one JSON object: valid, errors, warnings, effective_config')
    .action(validate);
  command
    .command('run')
    .description('Run definitions up to their last ledger, or until Ctrl-C. A second run continues after the first.')
    .argument('<file...>', 'YAML files of definitions; several run together and share decoded ledgers')
    .option('--store <store>', 'folder, file or address of the ledgers')
    .option('--lake <dir>', 'read the ledger files that this lake was loaded from')
    .option('--data-dir <dir>', 'folder for checkpoints and DuckDB files', 'pipelines-data')
    .option('--from-start', 'start again at the first ledger; new rows replace those with the same key')
    .option('--json', 'print the report as one JSON object, and no progress')
    .action(run);
  const planned = command
    .command('plan')
    .description('Print what a run would read: objects, bytes, and the cost if the reader pays.')
    .argument('<file>', 'YAML file of the definition')
    .option('--store <store>', 'folder, file or address of the ledgers')
    .option('--lake <dir>', 'read the ledger files that this lake was loaded from')
    .option('--json', 'print one JSON object');
  addCostOptions(planned).action(plan);
  command
    .command('apply')
    .description('Create or update a pipeline on a server. LEDGERLAKE_API_KEY has the API key.')
    .argument('<file>', 'YAML file of the definition')
    .option('--server <address>', 'address of the server', 'http://127.0.0.1:8000')
    .option('--start', 'also start the pipeline')
    .option('--dry-run', 'print the changes, and apply none')
    .option('--json', 'print the answer of the server')
    .action(apply);
  command
    .command('components')
    .description('List the processors and consumers, or print one with its fields and an example.')
    .argument('[name]', 'a processor or consumer; default: list all')
    .option('--json', 'print a JSON list')
    .action(components);
  addExamples(
    command,
    'ledgerlake pipeline validate events.yaml',
    'ledgerlake pipeline run data/pipelines/events.yaml --store data/sample --data-dir /tmp/pipelines',
    'ledgerlake pipeline run a.yaml b.yaml --lake /tmp/lake',
    'ledgerlake pipeline plan events.yaml --store pubnet@aws',
    'ledgerlake pipeline apply events.yaml --start',
    'ledgerlake pipeline components duckdb',
  );
}

interface PlanFlags extends CostFlags {
  store?: string;
  lake?: string;
  json?: boolean;
}

async function plan(file: string, { store, lake, json = false, pricePerGb }: PlanFlags): Promise<void> {
  const { errors, definition, places } = await validatePipeline(await definitionText(file));
  if (!definition) throw new UsageError(`${file} is not a valid definition: ${plural(errors.length, 'error')}`);
  if (definition.spec.startLedger === 'latest')
    throw new UsageError('nothing to plan: a run from the latest ledger reads only future ledgers');
  const source = definitionSource(store, lake);
  const found = await planPipeline(definition, { ...source, ...(pricePerGb !== undefined && { pricePerGb }) });
  const warnings = found.warnings.map((warning) => ({ ...warning, ...places[warning.path] }));
  if (json) return printJson({ ...costJson(found.cost), warnings });
  for (const warning of warnings) process.stderr.write(line(file, 'warning', warning));
  await print(`${costText(found.cost)}\n`);
}

async function validate(file: string, { json }: { json?: boolean }): Promise<void> {
  const { errors, warnings, shown } = await validatePipeline(await definitionText(file));
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
