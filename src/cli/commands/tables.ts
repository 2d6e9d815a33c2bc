/** `ledgerlake tables`: everything that SQL can name, with types, units and meanings. */
import type { Command } from 'commander';
import { UsageError } from '../../core/errors.ts';
import type { Relation } from '../../index.ts';
import { knownRelations } from '../../light.ts';
import { similarName } from '../../core/similar.ts';
import { examples } from '../help.ts';
import { outputWidth, print, printJson } from '../output.ts';
import { searchRelations } from '../search-relations.ts';
import { alignedTable, countText, wrapped } from '../text.ts';

export function define(command: Command): void {
  command
    .description(
      'Print all relations, or the columns of one with type, unit and meaning. For operations and effects, also print the fields of details by type.',
    )
    .argument('[name]', 'a relation, or details of one: history_operations.details; default: list all')
    .option('--search <word>', 'print the relations and columns whose names or meanings contain the word')
    .option('--json', 'print a JSON list')
    .addHelpText(
      'after',
      examples(
        'ledgerlake tables',
        'ledgerlake tables trust_lines',
        'ledgerlake tables trust_lines_raw_v1',
        'ledgerlake tables history_operations.details',
        'ledgerlake tables meta.ledgers',
        'ledgerlake tables --search price',
        'ledgerlake tables --json',
      ),
    )
    .action(printTables);
}

const DETAILS = '.details';

async function printTables(name: string | undefined, { json, search }: { json?: boolean; search?: string }) {
  const all = await knownRelations();
  if (search !== undefined) return print(searchText(all, search, json));
  const chosen = name === undefined ? all : [relationNamed(all, name)];
  if (json) return printJson(chosen.map(asJson));
  if (name === undefined) return print(listText(all));
  await print(chosen.map(name.endsWith(DETAILS) ? detailsText : relationText).join('\n'));
}

/** Returns the description of the relation that a `describe` names; undefined for any other statement. */
export async function describedBy(statement: string): Promise<string | undefined> {
  const [, named] = /^desc(?:ribe)?\s+([\w.]+)$/i.exec(statement.replace(/;\s*$/, '').trim()) ?? [];
  if (named === undefined) return undefined;
  const word = named.toLowerCase();
  const all = await knownRelations();
  const relation = all.find((one) => [sqlName(one), `${one.schema}.${one.name}`].includes(word));
  return relation && relationText(relation);
}

/** Returns the list of relations, or of those whose name has the pattern; throws UsageError where there is none. */
export function tablesText(all: readonly Relation[], pattern = ''): string {
  const parts = pattern.split(/[*%]/).map((part) => part.replace(/\W/g, '\\$&'));
  const named = new RegExp(parts.join('.*'), 'i');
  const found = all.filter((relation) => !isStored(relation) && named.test(sqlName(relation)));
  if (found.length === 0) throw unknownRelation(all, pattern);
  return groupsText(found).join('\n');
}

/** Returns the description of the relation that a text names; throws UsageError where there is none. */
export function schemaText(all: readonly Relation[], name: string): string {
  return relationText(relationNamed(all, name));
}

/** Returns what names or says a word, of relations and of columns; throws UsageError where nothing does. */
function searchText(all: readonly Relation[], word: string, json = false): string {
  const { relations, columns } = searchRelations(
    all.filter((relation) => !isStored(relation)),
    word,
  );
  if (relations.length + columns.length === 0) {
    throw new UsageError(`no relation or column says "${word}"; "ledgerlake tables" lists the relations`);
  }
  const found = columns.map(({ relations, ...column }) => ({ ...column, relations: relations.map(sqlName) }));
  if (json) return `${JSON.stringify({ relations: relations.map(asJson), columns: found })}\n`;
  const rows = relations.map((relation) => [callOf(relation), grainOf(relation)]);
  const columnRows = found.map(({ name, unit = '', relations, doc }) => [name, unit, few(relations), doc]);
  const parts = [
    ...(rows.length > 0 ? [[['relation', 'one row'], rows] as const] : []),
    ...(columnRows.length > 0 ? [[['column', 'unit', 'of', 'meaning'], columnRows] as const] : []),
  ];
  const heads = (names: readonly string[]) => names.map((name) => ({ name }));
  return parts.map(([names, rows]) => alignedTable(heads(names), rows, outputWidth())).join('\n');
}

