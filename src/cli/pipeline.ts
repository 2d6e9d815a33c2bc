/** `ledgerlake pipeline`: pipelines that are defined in YAML. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Finding } from '../index.ts';
import { UsageError } from '../light.ts';
import { messageOf, systemReason } from '../system-errors.ts';
import { examples } from './help.ts';
import { print, printJson, say } from './output.ts';
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
    .option('--debug', 'print where in the program an error arose')
    .action(validate);
  command.addHelpText('after', examples('ledgerlake pipeline validate events.yaml'));
}

async function validate(file: string, { json }: { json?: boolean }): Promise<void> {
  const { validatePipeline } = await import('../index.ts');
  const { errors, warnings, shown } = validatePipeline(await textOf(file));
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

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${systemReason(error) ?? messageOf(error)}`, {}, error);
  }
}

function line(file: string, level: string, { code, path, message, line: at, column, suggestion }: Finding): string {
  const place = [file, at, column].filter((part) => part !== undefined).join(':');
  const meant = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
  return `${place}: ${level} ${code}${path && ` at ${path}`}: ${message}${meant}\n`;
}
