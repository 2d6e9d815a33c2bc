/** `bronze.<table>_raw_v1`: each table over its files, or over a table in memory. */
import type { LedgerRange } from '../../datastore/keys.ts';
import { sqlType, type TableShape } from '../duckdb/bridge.ts';
import { quoteName, quotePath, type Runs } from '../duckdb/duckdb.ts';
import { BATCH_ID, ledgerColumn, PARTITION_LEDGERS } from '../disk/table-files.ts';

/** A file as a view needs it: an absolute path, and the columns that it has. */
export interface ViewFile {
  path: string;
  columns: string[];
  /** Rows of later ledgers are left out. */
  upTo?: number;
  /** Rows of other ledgers are left out. */
  ledgers?: readonly number[];
  /** Rows of ledgers outside of it are left out. */
  range?: LedgerRange;
  /** Rows of other ids are left out. */
  ofIds?: RowsOfIds | undefined;
}

/** Rows by ids in a column of 64 bits, by default each row's own. */
export interface RowsOfIds {
  ids: readonly bigint[];
  by?: string;
}

/** How lists of files, and ledgers, stand in SQL; `name` tells one from the others of a database. */
export interface Listed {
  files(name: string, files: readonly Pick<ViewFile, 'path'>[]): string;
  ledger(name: string, ledger: number): string;
}

/** Names of columns, in small letters. */
export type ColumnNames = ReadonlySet<string>;

/**
 * Creates `bronze.<table>_raw_v1` of each table over the files of `filesOf`, with the columns of `wantedOf` or all. Fewer
 * columns save a third of the planning time.
 */
export async function createFileRelations(
  connection: Runs,
  tables: readonly TableShape[],
  filesOf: (table: string) => readonly ViewFile[],
  wantedOf: (table: string) => ColumnNames | undefined = () => undefined,
): Promise<void> {
  await createTogether(
    connection,
    tables.map((table) => fileRelation(table, filesOf(table.name), wantedOf(table.name))),
  );
}

/** Runs statements in one transaction: who plans a query meanwhile sees the tables as of one moment. */
export async function createTogether(connection: Runs, statements: readonly string[]): Promise<void> {
  await connection.run(['begin', ...statements, 'commit'].join(';\n')).catch(async (error: unknown) => {
    await connection.run('rollback');
    throw error;
  });
}

/** Returns what files have in common that are read by one SELECT. */
export function fileKind({ columns, upTo }: Pick<ViewFile, 'columns' | 'upTo'>): string {
  return [upTo, ...columns].join();
}

/** Returns the statement that makes `bronze.<table>_raw_v1` over files, with the columns that are wanted, or all; unfilled ones are not read. */
export function fileRelation(
  table: TableShape,
  files: readonly ViewFile[],
  wanted?: ColumnNames,
  listed: Listed = literally,
  unfilled?: ColumnNames,
): string {
  const groups = [...Map.groupBy(files, fileKind).values()];
  const selects = groups.map((group, i) => selectFiles(table, group, wanted, listed, i));
  return rawView(table, selects.length > 0 ? selects.join(' union all ') : selectNothing(table), wanted, unfilled);
}

/** Lists and ledgers as they are. */
export const literally: Listed = { files: (_, files) => pathList(files), ledger: (_, ledger) => String(ledger) };

/** Returns the paths of files as an SQL list. */
export function pathList(files: readonly Pick<ViewFile, 'path'>[]): string {
  return `[${files.map(({ path }) => quotePath(path)).join(', ')}]`;
}

/**
 * Creates `bronze.<table>_raw_v1` over a table of the connection, whose SQL name is given. `batchId` is the expression of
 * `batch_id`.
 */
export async function createTableRelation(
  connection: Runs,
  table: TableShape,
  relation: string,
  batchId = 'null::varchar',
): Promise<void> {
  const ledger = quoteName(ledgerColumn(table));
  const range = `(${ledger} // ${PARTITION_LEDGERS} * ${PARTITION_LEDGERS})::integer as ledger_range`;
  const columns = [
    ...Object.keys(table.columns).map(quoteName),
    ...('ledger_range' in table.columns ? [] : [range]),
    `${batchId} as ${BATCH_ID}`,
  ];
  await connection.run(rawView(table, `select ${columns.join(', ')} from ${relation}`));
}

/** The column that tells the first ledger of the folder that a row's file is in. */
export const LEDGER_FOLDER = 'ledger_range';

/** The column by which single rows are asked for. */
export const ROW_ID = 'id';

