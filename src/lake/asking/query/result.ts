/** DuckDB results as Arrow batches: buffers are taken over as they are, texts in as few reads as their addresses allow. */
import * as arrow from 'apache-arrow';
import { JsonBatch } from '../../../arrow/json-rows.ts';
import { duckdb, native, type DuckDBType } from '../../duckdb/duckdb.ts';

type NativeVector = ReturnType<typeof native.data_chunk_get_vector>;
type Chunk = InstanceType<typeof duckdb.DuckDBDataChunk>;

const { DuckDBTypeId: Id } = duckdb;

/** Types whose values lie in memory as Arrow wants them, and how many bytes a value takes. */
const fixed = new Map<duckdb.DuckDBTypeId, [arrow.DataType, number]>([
  [Id.TINYINT, [new arrow.Int8(), 1]],
  [Id.SMALLINT, [new arrow.Int16(), 2]],
  [Id.INTEGER, [new arrow.Int32(), 4]],
  [Id.BIGINT, [new arrow.Int64(), 8]],
  [Id.UTINYINT, [new arrow.Uint8(), 1]],
  [Id.USMALLINT, [new arrow.Uint16(), 2]],
  [Id.UINTEGER, [new arrow.Uint32(), 4]],
  [Id.UBIGINT, [new arrow.Uint64(), 8]],
  [Id.FLOAT, [new arrow.Float32(), 4]],
  [Id.DOUBLE, [new arrow.Float64(), 8]],
  [Id.DATE, [new arrow.DateDay(), 4]],
  [Id.TIMESTAMP, [new arrow.TimestampMicrosecond(), 8]],
  [Id.TIMESTAMP_S, [new arrow.TimestampSecond(), 8]],
  [Id.TIMESTAMP_MS, [new arrow.TimestampMillisecond(), 8]],
  [Id.TIMESTAMP_NS, [new arrow.TimestampNanosecond(), 8]],
  [Id.TIMESTAMP_TZ, [new arrow.TimestampMicrosecond('UTC'), 8]],
  [Id.HUGEINT, [new arrow.Decimal(0, 38), 16]],
]);

/**
 * Returns the Arrow type of a DuckDB type. DECIMAL becomes Decimal128 and HUGEINT Decimal128(38, 0);
 * types that have no column of their own in Arrow (TIME, INTERVAL, UUID, ENUM, MAP, ...) become Utf8.
 */
function arrowType(type: DuckDBType): arrow.DataType {
  if (type instanceof duckdb.DuckDBDecimalType) return new arrow.Decimal(type.scale, type.width);
  if (type instanceof duckdb.DuckDBListType) return new arrow.List(field('item', type.valueType));
  if (type instanceof duckdb.DuckDBStructType) {
    return new arrow.Struct(type.entryNames.map((name, i) => field(name, type.entryTypes[i])));
  }
  if (type.typeId === Id.BOOLEAN) return new arrow.Bool();
  if (type.typeId === Id.BLOB) return new arrow.Binary();
  return fixed.get(type.typeId)?.[0] ?? new arrow.Utf8();
}

function field(name: string, type: DuckDBType): arrow.Field {
  return new arrow.Field(name, arrowType(type), true);
}

/** Returns the Arrow schema of a result. */
export function resultSchema(names: readonly string[], types: readonly DuckDBType[]): arrow.Schema {
  return new arrow.Schema(names.map((name, i) => field(name, types[i])));
}

/** Returns the chunk's rows as an Arrow batch. */
export function chunkBatch(chunk: Chunk, schema: arrow.Schema, types: readonly DuckDBType[]): JsonBatch {
  const length = chunk.rowCount;
  const children = types.map((type, i) => readVector(native.data_chunk_get_vector(chunk.chunk, i), type, length));
  const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length, nullCount: 0, children });
  return new JsonBatch(schema, data);
}

/** Returns the texts of a VARCHAR column one after another, as bytes. */
export function columnBytes(chunk: Chunk, column: number): Uint8Array {
  const vector = native.data_chunk_get_vector(chunk.chunk, column);
  return readStrings(vector, new arrow.Utf8(), chunk.rowCount).values;
}

