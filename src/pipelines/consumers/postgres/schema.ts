/** Makes what a consumer's tables lack, in one transaction that no other consumer's interleaves with. */
import { PipelineError } from '../../../core/errors.ts';
import type { Connection } from './connection.ts';
import { databaseOf, isServerError } from './faults.ts';
import type { PostgresSettings } from './settings.ts';
import { literal, quotePostgres, typeOf, type NameOf, type PostgresTable } from './table.ts';

export interface SchemaOptions {
  component: string;
  settings: PostgresSettings;
  tables: readonly PostgresTable[];
  /** `false`: nothing is made, and what lacks is an error. */
  create: boolean;
}

/** Where the ledgers are marked that are written, in the schema of the consumer's tables. */
export const CHECKPOINTS = 'ledgerlake_checkpoints';

const checkpoints: PostgresTable = {
  name: CHECKPOINTS,
  columns: {
    pipeline_id: 'uuid not null',
    consumer: 'text not null',
    ledger: 'bigint',
    ledger_hash: 'text',
    run_id: 'uuid',
    epoch: 'bigint not null default 0',
    updated_at: 'timestamp with time zone not null default now()',
  },
  constraints: { [`${CHECKPOINTS}_pkey`]: 'primary key (pipeline_id, consumer)' },
  indexes: {},
  key: ['pipeline_id', 'consumer'],
};

/** Returns how tables are named in SQL: the prefix is before all but that of the checkpoints. */
export function naming({ schema, prefix }: Pick<PostgresSettings, 'schema' | 'prefix'>): NameOf {
  return (table) => `${quotePostgres(schema)}.${quotePostgres(table === CHECKPOINTS ? table : prefix + table)}`;
}