/** Columns that SQL written for Obsrvr's lake names, and that are empty here. */
const alwaysNull = { ingestion_timestamp: 'timestamp', era_id: 'varchar', version_label: 'varchar' };

/** Returns the columns that `bronze.<table>_raw_v1` has where these are wanted, or all: the one of its ledger at least. */
export function shownColumns(table: TableShape, wanted?: ColumnNames): string[] {
  const names = [...columnsOf(table).map(([name]) => name), LEDGER_FOLDER, ...Object.keys(alwaysNull)];
  return wanted ? names.filter((name) => wanted.has(name) || name === ledgerColumn(table)) : names;
}

/** Whether files have the column, and it is not made of where they are. */
export function isStored(table: TableShape, name: string): boolean {
  return name in table.columns || name === BATCH_ID;
}

/** Returns the statement that creates `bronze.<table>_raw_v1` from a query, with these or all columns. */
export function rawView(table: TableShape, select: string, wanted?: ColumnNames, unfilled?: ColumnNames): string {
  const isShown = ([column]: [name: string, type: string]) => wanted?.has(column) !== false;
  const nulls = (columns: [name: string, type: string][]) =>
    columns.filter(isShown).map(([column, type]) => `null::${type} as ${quoteName(column)}`);
  const unread = unfilled ? nulls(columnsOf(table).filter(([column]) => unfilled.has(column))) : [];
  const all = unread.length === 0 ? '*' : `* replace (${unread.join(', ')})`;
  const columns = [all, ...nulls(Object.entries(alwaysNull))].join(', ');
  return `create or replace view bronze.${quoteName(`${table.name}_raw_v1`)} as select ${columns} from (${select})`;
}

function selectFiles(
  table: TableShape,
  files: readonly ViewFile[],
  wanted: ColumnNames | undefined,
  listed: Listed,
  place: number,
): string {
  const list = listed.files(`${table.name} ${place}`, files);
  const found = new Set(files[0].columns);
  const shown = new Set(shownColumns(table, wanted));
  const columns = columnsOf(table).flatMap(([name, type]) => {
    if (!shown.has(name)) return [];
    return `${found.has(name) ? quoteName(name) : `null::${type}`} as ${quoteName(name)}`;
  });
  const hasRange = !(LEDGER_FOLDER in table.columns) && shown.has(LEDGER_FOLDER);
  if (hasRange) columns.push(`${LEDGER_RANGE} as ${LEDGER_FOLDER}`);
  const conditions = rowConditions(table, files[0], listed);
  const loaded = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const filename = hasRange ? ', filename = true' : '';
  return `select ${columns.join(', ')} from read_parquet(${list}, hive_partitioning = false${filename})${loaded}`;
}

function rowConditions(table: TableShape, { upTo, ledgers, range, ofIds }: ViewFile, listed: Listed): string[] {
  const column = quoteName(ledgerColumn(table));
  // For a larger number DuckDB would cast the column, and look at no bounds of row groups.
  const end = (of: 'first' | 'last') => listed.ledger(`${table.name} ${of}`, Math.min(range?.[of] ?? 0, 2 ** 31 - 1));
  return [
    ...(upTo === undefined ? [] : [`${column} <= ${upTo}`]),
    ...(ledgers === undefined ? [] : [`${column} in (${ledgers.join(', ')})`]),
    ...(range === undefined ? [] : [`${column} between ${end('first')} and ${end('last')}`]),
    ...(ofIds ? [`${quoteName(ofIds.by ?? ROW_ID)} in (${ofIds.ids.join(', ') || 'null'})`] : []),
  ];
}

/**
 * The first ledger of a file's partition, from its path. A filter on it skips files before they are opened. Hive
 * partitioning would also read folders above the lake.
 */
const LEDGER_RANGE = `regexp_extract(filename, 'ledger_range=([0-9]+)/[^/]*$', 1)::integer`;

/** The columns of the table's files, and the SQL type of each. */
function columnsOf(table: TableShape): [name: string, type: string][] {
  const declared = Object.entries(table.columns).map(([name, { kind }]): [string, string] => [name, sqlType(kind)]);
  return [...declared, [BATCH_ID, 'varchar']];
}

function selectNothing(table: TableShape): string {
  const columns = columnsOf(table);
  if (!('ledger_range' in table.columns)) columns.push(['ledger_range', 'integer']);
  return `select ${columns.map(([name, type]) => `null::${type} as ${quoteName(name)}`).join(', ')} where false`;
}
