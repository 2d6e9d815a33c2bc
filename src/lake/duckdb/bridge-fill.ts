/** Columns of Arrow into chunks of DuckDB. */
import { Vector, type Data } from 'apache-arrow';
import type { ColumnKind } from '../../arrow/columns.ts';
import { duckdb, native, type DuckDBValue } from './duckdb.ts';

/** The rows of a data chunk: DuckDB's vector size. */
export const CHUNK_ROWS = 2048;
/** A `string_t`: length, then 12 bytes of text, or 4 bytes of prefix and a pointer. */
const STRING_BYTES = 16;
const INLINE_BYTES = 12;

/** What a kind of column is in DuckDB. */
export const types = {
  int32: duckdb.INTEGER,
  int64: duckdb.BIGINT,
  float64: duckdb.DOUBLE,
  bool: duckdb.BOOLEAN,
  timestamp: duckdb.TIMESTAMP,
  utf8: duckdb.VARCHAR,
  binary: duckdb.BLOB,
} satisfies Record<ColumnKind, duckdb.DuckDBType>;

type NativeVector = ReturnType<typeof native.data_chunk_get_vector>;

/** Rows that DuckDB takes at a time. */
export type DataChunk = InstanceType<typeof duckdb.DuckDBDataChunk>;

/** Fills rows `[start, start + count)` of the column into the chunk; returns false when a text is not UTF-8. */
export function fillFast(
  chunk: DataChunk,
  index: number,
  kind: ColumnKind,
  data: Data,
  start: number,
  count: number,
): boolean {
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
  for (let row = 0; row < count; row++) bytes[row] = (bits[(first + row) >> 3] >> ((first + row) & 7)) & 1;
  native.copy_data_to_vector(vector, 0, bytes.buffer, 0, count);
}

const validity = new Uint8Array(CHUNK_ROWS / 8);

function copyValidity(vector: NativeVector, data: Data, start: number, count: number): void {
  const bits: Uint8Array = data.nullBitmap;
  const first = data.offset + start;
  const length = (count + 7) >> 3;
  const shift = first & 7;
  const from = first >> 3;
  for (let i = 0; i < length; i++) validity[i] = (bits[from + i] >> shift) | ((bits[from + i + 1] ?? 0) << (8 - shift));
  native.vector_ensure_validity_writable(vector);
  native.copy_data_to_vector_validity(vector, 0, validity.buffer, 0, length);
}

const strings = new Uint32Array(CHUNK_ROWS * 4);
const stringBytes = new Uint8Array(strings.buffer);
const padded = new Uint8Array(INLINE_BYTES + 1);

function copyStrings(vector: NativeVector, data: Data, start: number, count: number): boolean {
  const offsets: Int32Array = data.valueOffsets;
  const text: Uint8Array = data.values;
  const from = offsets[start];
  const blob = ownBlob(vector, text, from, offsets[start + count]);
  if (blob === undefined) return false;
  const [low, high] = blob;
  let begin = from;
  for (let row = 0, at = 0; row < count; row++, at += 4) {
    const end = offsets[start + row + 1];
    const length = end - begin;
    strings[at] = length;
    if (length <= INLINE_BYTES) {
      strings[at + 1] = strings[at + 2] = strings[at + 3] = 0;
      for (let i = begin, to = at * 4 + 4; i < end; i++) stringBytes[to++] = text[i]!;
    } else {
      strings[at + 1] = text[begin] | (text[begin + 1] << 8) | (text[begin + 2] << 16) | (text[begin + 3] << 24);
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
  return length === blob.length ? [low, high] : undefined;
}

/** Does what `fillFast` does, value by value through the driver's public methods. */
export function fillSlow(
  chunk: DataChunk,
  index: number,
  kind: ColumnKind,
  data: Data,
  start: number,
  count: number,
): boolean {
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
