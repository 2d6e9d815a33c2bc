/** `ledgerlake tables`: the tables, from their declarations, and the views over them. */
import type { Command } from 'commander';
import type { TableSpec } from '../arrow/table.ts';
import { UsageError } from '../errors.ts';
import { print, printJson } from './output.ts';
import { examples } from './program.ts';
import { alignedTable, count } from './text.ts';
import type { ViewColumn } from './views.ts';

export function define(command: Command): void {
  command
    .description(
      'Prints the tables, or the columns of one: as they are stored, with their meaning, and as the view of the same ' +
        'name gives them to SQL.',
    )
    .argument('[name]', 'one table')
    .option('--json', 'print a JSON list')
    .addHelpText(
      'after',
      examples('ledgerlake tables', 'ledgerlake tables history_ledgers', 'ledgerlake tables --json'),
    )
    .action(printTables);
}

/** A table, its view, or a view that is made of other tables. */
interface Relation {
  name: string;
  table?: TableSpec;
  view: ViewColumn[];
}

async function printTables(name: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const all = await readRelations();
  const chosen = name === undefined ? all : [relationNamed(all, name)];
  if (json) return printJson(chosen.map(asJson));
  await print(name === undefined ? listText(all) : chosen.map(relationText).join('\n'));
}

async function readRelations(): Promise<Relation[]> {
  const { tables } = await import('../tables/index.ts');
  const { viewColumns } = await import('./views.ts');
  const views = await viewColumns();
  const names = new Set([...tables.map(({ name }) => name), ...views.keys()]);
  return [...names].sort().map((name) => {
    return { name, table: tables.find((table) => table.name === name), view: views.get(name) ?? [] };
  });
}

function relationNamed(all: readonly Relation[], name: string): Relation {
  const found = all.find((relation) => relation.name === name);
  if (found) return found;
  throw new UsageError(`no table ${name}; there are ${all.map(({ name }) => name).join(', ')}`);
}

function asJson({ name, table, view }: Relation) {
  if (!table) return { name, stored: null, view };
  const columns = Object.entries(table.columns).map(([name, { kind, nullable, unit, doc }]) => {
    return { name, type: kind, nullable, unit: unit ?? null, doc };
  });
  const optional = table.optional ?? null;
  return { name, grain: table.grain, key: table.key, optional, stored: `bronze.${name}_raw_v1`, columns, view };
}

/** The grain, and of a table that is filled on demand how. */
function grainOf({ grain, optional }: TableSpec): string {
  return optional ? `${grain} Optional: ${optional}.` : grain;
}

function listText(all: readonly Relation[]): string {
  const rows = all.map(({ name, table, view }) => [
    name,
    count(view.length),
    table ? grainOf(table) : 'A view of other tables.',
  ]);
  return alignedTable([{ name: 'table' }, { name: 'columns', right: true }, { name: 'grain' }], rows);
}

function relationText({ name, table, view }: Relation): string {
  const viewRows = view.map(({ name, type }) => [name, type.length > 60 ? `${type.slice(0, 60)}...` : type]);
  const asView = `${name} in SQL:\n\n${alignedTable([{ name: 'column' }, { name: 'type' }], viewRows)}`;
  if (!table) return asView;
  const rows = Object.entries(table.columns).map(([name, { kind, nullable, unit, doc }]) => {
    return [name, nullable ? `${kind}, null` : kind, unit ?? '', doc];
  });
  const heads = ['column', 'type', 'unit', 'meaning'].map((name) => ({ name }));
  const stored = `bronze.${name}_raw_v1, as it is stored:\n\n${alignedTable(heads, rows)}`;
  return `${name}: ${grainOf(table)} Key: ${table.key.join(', ')}.\n\n${stored}\n${asView}`;
}
