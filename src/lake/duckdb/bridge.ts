/**
 * Passes Arrow batches to DuckDB as whole buffers: 2.7M rows/s (5 columns, one thread); the driver's own way makes 0.3-0.8M.
 * A loader fills a table. Batches for Parquet use a table function (`batch-scan.ts`), which takes half the time.
 */
import type { RecordBatch } from 'apache-arrow';
import type { ColumnKind } from '../../arrow/columns.ts';
import type { TableSpec } from '../../arrow/table.ts';
import { fastPathWorks } from './bridge-check.ts';
import { CHUNK_ROWS, fillFast, fillSlow, types } from './bridge-fill.ts';
import { duckdb, quoteName, type DuckDBConnection } from './duckdb.ts';

/** A declared table as the bridge needs it. */
export type TableShape = Pick<TableSpec, 'name' | 'columns'>;

/** Returns the SQL type that a kind of column has in DuckDB. */
export function sqlType(kind: ColumnKind): string {
  return types[kind].toString();
}

/** Creates the tables in the connection's current schema; throws when one exists. @internal */
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

/** Fills one table. @internal */
export interface Loader {
  /** Appends the batch's rows; throws when its columns are not the table's. */
  append(batch: RecordBatch): void;
  /** Makes the rows visible and ends the loader. */
  close(): void;
  /** Ends the loader without the rows that are not visible yet. */
  discard(): void;
}

/** Returns a loader for a table that exists and whose columns are those declared. @internal */
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
      // Its texts, 11 MB of contract events, would stay until V8 finds the chunk.
      chunk.reset();
      appender.flushSync();
      appender.closeSync();
    },
    discard() {
      chunk.reset();
      appender.clear();
      appender.closeSync();
    },
  };
}

/** Returns what fills chunks: by default the fast way where it works. @internal */
export async function fillBy(path: BridgeOptions['path']): Promise<typeof fillFast> {
  const isFast = path ? path === 'fast' : await fastPathWorks();
  return isFast ? fillFast : fillSlow;
}

/** Throws when a batch has other columns than its table. */
export function checkColumns(table: string, names: string[], batch: RecordBatch): void {
  const found = batch.schema.fields.map((field) => field.name);
  if (found.length === names.length && names.every((name, i) => found[i] === name)) return;
  throw new Error(`batch for ${table} has columns ${found.join(', ')}, expected ${names.join(', ')}`);
}

/** Returns the error for a text that DuckDB does not take. */
export function notUtf8(table: string, column: string): Error {
  return new Error(`${table}.${column} holds bytes that are not UTF-8, expected text`);
}
