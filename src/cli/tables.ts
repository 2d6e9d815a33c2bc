/** `ledgerlake tables`: the tables, from their declarations. */
import type { Command } from 'commander';
import type { TableSpec } from '../arrow/table.ts';
import { UsageError } from '../errors.ts';
import { print, printJson } from './output.ts';
import { examples } from './program.ts';
import { alignedTable, count } from './text.ts';

export function define(command: Command): void {
  command
    .description(
      'Prints the tables, or what the columns of one mean. SQL reads the view of the same name, which gives hashes and ' +
        'keys as text; bronze.<name>_raw_v1 are the columns as they are stored.',
    )
    .argument('[name]', 'one table')
    .option('--json', 'print a JSON list')
    .addHelpText(
      'after',
      examples('ledgerlake tables', 'ledgerlake tables history_ledgers', 'ledgerlake tables --json'),
    )
    .action(printTables);
}

async function printTables(name: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const { tables } = await import('../tables/index.ts');
  const sorted = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));
  const chosen = name === undefined ? sorted : [tableNamed(sorted, name)];
  if (json) return printJson(chosen.map(asJson));
  await print(name === undefined ? listText(chosen) : chosen.map(tableText).join('\n'));
}

function tableNamed(tables: readonly TableSpec[], name: string): TableSpec {
  const found = tables.find((table) => table.name === name);
  if (found) return found;
  throw new UsageError(`no table ${name}; there are ${tables.map(({ name }) => name).join(', ')}`);
}

function asJson({ name, grain, key, columns }: TableSpec) {
  const list = Object.entries(columns).map(([name, { kind, nullable, unit, doc }]) => {
    return { name, type: kind, nullable, unit: unit ?? null, doc };
  });
  return { name, grain, key, view: name, stored: `bronze.${name}_raw_v1`, columns: list };
}

function listText(tables: readonly TableSpec[]): string {
  const rows = tables.map(({ name, grain, columns }) => [name, count(Object.keys(columns).length), grain]);
  return alignedTable([{ name: 'table' }, { name: 'columns', right: true }, { name: 'grain' }], rows);
}

function tableText({ name, grain, key, columns }: TableSpec): string {
  const rows = Object.entries(columns).map(([name, { kind, nullable, unit, doc }]) => {
    return [name, nullable ? `${kind}, null` : kind, unit ?? '', doc];
  });
  const heads = ['column', 'type', 'unit', 'meaning'].map((name) => ({ name }));
  return `${name}: ${grain} Key: ${key.join(', ')}.\n\n${alignedTable(heads, rows)}`;
}