/** Returns the texts of a VARCHAR column. */
export function columnTexts(chunk: Chunk, column: number): (string | null)[] {
  const vector = native.data_chunk_get_vector(chunk.chunk, column);
  const { inline, parts, offsets, pieceOf, fromOf, nullBitmap } = findStrings(vector, chunk.rowCount);
  const [own, others] = [asBuffer(inline), parts.map(asBuffer)];
  return Array.from({ length: chunk.rowCount }, (_, row) => {
    if (nullBitmap && !((nullBitmap[row >> 3] >> (row & 7)) & 1)) return null;
    const from = fromOf(row);
    const source = pieceOf[row] < 0 ? own : others[pieceOf[row]];
    return source.toString('utf8', from, from + offsets[row + 1] - offsets[row]);
  });
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

function readVector(vector: NativeVector, type: DuckDBType, length: number): arrow.Data {
  if (type instanceof duckdb.DuckDBDecimalType) return readDecimals(vector, type, length);
  if (type instanceof duckdb.DuckDBListType) return readLists(vector, type, length);
  if (type instanceof duckdb.DuckDBStructType) return readStructs(vector, type, length);
  if (type.typeId === Id.BOOLEAN) return readBools(vector, length);
  if (type.typeId === Id.VARCHAR) return readStrings(vector, new arrow.Utf8(), length);
  if (type.typeId === Id.BLOB) return readStrings(vector, new arrow.Binary(), length);
  const layout = fixed.get(type.typeId);
  return layout ? readFixed(vector, layout, length) : readOther(vector, length);
}

function nulls(vector: NativeVector, length: number): { nullCount: number; nullBitmap: Uint8Array | undefined } {
  // The driver's types do not say that nothing comes back when no value is null.
  const bits: Uint8Array | null = native.vector_get_validity(vector, Math.ceil(length / 64) * 8);
  return bits ? { nullCount: -1, nullBitmap: bits } : { nullCount: 0, nullBitmap: undefined };
}

/** A copy of the vector's memory; aligned for any typed array. */
function memory(vector: NativeVector, bytes: number): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = native.vector_get_data(vector, bytes);
  if (buffer instanceof ArrayBuffer && byteOffset === 0) return buffer;
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer;
}

function readFixed(vector: NativeVector, [type, width]: [arrow.DataType, number], length: number): arrow.Data {
  const data = new (type.ArrayType as Uint8ArrayConstructor)(memory(vector, length * width));
  return arrow.makeData({
    type: type as arrow.Int8,
    length,
    ...nulls(vector, length),
    data: data,
  });
}

function readBools(vector: NativeVector, length: number): arrow.Data {
  const bytes = new Uint8Array(memory(vector, length));
  const data = new Uint8Array((length + 7) >> 3);
  for (let row = 0; row < length; row++) if (bytes[row] !== 0) data[row >> 3] |= 1 << (row & 7);
  return arrow.makeData({ type: new arrow.Bool(), length, ...nulls(vector, length), data });
}

/** A decimal takes 2, 4, 8 or 16 bytes by its width; Arrow's always 16. */
function readDecimals(vector: NativeVector, { scale, width }: duckdb.DuckDBDecimalType, length: number): arrow.Data {
  const type = new arrow.Decimal(scale, width);
  const data = width > 18 ? new Uint32Array(memory(vector, length * 16)) : widen(vector, width, length);
  return arrow.makeData({ type, length, ...nulls(vector, length), data });
}

function widen(vector: NativeVector, width: number, length: number): Uint32Array {
  const words = new Int32Array(length * 4);
  if (width > 9) {
    const halves = new Int32Array(memory(vector, length * 8));
    for (let row = 0; row < length; row++) {
      words[row * 4] = halves[row * 2]!;
      words[row * 4 + 1] = halves[row * 2 + 1]!;
      words.fill(halves[row * 2 + 1] >> 31, row * 4 + 2, row * 4 + 4);
    }
  } else {
    const values = width > 4 ? new Int32Array(memory(vector, length * 4)) : new Int16Array(memory(vector, length * 2));
    for (let row = 0; row < length; row++) {
      words[row * 4] = values[row]!;
      words.fill(values[row] >> 31, row * 4 + 1, row * 4 + 4);
    }
  }
  return new Uint32Array(words.buffer);
}

function readStructs(vector: NativeVector, type: duckdb.DuckDBStructType, length: number): arrow.Data {
  const children = type.entryTypes.map((child, i) =>
    readVector(native.struct_vector_get_child(vector, i), child, length),
  );
  return arrow.makeData({ type: arrowType(type) as arrow.Struct, length, ...nulls(vector, length), children });
}

function readLists(vector: NativeVector, type: duckdb.DuckDBListType, length: number): arrow.Data {
  const { nullCount, nullBitmap } = nulls(vector, length);
  const entries = new BigUint64Array(memory(vector, length * 16));
  const valueOffsets = new Int32Array(length + 1);
  const starts: number[] = [];
  for (let row = 0; row < length; row++) {
    const isNull = nullBitmap && !((nullBitmap[row >> 3] >> (row & 7)) & 1);
    starts.push(Number(entries[row * 2]));
    valueOffsets[row + 1] = valueOffsets[row] + (isNull ? 0 : Number(entries[row * 2 + 1]));
  }
  const items = native.list_vector_get_size(vector);
  const all = readVector(native.list_vector_get_child(vector), type.valueType, items);
  const inOrder = starts.every(
    (start, row) => start === valueOffsets[row] || valueOffsets[row] === valueOffsets[row + 1],
  );
  const child = inOrder ? all : gather(all, starts, valueOffsets);
  return arrow.makeData({ type: arrowType(type) as arrow.List, length, nullCount, nullBitmap, valueOffsets, child });
}

