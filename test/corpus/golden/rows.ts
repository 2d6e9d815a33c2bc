/** Rows in one form, whoever made them: each column's value as a text in which equal values are equal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLoader, createSqlTables } from '../../../src/lake/duckdb/bridge.ts';
import { openDatabase, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { createTableRelation } from '../../../src/lake/meaning/views.ts';
import { networkId, passphraseOf } from '../../../src/ledger/network.ts';
import { placesOf } from '../../divergences.ts';
import { createTables, tables } from '../../../src/tables/index.ts';
import { readSet, type GoldenSet } from './sets.ts';

/** A row: column to canonical text; null stands for an absent value. */
export type Row = Map<string, string | null>;

const sql = join(import.meta.dirname, '../../../sql/bronze');

/** Views with fewer rows than their table. Over networks that must be kept apart they mean nothing: the table is read then. */
const aggregates = ['history_assets'];

/** Views that others read. */
const belowViews: Record<string, string[] | undefined> = { history_effects: ['effect_details'] };

/** Returns the rows of each bronze view over all ledgers of the set, columns of whole XDR included. */
export async function viewRows(set: GoldenSet, only?: string[]): Promise<Map<string, Row[]>> {
  const database = await openDatabase();
  const connection = await database.connect();
  await connection.run('create schema bronze; use bronze');
  for (const macros of [
    'asset_key',
    'decoding',
    'details_members',
    'event_id',
    'payments',
    'strkey',
    'typed_key',
    'units',
  ])
    await connection.run(readFileSync(join(sql, '../macros', `${macros}.sql`), 'utf8'));
  const chosen = tables.filter(({ name }) => !only || only.includes(name));
  const loaders = new Map();
  for (const spec of chosen) {
    const shape = { ...spec, name: `${spec.name}_loaded` };
    await createSqlTables(connection, [shape]);
    await createTableRelation(connection, spec, shape.name);
    loaders.set(spec.name, await createLoader(connection, shape, { schema: 'bronze' }));
  }
  const built = createTables(networkId(passphraseOf(set.network)), {
    withXdr: true,
    only: chosen.map(({ name }) => name),
  });
  const captures = new Map<string, string[]>(chosen.map(({ name }) => [name, []]));
  for (const { capture, ledger } of readSet(set)) {
    built.add(ledger);
    for (const [name, batch] of built.batches()) {
      loaders.get(name).append(batch);
      for (let i = 0; i < batch.numRows; i++) captures.get(name)!.push(capture);
    }
    built.reset();
  }
  const rows = new Map<string, Row[]>();
  for (const { name } of chosen) {
    loaders.get(name).close();
    for (const view of [...(belowViews[name] ?? []), name])
      await connection.run(`create view bronze.${view} as ${readFileSync(join(sql, `${view}.sql`), 'utf8')}`);
    const relation = `bronze.${set.captures && aggregates.includes(name) ? `${name}_raw_v1` : name}`;
    const found = await readRelation(connection, relation, `bronze.${name}`);
    if (set.captures) found.forEach((row, i) => row.set('capture', captures.get(name)![i]));
    rows.set(name, found);
  }
  connection.closeSync();
  database.closeSync();
  return rows;
}

/** The column that lists, with commas, the divergences a row of ours meets. */
export const DIVERGENCES = 'divergences';

/** Returns SQL that lists, with commas, the divergences of a relation that a row of ours meets. */
export function divergencesSql(relation: string): string {
  const met = placesOf(relation)
    .filter(({ only }) => only !== 'theirs')
    .map(({ id, rows }) => `case when ${rows ?? 'true'} then '${id}' end`);
  return met.length === 0 ? "''" : `concat_ws(',', ${met.join(', ')})`;
}

/** Returns the rows of a relation, named with its schema, each with the divergences of `listed` that it meets. */
export async function readRelation(
  connection: Parameters<typeof selectRows>[0],
  relation: string,
  listed = relation,
): Promise<Row[]> {
  const columns = await selectRows(connection, `describe ${relation}`);
  const types = new Map(columns.map((column) => [String(column.column_name), String(column.column_type)]));
  const list = [...types].map(([column, type]) => {
    const nested = /\[\]$|^STRUCT|^JSON/.test(type);
    return `cast(${nested ? `to_json("${column}")` : `"${column}"`} as varchar) as "${column}"`;
  });
  list.push(`${divergencesSql(listed)} as ${DIVERGENCES}`);
  const found = await selectRows(connection, `select ${list.join(', ')} from ${relation}`);
  return found.map((row) => {
    const columns = [...types].map(([column, type]) => [column, ours(row[column] as string | null, type)] as const);
    return new Map<string, string | null>([...columns, [DIVERGENCES, row[DIVERGENCES] as string]]);
  });
}

function ours(text: string | null, type: string): string | null {
  if (text === null) return null;
  if (/\[\]$|^STRUCT|^JSON/.test(type)) return canonicalJson(text);
  if (type.startsWith('DECIMAL') || type === 'DOUBLE')
    return canonicalNumber(text.replace(/\.(\d*?)0+$/, '.$1').replace(/\.$/, ''));
  if (type === 'TIMESTAMP') return `${text.replace(' ', 'T')}Z`;
  return text;
}

/** Returns the canonical row of a line of a golden file. */
export function goldenRow(line: string): Row {
  const value = parseExact(line) as Record<string, Exact>;
  return new Map(Object.entries(value).map(([column, found]) => [column, goldenValue(found)]));
}

type Exact = string | boolean | null | ExactNumber | Exact[] | { [key: string]: Exact };

/** A JSON number as it was written. */
class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function parseExact(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new ExactNumber(context!.source!) : value;
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}

function goldenValue(value: Exact): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return value instanceof ExactNumber ? canonicalNumber(value.text) : stable(value);
}

/**
 * Integers as they are; fractions as the shortest text of their double, since the reference's amounts are doubles:
 * ours have all digits, and equal theirs when they round to the same double.
 */
function canonicalNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const number = String(Number(text));
  return number === '-0' ? '0' : number;
}

function canonicalJson(text: string): string {
  const value = parseExact(text) as Exact;
  return value instanceof ExactNumber || typeof value === 'string' ? (goldenValue(value) ?? 'null') : stable(value);
}

function stable(value: Exact): string {
  if (value instanceof ExactNumber) return canonicalNumber(value.text);
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${stable(value[key])}`).join(',')}}`;
}