function few(names: readonly string[]): string {
  const rest = names.length - 2;
  return rest > 1 ? `${names.slice(0, 2).join(', ')} and ${rest} more` : names.join(', ');
}

/** How SQL names a relation: those of bronze have aliases without a schema, but for what is stored. */
export function sqlName({ schema, name }: Relation): string {
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
  const { notes = null, optional = null, stored = null, parameters = null, details = null } = relation;
  const withUnit = <T extends { unit?: string }>(item: T) => ({ ...item, unit: item.unit ?? null });
  const types = details && Object.entries(details).map(([type, fields]) => [type, fields.map(withUnit)]);
  return {
    name: sqlName(relation),
    ...{ schema, relation: name, kind, grain, notes, key, optional, stored, parameters },
    columns: columns.map(withUnit),
    details: types && Object.fromEntries(types),
  };
}

/** Returns the grain of a relation; for an optional table also how to fill it. */
function grainOf({ grain, optional }: Relation): string {
  return optional ? `${grain} Optional: ${optional}.` : grain;
}

/** Titles above the relations of each schema, except stored tables. */
const titles: Record<string, string> = {
  bronze: "Views of the tables, most with the names of Obsrvr's lake:",
  silver: 'Current state, history of state, transfers, trades, fees:',
  semantic: 'Prices, operations in words, activities, flows, accounts, contracts:',
  gold: 'Balances and supply at any ledger or time, and archives of them:',
  meta: 'Contents of the lake: ledgers, gaps, files, coverage:',
};

function groupsText(shown: readonly Relation[]): string[] {
  const groups = [
    { title: 'Tables:', relations: shown.filter(({ stored }) => stored) },
    ...Object.entries(titles).map(([schema, title]) => ({
      title,
      relations: shown.filter((relation) => relation.schema === schema && !relation.stored),
    })),
  ];
  const heads = [{ name: 'name' }, { name: 'columns', right: true }, { name: 'one row' }];
  return groups
    .filter(({ relations }) => relations.length > 0)
    .map(({ title, relations }) => {
      const rows = relations.map((relation) => {
        const kept = relation.kind === 'kept' ? ' Materialised.' : '';
        return [callOf(relation), countText(relation.columns.length), grainOf(relation) + kept];
      });
      return `${title}\n\n${alignedTable(heads, rows, outputWidth())}`;
    });
}

const LIST_NOTES = [
  'bronze.<table>_raw_v1 has the rows of each table as they are stored, amounts in stroops.',
  'Entries that no loaded ledger changed are unknown, unless ingest-state loaded a baseline state (see meta.coverage).',
  'While state_coverage is touched_only, totals over entries are null, except that of lumens; columns named known_ are no totals.',
  'Materialised relations are stored with each segment. Relations with parameters are macros, all others views.',
  '"ledgerlake tables NAME" prints columns, types, units and meanings.',
];

function listText(all: readonly Relation[]): string {
  return [
    ...groupsText(all.filter((relation) => !isStored(relation))),
    LIST_NOTES.map((note) => `${wrapped(note, outputWidth())}\n`).join(''),
  ].join('\n');
}

/** Returns the description of a relation: what a row is, what the lake does not know, and the columns. */
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
    ...(stored ? [`Stored rows: ${stored}.`] : []),
    ...(relation.kind === 'macro' ? ['A macro: call it as a table in FROM.'] : []),
    ...(relation.kind === 'kept' ? ['Materialised: stored with each segment, and folded by queries.'] : []),
  ];
  const width = outputWidth();
  const values = columns.map(({ name, values }) => values && wrapped(`${name}: ${values.join(', ')}.`, width, '  '));
  const known = values.filter((text) => text !== undefined);
  return [
    `${wrapped(`${callOf(relation)}: ${grainOf(relation)} Key: ${key.join(', ')}.`, width)}\n`,
    ...(relation.notes === undefined ? [] : [`${wrapped(relation.notes, width)}\n`]),
    alignedTable(heads, rows, width),
    ...(known.length > 0 ? [`Values:\n\n${known.join('\n')}\n`] : []),
    ...(notes.length > 0 ? [`${wrapped(notes.join(' '), width)}\n`] : []),
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
  return `${name}.details, and details_json, by type_string:\n\n${alignedTable(heads, rows, outputWidth())}`;
}
