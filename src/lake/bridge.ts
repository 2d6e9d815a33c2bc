/**
 * Arrow batches into DuckDB by whole buffers: numbers as they are, texts as one array of `string_t` over one blob.
 * Value by value the driver makes 0.3-0.8M rows/s, this way 2.7M (5 columns, 3 of them texts, one thread).
 *
 * A loader fills a table. What is only passed on, as to Parquet, is read by a table function in half the time: a table
 * takes two copies of each row and statistics.
 */
import { Vector, type Data, type RecordBatch } from 'apache-arrow';
import type { ColumnKind } from '../arrow/columns.ts';
import type { TableSpec } from '../arrow/table.ts';
import { duckdb, native, quoteName, quoteText, type DuckDBConnection, type DuckDBValue } from './duckdb.ts';
import { fastPathWorks } from './bridge-check.ts';

/** The rows of a data chunk: DuckDB's vector size. */
const CHUNK_ROWS = 2048;
/** A `string_t`: length, then 12 bytes of text, or 4 bytes of prefix and a pointer. */
const STRING_BYTES = 16;
const INLINE_BYTES = 12;

const types = {
  int32: duckdb.INTEGER,
  int64: duckdb.BIGINT,
  float64: duckdb.DOUBLE,
  bool: duckdb.BOOLEAN,
  timestamp: duckdb.TIMESTAMP,
  utf8: duckdb.VARCHAR,
  binary: duckdb.BLOB,
} satisfies Record<ColumnKind, duckdb.DuckDBType>;

type NativeVector = ReturnType<typeof native.data_chunk_get_vector>;

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
          if (!fill(chunk, i, kinds[i]!, data, start, count)) throw notUtf8(name, names[i]!);
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
      info.setInitData({ table: info.getBindData(), batch: 0, row: 0 } as Scan);
    },
    mainFunction(info, chunk) {
      try {
        fillNext(chunk, info.getInitData() as Scan, batches, fill);
      } catch (error) {
        info.setError(error instanceof Error ? error.message : String(error));
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
    if (!fill(chunk, i, kind, batch.data.children[i]!, scan.row, count)) throw notUtf8(name, column);
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

type Chunk = InstanceType<typeof duckdb.DuckDBDataChunk>;

/** Fills rows `[start, start + count)` of the column into the chunk; returns false when a text is not UTF-8. */
function fillFast(chunk: Chunk, index: number, kind: ColumnKind, data: Data, start: number, count: number): boolean {
  const vector = native.data_chunk_get_vector(chunk.chunk, index);
  if (data.nullCount > 0) copyValidity(vector, data, start, count);
  switch (kind) {
    case 'int32':
      copyValues(vector, data.values, start, count, 4);
      return true;
    case 'int64':
    case 'timestamp':
    case 'float64':
      copyValues(vector, data.values, start, count, 8);
      return true;
    case 'bool':
      copyBits(vector, data, start, count);
      return true;
    case 'utf8':
    case 'binary':
      return copyStrings(vector, data, start, count);
  }
}

function copyValues(vector: NativeVector, values: ArrayBufferView, start: number, count: number, width: number): void {
  native.copy_data_to_vector(vector, 0, arrayBuffer(values), values.byteOffset + start * width, count * width);
}

/** The driver copies from an ArrayBuffer only; batches that cross threads by transfer have one. */
function arrayBuffer(view: ArrayBufferView): ArrayBuffer {
  if (view.buffer instanceof ArrayBuffer) return view.buffer;
  throw new Error('a batch in shared memory cannot be loaded: expected an ArrayBuffer');
}

const bytes = new Uint8Array(CHUNK_ROWS);

function copyBits(vector: NativeVector, data: Data, start: number, count: number): void {
  const bits: Uint8Array = data.values;
  const first = data.offset + start;
  for (let row = 0; row < count; row++) bytes[row] = (bits[(first + row) >> 3]! >> ((first + row) & 7)) & 1;
  native.copy_data_to_vector(vector, 0, bytes.buffer, 0, count);
}

const validity = new Uint8Array(CHUNK_ROWS / 8);

function copyValidity(vector: NativeVector, data: Data, start: number, count: number): void {
  const bits: Uint8Array = data.nullBitmap;
  const first = data.offset + start;
  const length = (count + 7) >> 3;
  const shift = first & 7;
  const from = first >> 3;
  for (let i = 0; i < length; i++)
    validity[i] = (bits[from + i]! >> shift) | ((bits[from + i + 1] ?? 0) << (8 - shift));
  native.vector_ensure_validity_writable(vector);
  native.copy_data_to_vector_validity(vector, 0, validity.buffer, 0, length);
}

const strings = new Uint32Array(CHUNK_ROWS * 4);
const stringBytes = new Uint8Array(strings.buffer);
const padded = new Uint8Array(INLINE_BYTES + 1);

function copyStrings(vector: NativeVector, data: Data, start: number, count: number): boolean {
  const offsets: Int32Array = data.valueOffsets;
  const text: Uint8Array = data.values;
  const from = offsets[start]!;
  const blob = ownBlob(vector, text, from, offsets[start + count]!);
  if (blob === undefined) return false;
  const [low, high] = blob;
  let begin = from;
  for (let row = 0, at = 0; row < count; row++, at += 4) {
    const end = offsets[start + row + 1]!;
    const length = end - begin;
    strings[at] = length;
    if (length <= INLINE_BYTES) {
      strings[at + 1] = strings[at + 2] = strings[at + 3] = 0;
      for (let i = begin, to = at * 4 + 4; i < end; i++) stringBytes[to++] = text[i]!;
    } else {
      strings[at + 1] = text[begin]! | (text[begin + 1]! << 8) | (text[begin + 2]! << 16) | (text[begin + 3]! << 24);
      const address = low + (begin - from);
      strings[at + 2] = address;
      strings[at + 3] = high + (address >= 4294967296 ? 1 : 0);
    }
    begin = end;
  }
  native.copy_data_to_vector(vector, 0, strings.buffer, 0, count * STRING_BYTES);
  return true;
}

/**
 * Gives `text[from, to)` to the vector, which copies it, and returns where the copy lies (low and high half of the address),
 * or nothing when the vector refused it. A text of 12 bytes would be stored inline and have no address, hence the padding.
 */
function ownBlob(vector: NativeVector, text: Uint8Array, from: number, to: number): [number, number] | undefined {
  let blob = text.subarray(from, to);
  if (blob.length <= INLINE_BYTES) {
    padded.fill(0).set(blob);
    blob = padded;
  }
  native.vector_assign_string_element_len(vector, 0, blob);
  const { buffer, byteOffset } = native.vector_get_data(vector, STRING_BYTES);
  const [length, , low, high] = new Uint32Array(buffer, byteOffset, 4);
  return length === blob.length ? [low!, high!] : undefined;
}

/** The same through the driver's public methods. */
function fillSlow(chunk: Chunk, index: number, kind: ColumnKind, data: Data, start: number, count: number): boolean {
  const vector = new Vector([data]);
  const values: DuckDBValue[] = [];
  for (let row = start; row < start + count; row++) values.push(slowValue(kind, data, vector, row));
  chunk.setColumnValues(index, values);
  return true;
}

function slowValue(kind: ColumnKind, data: Data, vector: Vector, row: number): DuckDBValue {
  if (!vector.isValid(row)) return null;
  if (kind === 'timestamp') return new duckdb.DuckDBTimestampValue(data.values[row]);
  const value = vector.get(row);
  return kind === 'binary' ? new duckdb.DuckDBBlobValue(value) : value;
}
