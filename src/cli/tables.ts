/** `ledgerlake tables`: everything that SQL can name, with types, units and meanings. */
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import type { Relation } from '../index.ts';
import { similarName } from '../similar.ts';
import { examples } from './help.ts';
import { print, printJson } from './output.ts';
import { alignedTable, count } from './text.ts';

export function define(command: Command): void {
  command
    .description(
      'Prints the relations that SQL can name, or the columns of one with type, unit and meaning; of operations and effects ' +
        'the fields of their details by type, too.',
    )
    .argument('[name]', 'one relation, or the details of one: history_operations.details')
    .option('--json', 'print a JSON list')
    .addHelpText(
      'after',
      examples(
        'ledgerlake tables',
        'ledgerlake tables trust_lines',
        'ledgerlake tables trust_lines_raw_v1',
        'ledgerlake tables history_operations.details',
        'ledgerlake tables meta.ledgers',
        'ledgerlake tables --json',
      ),
    )
    .action(printTables);
}

const DETAILS = '.details';

async function printTables(name: string | undefined, { json }: { json?: boolean }): Promise<void> {
  const all = await readRelations();
  const chosen = name === undefined ? all : [relationNamed(all, name)];
  if (json) return printJson(chosen.map(asJson));
  if (name === undefined) return print(listText(all));
  await print(chosen.map(name.endsWith(DETAILS) ? detailsText : relationText).join('\n'));
}

async function readRelations(): Promise<Relation[]> {
  const { describeRelations, tables } = await import('../index.ts');
  return describeRelations(tables);
}

/** How SQL names a relation: those of bronze have aliases without a schema, but for what is stored. */
function sqlName({ schema, name }: Relation): string {
  return schema === 'bronze' && !isStored({ name }) ? name : `${schema}.${name}`;
}

/** The same, of a macro with what it is called with. */
function callOf(relation: Relation): string {
  const { parameters } = relation;
  return parameters ? `${sqlName(relation)}(${parameters.join(', ')})` : sqlName(relation);
}

function isStored({ name }: Pick<Relation, 'name'>): boolean {
  return name.endsWith('_raw_v1');
}

function relationNamed(all: readonly Relation[], typed: string): Relation {
  const word = typed.toLowerCase().replace(/^main\./, '');
  const isNamed = (relation: Relation, name: string) =>
    [sqlName(relation), `${relation.schema}.${relation.name}`].includes(name) ||
    (isStored(relation) && relation.name === name);
  const isBare = ({ schema, name }: Relation) => name === word && schema !== 'meta';
  const found = all.find((relation) => isNamed(relation, word)) ?? all.find(isBare);
  if (found) return found;
  const detailed = all.find((relation) => isNamed(relation, word.replace(/\.details$/, '')));
  if (word.endsWith(DETAILS) && detailed?.details) return detailed;
  throw unknownRelation(all, typed);
}

function unknownRelation(all: readonly Relation[], typed: string): UsageError {
  const names = all.map(sqlName);
  const word = typed.toLowerCase();
  const around = names.filter((name) => name.includes(word)).sort((a, b) => a.length - b.length);
  const meant = around.length > 0 ? around.slice(0, 4) : [similarName(word, names) ?? []].flat();
  const question = meant.length > 0 ? ` (did you mean ${meant.join(', ')}?)` : '';
  return new UsageError(`no relation ${typed}${question}; "ledgerlake tables" lists them`);
}

function asJson(relation: Relation) {
  const { schema, name, kind, grain, key, columns } = relation;
  const { optional = null, stored = null, parameters = null, details = null } = relation;
  const withUnit = <T extends { unit?: string }>(item: T) => ({ ...item, unit: item.unit ?? null });
  const types = details && Object.entries(details).map(([type, fields]) => [type, fields.map(withUnit)]);
  return {
    name: sqlName(relation),
    ...{ schema, relation: name, kind, grain, key, optional, stored, parameters },
    columns: columns.map(withUnit),
    details: types && Object.fromEntries(types),
  };
}

/** What a row is, and of a table that is filled on demand how. */
function grainOf({ grain, optional }: Relation): string {
  return optional ? `${grain} Optional: ${optional}.` : grain;
}

/** What is said of the relations of a schema that no table has the rows of. */
const titles: Record<string, string> = {
  bronze: "Views over them, most as Obsrvr's lake names them:",
  silver: 'What joins them, and entries as they are now or were:',
  semantic: 'Answers without knowledge of tables:',
  gold: 'Balances and supply at a time, and what archives of them hold:',
  meta: 'What the lake stands on:',
};

function listText(all: readonly Relation[]): string {
  const shown = all.filter((relation) => !isStored(relation));
  const groups = [
    { title: 'Tables:', relations: shown.filter(({ stored }) => stored) },
    ...Object.entries(titles).map(([schema, title]) => ({
      title,
      relations: shown.filter((relation) => relation.schema === schema && !relation.stored),
    })),
  ];
  const heads = [{ name: 'name' }, { name: 'columns', right: true }, { name: 'one row' }];
  const parts = groups
    .filter(({ relations }) => relations.length > 0)
    .map(({ title, relations }) => {
      const rows = relations.map((relation) => {
        const kept = relation.kind === 'kept' ? ' Kept.' : '';
        return [callOf(relation), count(relation.columns.length), grainOf(relation) + kept];
      });
      return `${title}\n\n${alignedTable(heads, rows)}`;
    });
  return [
    ...parts,
    'bronze.<table>_raw_v1 has the rows of each table as they are stored, amounts in stroops.\n' +
      'What is kept is made with each segment; what has parameters is a macro; all else but the tables is a view.\n' +
      '"ledgerlake tables NAME" prints columns, types, units and meanings.\n',
  ].join('\n');
}

function relationText(relation: Relation): string {
  const { key, columns, stored, details } = relation;
  const rows = columns.map(({ name, type, unit, doc }) => [
    name,
    details && name === 'details' ? 'STRUCT, below' : type,
    unit ?? '',
    doc,
  ]);
  const heads = ['column', 'type', 'unit', 'meaning'].map((name) => ({ name }));
  const notes = [
    ...(columns.some(({ unit }) => unit === 'units') ? ['A unit is 10,000,000 stroops.'] : []),
    ...(stored ? [`As it is stored: ${stored}.`] : []),
    ...(relation.kind === 'macro' ? ['A macro: it is called in the place of a table.'] : []),
    ...(relation.kind === 'kept' ? ['Kept: made with each segment, and folded when it is read.'] : []),
  ];
  return [
    `${callOf(relation)}: ${grainOf(relation)} Key: ${key.join(', ')}.\n`,
    alignedTable(heads, rows),
    ...(notes.length > 0 ? [`${notes.join(' ')}\n`] : []),
    ...(details ? [detailsText(relation)] : []),
  ].join('\n');
}

/** The fields of `details`, each under the types of rows that have it. */
function detailsText({ name, details = {} }: Relation): string {
  const rows = Object.entries(details).flatMap(([rowType, fields]) =>
    fields.length === 0
      ? [[rowType, 'none', '', '', '']]
      : fields.map(({ name, type, unit, doc }) => [rowType, name, type ?? 'in details_json only', unit ?? '', doc]),
  );
  const heads = ['type_string', 'field', 'type', 'unit', 'meaning'].map((name) => ({ name }));
  return `${name}.details, and details_json, by type_string:\n\n${alignedTable(heads, rows)}`;
}