/** Lists need not lie in the order of their rows: a result that reuses the lists of its source has them anywhere. */
function gather(all: arrow.Data, starts: number[], offsets: Int32Array): arrow.Data {
  const vector = new arrow.Vector([all]);
  const builder = arrow.makeBuilder({ type: all.type, nullValues: [null] });
  starts.forEach((start, row) => {
    const count = offsets[row + 1] - offsets[row];
    for (let i = 0; i < count; i++) builder.append(vector.get(start + i));
  });
  return builder.finish().flush();
}

function readOther(vector: NativeVector, length: number): arrow.Data {
  const values = duckdb.DuckDBVector.create(vector, length);
  const builder = arrow.makeBuilder({ type: new arrow.Utf8(), nullValues: [null] });
  for (let row = 0; row < length; row++) {
    const value = values.getItem(row);
    builder.append(value === null ? null : String(value));
  }
  return builder.finish().flush();
}

/** Two texts are read at once when less than this lies between them: then both pages, and so all between, are mapped. */
const NEAR_BYTES = 64;
const INLINE_BYTES = 12;

interface Piece {
  /** Where in the `string_t` array an address of its first byte is. */
  at: number;
  start: number;
  end: number;
}

function readStrings(vector: NativeVector, type: arrow.Utf8 | arrow.Binary, length: number): arrow.Data<arrow.Utf8> {
  const { inline, parts, offsets: valueOffsets, pieceOf, fromOf, nullCount, nullBitmap } = findStrings(vector, length);
  const data = new Uint8Array(valueOffsets[length]);
  for (let row = 0; row < length; row++) {
    const to = valueOffsets[row];
    const size = valueOffsets[row + 1] - to;
    const piece = pieceOf[row];
    const source = piece < 0 ? inline : parts[piece];
    const from = fromOf(row);
    if (size > 96) data.set(source.subarray(from, from + size), to);
    else for (let i = 0; i < size; i++) data[to + i] = source[from + i]!;
  }
  return arrow.makeData({ type: type as arrow.Utf8, length, nullCount, nullBitmap, valueOffsets, data });
}

/** Returns where the texts of a vector are: short ones in the vector itself, others in parts of memory, each read once. */
function findStrings(vector: NativeVector, length: number) {
  const found = nulls(vector, length);
  const buffer = memory(vector, length * 16);
  const words = new Uint32Array(buffer);
  const offsets = new Int32Array(length + 1);
  const { pieces, pieceOf } = findPieces(words, found.nullBitmap, length, offsets);
  const parts = pieces.map(({ at, start, end }) => native.get_data_from_pointer(buffer, at, end - start));
  const fromOf = (row: number) => (pieceOf[row] < 0 ? row * 16 + 4 : address(words, row) - pieces[pieceOf[row]].start);
  return { ...found, inline: new Uint8Array(buffer), parts, offsets, pieceOf, fromOf };
}

/** Finds the pieces of memory that the long texts lie in, and fills in the offsets that the texts will have. */
function findPieces(words: Uint32Array, valid: Uint8Array | undefined, length: number, offsets: Int32Array) {
  const pieces: Piece[] = [];
  const byStart = new Map<number, number>();
  const pieceOf = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    const isNull = valid && !((valid[row >> 3] >> (row & 7)) & 1);
    const size = isNull ? 0 : words[row * 4];
    offsets[row + 1] = offsets[row] + size;
    if (size <= INLINE_BYTES) continue;
    const start = address(words, row);
    const last = pieces.at(-1);
    if (last && start >= last.start && start <= last.end + NEAR_BYTES) {
      last.end = Math.max(last.end, start + size);
      pieceOf[row] = pieces.length - 1;
      continue;
    }
    const known = byStart.get(start);
    if (known !== undefined && pieces[known].end >= start + size) {
      pieceOf[row] = known;
      continue;
    }
    pieceOf[row] = pieces.push({ at: row * 16 + 8, start, end: start + size }) - 1;
    byStart.set(start, pieceOf[row]);
  }
  return { pieces, pieceOf };
}

function address(words: Uint32Array, row: number): number {
  return words[row * 4 + 3] * 4294967296 + words[row * 4 + 2];
}