/** Makes schema, tables, columns and indexes that are not there. Throws PipelineError for what is there and does not fit. */
export async function ensureSchema(connection: Connection, options: SchemaOptions): Promise<void> {
  const { settings } = options;
  await connection.run('begin');
  try {
    const lock = literal(`ledgerlake:${settings.schema}`);
    await connection.run(`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    await ensureNamespace(connection, options);
    for (const table of [checkpoints, ...options.tables]) await ensureTable(connection, table, options);
    await connection.run('commit');
  } catch (error) {
    await connection.run('rollback').catch(() => {});
    throw isServerError(error) && error.code === '42501' ? denied(options, error.message) : error;
  }
}

async function ensureNamespace(connection: Connection, options: SchemaOptions): Promise<void> {
  const { schema } = options.settings;
  const found = await connection.rows('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length > 0) return;
  if (!options.create) throw lacking(options, `schema ${schema}`);
  await connection.run(`create schema ${quotePostgres(schema)}`);
}

async function ensureTable(connection: Connection, table: PostgresTable, options: SchemaOptions): Promise<void> {
  const full = naming(options.settings)(table.name);
  const types = await columnTypes(connection, full);
  if (types.size === 0 && !options.create) throw lacking(options, `table ${full}`);
  if (types.size === 0) await connection.run(tableSql(table, options.settings));
  else await ensureColumns(connection, table, types, options);
  await ensureIndexes(connection, table, options);
}

/** What there is of a table. */
export interface FoundTable {
  /** Types of columns, by name. */
  types: ReadonlyMap<string, string>;
  /** What numbers its rows, in SQL; undefined where nothing does that the user may ask. */
  sequence?: string;
}

/** Returns what there is of each of the tables, by name. */
export async function findTables(
  connection: Connection,
  { settings, tables }: Pick<SchemaOptions, 'settings' | 'tables'>,
): Promise<Map<string, FoundTable>> {
  const found = new Map<string, FoundTable>();
  for (const table of tables) {
    const full = naming(settings)(table.name);
    const sequence = table.id && (await sequenceOf(connection, full));
    found.set(table.name, { types: await columnTypes(connection, full), ...(sequence && { sequence }) });
  }
  return found;
}

async function sequenceOf(connection: Connection, table: string): Promise<string | undefined> {
  const [{ sequence }] = await connection.rows<{ sequence: string | null }>(
    `select s as sequence from pg_get_serial_sequence($1, 'id') s where has_sequence_privilege(s, 'usage') union all select null`,
    [table],
  );
  return sequence ?? undefined;
}

/** Returns the types of a table's columns by name; none when there is no such table. */
async function columnTypes(connection: Connection, table: string): Promise<Map<string, string>> {
  const rows = await connection.rows<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Returns the statement that makes the table as it is declared. */
function tableSql(table: PostgresTable, settings: PostgresSettings): string {
  const nameOf = naming(settings);
  const own = (name: string) => quotePostgres(table === checkpoints ? name : settings.prefix + name);
  const id = table.id ? ['id bigint generated by default as identity'] : [];
  const columns = Object.entries(table.columns).map(([name, sql]) => `${quotePostgres(name)} ${sql}`);
  const constraints = Object.entries(table.constraints).map(
    ([name, sql]) => `constraint ${own(name)} ${sql.replace(/\{(\w+)\}/g, (_, other: string) => nameOf(other))}`,
  );
  return `create table ${nameOf(table.name)} (${[...id, ...columns, ...constraints].join(', ')})`;
}

async function ensureColumns(
  connection: Connection,
  table: PostgresTable,
  types: Map<string, string>,
  options: SchemaOptions,
): Promise<void> {
  const full = naming(options.settings)(table.name);
  const declared = { ...(table.id && { id: 'bigint' }), ...table.columns };
  for (const [name, sql] of Object.entries(declared)) {
    const have = types.get(name);
    const want = typeOf(sql);
    if (have === undefined && !options.create) throw lacking(options, `column ${name} of ${full}`);
    if (have === undefined) await connection.run(`alter table ${full} add column ${quotePostgres(name)} ${sql}`);
    else if (!fits(table, name, want, have)) throw conflict(options, full, name, want, have);
  }
}

/** True if a column of another type can take the rows. Integers may be wider; ids and unsigned numbers also narrower. */
function fits(table: PostgresTable, name: string, want: string, have: string): boolean {
  if (want === have) return true;
  if (have === 'bigint') return want === 'integer';
  if (have === 'numeric(39,0)') return want === 'bigint';
  const isNumber = name === table.parent?.column || (name === 'id' && table.id !== undefined);
  return have === 'integer' && (isNumber || table.unsigned?.includes(name) === true);
}

async function ensureIndexes(connection: Connection, table: PostgresTable, options: SchemaOptions): Promise<void> {
  const { prefix } = options.settings;
  const full = naming(options.settings)(table.name);
  const found = await indexesOf(connection, full);
  if (!found.some(({ unique, columns }) => unique && sameSet(columns, table.key)))
    await ensureKey(connection, table, options);
  const names = new Set(found.map(({ name }) => name));
  const missing = Object.entries(table.indexes).filter(([name]) => !names.has(prefix + name));
  if (!options.create) return;
  for (const [name, sql] of missing)
    await connection.run(`create index ${quotePostgres(prefix + name)} on ${full} ${sql}`);
}

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name) => b.includes(name));

interface IndexRow {
  name: string;
  unique: boolean;
  columns: string[];
}

async function indexesOf(connection: Connection, table: string): Promise<IndexRow[]> {
  return connection.rows<IndexRow>(
    `select c.relname as name, i.indisunique and i.indpred is null and i.indisvalid as unique,
       array(select attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass($1)`,
    [table],
  );
}

/** Makes the unique index of the key, which the reference's tables lack. */
async function ensureKey(connection: Connection, table: PostgresTable, options: SchemaOptions): Promise<void> {
  const full = naming(options.settings)(table.name);
  const key = table.key.map(quotePostgres).join(', ');
  if (!options.create) throw lacking(options, `a unique index on ${full} (${key})`);
  const name = quotePostgres(`${options.settings.prefix}${table.name}_ll_key`);
  try {
    await connection.run(`create unique index ${name} on ${full} (${key})`);
  } catch (error) {
    if (!isServerError(error) || error.code !== '23505') throw error;
    throw doubled(options, full, table.key);
  }
}

function doubled({ component, settings }: SchemaOptions, full: string, key: readonly string[]): PipelineError {
  const same = key.map((name) => `a.${quotePostgres(name)} = b.${quotePostgres(name)}`).join(' and ');
  const mend = `delete from ${full} a using ${full} b where a.ctid < b.ctid and ${same}`;
  return failure(
    { component, table: full },
    'sink_schema_conflict',
    `${component}: table ${full} of ${databaseOf(settings)} has several rows with the same ${key.join(', ')}; keep one of each: ${mend}`,
  );
}

function conflict(
  { component, settings }: SchemaOptions,
  full: string,
  column: string,
  want: string,
  have: string,
): PipelineError {
  const mend = `alter table ${full} alter column ${quotePostgres(column)} type ${want} using ${quotePostgres(column)}::${want}`;
  return failure(
    { component, table: full, column },
    'sink_schema_conflict',
    `${component}: column ${column} of table ${full} of ${databaseOf(settings)} is ${have}, expected ${want}; set another table_prefix or schema, or mend it: ${mend}`,
  );
}

function lacking({ component, settings }: SchemaOptions, what: string): PipelineError {
  return failure(
    { component },
    'sink_schema_conflict',
    `${component}: ${databaseOf(settings)} lacks ${what}, and create_table_if_not_exists is false; make it, or set that to true`,
  );
}

function denied({ component, settings }: SchemaOptions, message: string): PipelineError {
  const { schema, database, user } = settings;
  const grant = `grant create on database ${quotePostgres(database)} to ${quotePostgres(user)}; grant usage, create on schema ${quotePostgres(schema)} to ${quotePostgres(user)}`;
  return failure(
    { component },
    'sink_denied',
    `${component} may not make its tables in ${databaseOf(settings)}: ${message}; have an owner run: ${grant}`,
  );
}

function failure(fields: { component: string; table?: string; column?: string }, code: string, message: string) {
  return new PipelineError(message, { code, ...fields });
}
