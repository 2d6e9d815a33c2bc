/** Tables of PostgreSQL as they are declared, and the statements that fill them. */
import type { RecordTable } from '../../sink.ts';

/** A table that a consumer fills, with the names, types, constraints and indexes of the reference. */
export interface PostgresTable {
  name: string;
  /** The SQL of each column but `id`: its type, `not null`, `default`. */
  columns: Readonly<Record<string, string>>;
  /** Definitions by name. */
  constraints: Readonly<Record<string, string>>;
  /** Methods and columns by name. */
  indexes: Readonly<Record<string, string>>;
  /** What is unique together, and what is kept when a row is written again. */
  key: readonly string[];
  /** Columns of unsigned 32-bit numbers. The reference's tables hold them as integers, which are taken as they are. */
  unsigned?: readonly string[];
  /** How `id` numbers rows; absent: it has none, or one among its columns. */
  id?: 'serial';
  /** Of rows that are replaced with a row of another table: that table, and the column with its id. */
  parent?: { table: string; column: string };
}

/** Names a table in SQL. */
export type NameOf = (table: string) => string;

/** Returns the name as an identifier of SQL. */
export const quotePostgres = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns the text as a literal of SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns the name of the temporary table to which rows of a record table are copied. */
export const staging = (records: string) => `pg_temp.${quotePostgres(`ll_${records}`)}`;

/** Returns the type in the SQL of a column. */
export const typeOf = (sql: string) => sql.replace(/ (not null|default) .*| not null$/, '');

/** Returns the SQL type of a column that holds amounts beyond 64 bits, if asked for. */
export const amountColumn = (wide: boolean) => (wide ? 'numeric(39,0)' : 'bigint');

/** What is special in how rows come into a table. */
export interface UpsertOptions {
  /** SQL over the copied row `s`, for columns that the records lack. */
  values?: Readonly<Record<string, string>>;
  /** Which rows that are there may be written again, over `t` and `excluded`. */
  where?: string;
  /** The column by which, of copied rows with one key, only the last is taken. */
  newest?: string;
}

/** Returns the statement that upserts copied rows; existing rows keep `id` and `created_at`. */
export function upsert(
  nameOf: NameOf,
  table: PostgresTable,
  records: RecordTable,
  options: UpsertOptions = {},
): string {
  const values = valuesOf(table, records, options.values);
  const key = table.key.map((name) => `s.${quotePostgres(name)}`).join(', ');
  const { newest, where } = options;
  return (
    `insert into ${nameOf(table.name)} as t (${names(values)}) ` +
    `select ${newest ? `distinct on (${key}) ` : ''}${[...values.values()].join(', ')} from ${staging(records.name)} s ` +
    `${newest ? `order by ${key}, s.${quotePostgres(newest)} desc ` : ''}${onConflict(table, values, where)}`
  );
}

function onConflict({ key }: PostgresTable, values: Map<string, string>, where?: string): string {
  const sets = [...values.keys()]
    .filter((name) => !key.includes(name))
    .map((name) => `${quotePostgres(name)} = excluded.${quotePostgres(name)}`);
  const action = sets.length > 0 ? `update set ${sets.join(', ')}${where ? ` where ${where}` : ''}` : 'nothing';
  return `on conflict (${key.map(quotePostgres).join(', ')}) do ${action}`;
}

/** Returns the statements that write the copied rows of a child in place of those that its copied parents have. */
export function replaceChildren(
  nameOf: NameOf,
  child: PostgresTable,
  parent: PostgresTable,
  records: RecordTable,
): string[] {
  const column = child.parent?.column ?? '';
  const same = parent.key.map((name) => `p.${quotePostgres(name)} = s.${quotePostgres(name)}`).join(' and ');
  const values = valuesOf(child, records);
  const list = [...values].map(([name, value]) => (name === column ? 'p.id' : value.replace(/^s\./, 'c.')));
  return [
    `delete from ${nameOf(child.name)} c using ${staging(parent.name)} s, ${nameOf(parent.name)} p ` +
      `where ${same} and c.${quotePostgres(column)} = p.id`,
    `insert into ${nameOf(child.name)} (${names(values)}) select ${list.join(', ')} from ${staging(records.name)} c ` +
      `join ${staging(parent.name)} s on s.id = c.${quotePostgres(column)} join ${nameOf(parent.name)} p on ${same}`,
  ];
}

const names = (values: Map<string, string>) => [...values.keys()].map(quotePostgres).join(', ');

function valuesOf(table: PostgresTable, records: RecordTable, more: Readonly<Record<string, string>> = {}) {
  const found = new Map<string, string>();
  for (const [name, sql] of Object.entries(table.columns)) {
    const cast = records.decimals && name in records.decimals ? `::${typeOf(sql)}` : '';
    if (name in more) found.set(name, more[name]);
    else if (name in records.columns) found.set(name, `s.${quotePostgres(name)}${cast}`);
  }
  return found;
}

/** Returns the statement that makes the temporary table to which rows are copied; it is empty after each transaction. */
export function createStaging(records: RecordTable): string {
  const columns = Object.keys(records.columns).map((name) => `${quotePostgres(name)} ${copiedType(records, name)}`);
  return `create temporary table ${quotePostgres(`ll_${records.name}`)} (${columns.join(', ')}) on commit delete rows`;
}

/** Returns the SQL type in which a column of records is copied. */
export function copiedType({ json = [], columns }: RecordTable, name: string): string {
  return json.includes(name) ? 'jsonb' : copiedTypes[columns[name].kind];
}

const copiedTypes = {
  int32: 'integer',
  int64: 'bigint',
  float64: 'double precision',
  bool: 'boolean',
  timestamp: 'timestamp with time zone',
  utf8: 'text',
  binary: 'bytea',
} as const;
