/**
 * Arrow batches into DuckDB by whole buffers: numbers as they are, texts as one array of `string_t` over one blob.
 * Value by value the driver makes 0.3-0.8M rows/s, this way 2.7M (5 columns, 3 of them texts, one thread).
 *
 * A loader fills a table. What is only passed on, as to Parquet, is read by a table function in half the time: a table
 * takes two copies of each row and statistics.
 */
import type { RecordBatch } from 'apache-arrow';
import type { ColumnKind } from '../arrow/columns.ts';
import type { TableSpec } from '../arrow/table.ts';
import { fastPathWorks } from './bridge-check.ts';
import { CHUNK_ROWS, fillFast, fillSlow, types, type Chunk } from './bridge-fill.ts';
import { duckdb, quoteName, quoteText, type DuckDBConnection } from './duckdb.ts';
import { messageOf } from '../system-errors.ts';

/** A declared table as the bridge needs it. */
export type TableShape = Pick<TableSpec, 'name' | 'columns'>;

/** Returns the SQL type that a kind of column has in DuckDB. */
export function sqlType(kind: ColumnKind): string {
  return types[kind].toString();
}

/** Creates the tables in the connection's current schema; throws when one exists. */
export async function createSqlTables(connection: DuckDBConnection, tables: Iterable<TableShape>): Promise<void> {
  await connection.run(Array.from(tables, createStatement).join('\n'));
}

function createStatement({ name, columns }: TableShape): string {
  const list = Object.entries(columns).map(([column, { kind }]) => `${quoteName(column)} ${sqlType(kind)}`);
  return `create table ${quoteName(name)} (${list.join(', ')});`;
}

export interface BridgeOptions {
  /** `slow` sets value by value through the driver's public methods; by default it is taken only if `fast` fails its test. */
  path?: 'fast' | 'slow';
}

export interface LoaderOptions extends BridgeOptions {
  schema?: string;
  catalog?: string;
}

/** Fills one table. */
export interface Loader {
  /** Appends the batch's rows; throws when its columns are not the table's. */
  append(batch: RecordBatch): void;
  /** Makes the rows visible and ends the loader. */
  close(): void;
  /** Ends the loader without the rows that are not visible yet. */
  discard(): void;
}

/** Returns a loader for a table that exists and whose columns are those declared. */
export async function createLoader(
  connection: DuckDBConnection,
  { name, columns }: TableShape,
  { schema, catalog, path }: LoaderOptions = {},
): Promise<Loader> {
  const fill = await fillBy(path);
  const appender = await connection.createAppender(name, schema ?? null, catalog ?? null);
  const names = Object.keys(columns);
  const kinds = Object.values(columns).map(({ kind }) => kind);
  const chunk = duckdb.DuckDBDataChunk.create(kinds.map((kind) => types[kind]));
  return {
    append(batch) {
      checkColumns(name, names, batch);
      for (let start = 0; start < batch.numRows; start += CHUNK_ROWS) {
        const count = Math.min(CHUNK_ROWS, batch.numRows - start);
        chunk.reset();
        chunk.rowCount = count;
        batch.data.children.forEach((data, i) => {
          if (!fill(chunk, i, kinds[i], data, start, count)) throw notUtf8(name, names[i]);
        });
        appender.appendDataChunk(chunk);
      }
    },
    close() {
      appender.flushSync();
      appender.closeSync();
    },
    discard() {
      appender.clear();
      appender.closeSync();
    },
  };
}

async function fillBy(path: BridgeOptions['path']): Promise<typeof fillFast> {
  const isFast = path ? path === 'fast' : await fastPathWorks();
  return isFast ? fillFast : fillSlow;
}

/** The batches of each table, in their order. */
export type Batches = ReadonlyMap<string, readonly RecordBatch[]>;

/** Returns the relation that `registerBatches` makes of a table's batches. */
export function batchesOf(table: string): string {
  return `arrow_batches(${quoteText(table)})`;
}

/** Where a scan stands. */
interface Scan {
  table: TableShape;
  batch: number;
  row: number;
}

/**
 * Lets SQL of the connection read the batches that the map has when a query starts, as `batchesOf` names them: the tables' columns,
 * the batches' rows in their order. A query fails when a batch has other columns than its table, or a text is not UTF-8.
 */
export async function registerBatches(
  connection: DuckDBConnection,
  tables: readonly TableShape[],
  batches: Batches,
  { path }: BridgeOptions = {},
): Promise<void> {
  const fill = await fillBy(path);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const scan = duckdb.DuckDBTableFunction.create({
    name: 'arrow_batches',
    parameterTypes: [duckdb.VARCHAR],
    bindFunction(info) {
      const table = byName.get(String(info.getParameter(0)));
      if (!table) return info.setError(`no table ${String(info.getParameter(0))}`);
      for (const [name, { kind }] of Object.entries(table.columns)) info.addResultColumn(name, types[kind]);
      info.setBindData(table);
    },
    initFunction(info) {
      // Its callbacks run on this thread, one after another, so a second one would only wait.
      info.setMaxThreads(1);
      info.setInitData({ table: info.getBindData(), batch: 0, row: 0 });
    },
    mainFunction(info, chunk) {
      try {
        fillNext(chunk, info.getInitData() as Scan, batches, fill);
      } catch (error) {
        info.setError(messageOf(error));
      }
    },
  });
  connection.registerTableFunction(scan);
}

/** Fills the chunk with the rows after those that the scan has given, or with none at the end. */
function fillNext(chunk: Chunk, scan: Scan, batches: Batches, fill: typeof fillFast): void {
  const { name, columns } = scan.table;
  const batch = batches.get(name)?.[scan.batch];
  const count = Math.min(CHUNK_ROWS, (batch?.numRows ?? 0) - scan.row);
  chunk.rowCount = count;
  if (!batch || count === 0) return;
  if (scan.row === 0) checkColumns(name, Object.keys(columns), batch);
  Object.entries(columns).forEach(([column, { kind }], i) => {
    if (!fill(chunk, i, kind, batch.data.children[i], scan.row, count)) throw notUtf8(name, column);
  });
  scan.row += count;
  if (scan.row < batch.numRows) return;
  scan.batch++;
  scan.row = 0;
}

function checkColumns(table: string, names: string[], batch: RecordBatch): void {
  const found = batch.schema.fields.map((field) => field.name);
  if (found.length === names.length && names.every((name, i) => found[i] === name)) return;
  throw new Error(`batch for ${table} has columns ${found.join(', ')}, expected ${names.join(', ')}`);
}

function notUtf8(table: string, column: string): Error {
  return new Error(`${table}.${column} holds bytes that are not UTF-8, expected text`);
}
