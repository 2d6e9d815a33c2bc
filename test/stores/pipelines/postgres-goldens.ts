/** The reference's rows, or those of a DuckDB file, beside those in a database. */
import { openDatabaseFile, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { childrenOf, exactly, goldenRows } from './postgres-fixture.ts';
import type { PostgresServer } from './postgres-server.ts';
import type { Row } from './sinks.ts';

/** Rows by table; the first one is the parent of the others. */
export type Rows = Record<string, readonly Row[]>;

export const invocationChildren = [
  'contract_diagnostic_events',
  'contract_calls',
  'contract_state_changes',
  'contract_ttl_extensions',
];

/** Returns the recorded rows of a table and of its children. */
export function recordedFamily(
  folder: string,
  set: string,
  parent: string,
  column: string,
  children: readonly string[],
): Rows {
  const parents = goldenRows(`${folder}/${set}.${parent}`);
  const below = children.map((name) => {
    const rows = childrenOf(parents, goldenRows(`${folder}/${set}.${name}`), column);
    return [name, rows.map((row) => ({ ...row, created_at: null }))] as const;
  });
  // A transaction has one operation that calls.
  const rows = parents.map((row) => ({ operation_index: 0, ...row, created_at: null }));
  return { [parent]: rows, ...Object.fromEntries(below) };
}

/** Returns the rows that tables of a DuckDB file have. */
export async function mappedRows(path: string, schema: string, tables: readonly string[]): Promise<Rows> {
  const instance = await openDatabaseFile(path);
  const connection = await instance.connect();
  const found: Record<string, Row[]> = {};
  for (const table of tables) {
    const rows = await selectRows(connection, `select to_json(t)::varchar as row from ${schema}.${table} t`);
    found[table] = rows.map(({ row }) => exactly(String(row)) as Row);
  }
  connection.closeSync();
  instance.closeSync();
  return found;
}

/** Numbers of a sequence, times of loading, and what is ours alone. */
const serials = ['id', 'created_at', 'processed_at', 'seq'];

/** Columns that are left out, and whether the order of children is. */
interface Leniency {
  without?: readonly string[];
  unordered?: boolean;
}

/** Returns, by table, how many rows only the table has, and only the recording; children are told with their parents. */
export async function differences(
  server: PostgresServer,
  database: string,
  schema: string,
  rows: Rows,
  { without = [], unordered = false }: Leniency = {},
): Promise<Record<string, Row>> {
  const [parent] = Object.keys(rows);
  const left = [...serials, ...without].map((name) => `'${name}'`).join(', ');
  const found: Record<string, Row> = {};
  for (const [table, wanted] of Object.entries(rows)) {
    const column = table === parent ? undefined : Object.keys(wanted[0] ?? {}).find((name) => /_id$/.test(name));
    const recorded = (name: string) =>
      `jsonb_populate_recordset(null::${schema}.${name}, $json$${JSON.stringify(rows[name])}$json$::jsonb)`;
    const told = (kept: string, above: string) =>
      column === undefined || wanted.length === 0
        ? `select md5((to_jsonb(t) - array[${left}])::text) as row from ${kept} t`
        : `select md5((to_jsonb(t) - array[${left}, '${column}'])::text || p.transaction_hash${unordered ? '' : ' || t.seq'}) as row
           from ${kept} t join ${above} p on p.id = t.${column}`;
    const [have, want] = [told(`${schema}.${table}`, `${schema}.${parent}`), told(recorded(table), recorded(parent))];
    const [counts] = await server.sql<{ more: string; less: string }>(
      `with have as materialized (${have}), want as materialized (${want})
       select (select count(*) from (table have except all table want) a) as more,
         (select count(*) from (table want except all table have) b) as less`,
      database,
    );
    if (counts.more !== '0' || counts.less !== '0') found[table] = counts;
  }
  return found;
}
