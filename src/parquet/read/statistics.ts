/** What the footer of a file says of its columns: their types, and counts and bounds over all row groups. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { namingFile, readFullySync } from '../../core/open-files.ts';
import { repetitions } from '../format.ts';
import { footerLength, TAIL } from './footer.ts';
import { readElements, valueTypeOf, type SchemaElement } from './schema-reader.ts';
import { ThriftReader } from './thrift-reader.ts';

/** An element of a schema with those below it. */
export interface SchemaField {
  name: string;
  isRepeated: boolean;
  /** DuckDB's name of its type, `blob` for bytes without a meaning; undefined for a group and for a type that is not read. */
  type?: string;
  fields: SchemaField[];
}

/** Figures of a column that has values of its own, over all row groups. */
export interface LeafStatistics {
  values: number;
  nulls: number;
  /** Compressed. */
  bytes: number;
  /** As Parquet holds values; undefined if a row group has values without bounds. */
  min?: Uint8Array;
  max?: Uint8Array;
}

export interface FileStatistics {
  rows: number;
  /** Size of the file. */
  bytes: number;
  fields: SchemaField[];
  /** The columns that have values, in the order of the schema. */
  leaves: LeafStatistics[];
  /** Where each row group begins. */
  starts: number[];
}

/** How many bytes of a file's end are read at once: most footers are shorter. */
const END_BYTES = 64 * 1024;

/**
 * Returns what the footer of a file says. It reads synchronously: calls to the thread pool would take longer. Throws system
 * errors, and a RangeError if the file is damaged or encrypted.
 */
export function readStatistics(path: string): FileStatistics {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = readPiece(file, Math.max(0, size - END_BYTES), size);
    const length = footerLength(end.subarray(Math.max(0, end.length - TAIL)), size);
    if (length === undefined) throw new RangeError('it is encrypted');
    const last = size - TAIL;
    const isWhole = length + TAIL <= end.length;
    const footer = isWhole ? end.subarray(end.length - TAIL - length, -TAIL) : readPiece(file, last - length, last);
    return { ...statisticsIn(footer), bytes: size };
  } catch (error) {
    if (!(error instanceof RangeError)) throw namingFile(error, path);
    throw new RangeError(`${path} is damaged in its footer: ${error.message}`, { cause: error });
  } finally {
    closeSync(file);
  }
}

function readPiece(file: number, start: number, end: number): Buffer {
  const piece = Buffer.allocUnsafe(end - start);
  const read = readFullySync(file, piece, start);
  if (read < piece.length) throw new RangeError(`it ends at ${start + read}`);
  return piece;
}

/** Bounds by leaf type, so that row groups can be compared. */
interface RunningLeaf extends LeafStatistics {
  type: string | undefined;
  isUnbounded: boolean;
}

function statisticsIn(footer: Uint8Array): Omit<FileStatistics, 'bytes'> {
  const reader = new ThriftReader(footer);
  const found: Omit<FileStatistics, 'bytes' | 'leaves'> = { rows: 0, fields: [], starts: [] };
  const leaves: RunningLeaf[] = [];
  reader.struct((id, type) => {
    if (id === 2) {
      const elements = readElements(reader, type);
      found.fields = fieldsOf(elements);
      for (const element of elements.slice(1)) {
        if (element.children > 0) continue;
        leaves.push({ type: leafType(element), values: 0, nulls: 0, bytes: 0, isUnbounded: false });
      }
    } else if (id === 3) found.rows = reader.integer(type);
    else if (id === 4) reader.list(type, (item) => found.starts.push(readGroup(reader, item, leaves)));
    else reader.skip(type);
  });
  return {
    ...found,
    leaves: leaves.map(({ values, nulls, bytes, min, max, isUnbounded }) => {
      return { values, nulls, bytes, ...(!isUnbounded && min && max && { min, max }) };
    }),
  };
}

function fieldsOf(elements: readonly SchemaElement[]): SchemaField[] {
  let at = 0;
  const take = (): SchemaField => {
    const element = elements[at++] as SchemaElement | undefined;
    if (!element) throw new RangeError('the schema ends too early');
    const { name, repetition, children } = element;
    const type = children === 0 ? leafType(element) : undefined;
    const fields = Array.from({ length: children }, take);
    return { name, isRepeated: repetition === REPEATED, ...(type !== undefined && { type }), fields };
  };
  return take().fields;
}

const REPEATED = repetitions.optional + 1;
const BYTE_ARRAY = 6;

function leafType(element: SchemaElement): string | undefined {
  const isPlain = element.converted === undefined && element.logical === undefined;
  if (element.type === BYTE_ARRAY && isPlain) return 'blob';
  return valueTypeOf(element).type;
}

/** Adds the columns of a row group to the leaves, and returns where it begins. */
function readGroup(reader: ThriftReader, item: number, leaves: readonly RunningLeaf[]): number {
  let start = Infinity;
  reader.structIn(item, (id, type) => {
    if (id !== 1) return reader.skip(type);
    let next = 0;
    reader.list(type, (chunk) => {
      const leaf = leaves[next++] as RunningLeaf | undefined;
      if (!leaf) throw new RangeError('a row group has more columns than the schema');
      reader.structIn(chunk, (id, type) => {
        if (id === 3) start = Math.min(start, readChunk(reader, type, leaf));
        else reader.skip(type);
      });
    });
  });
  return start;
}

/** Adds a column of a row group, and returns where it begins. */
function readChunk(reader: ThriftReader, type: number, leaf: RunningLeaf): number {
  let [data, dictionary, values] = [0, 0, 0];
  let own: ChunkBounds = { nulls: 0 };
  reader.structIn(type, (id, type) => {
    if (id === 5) values = reader.integer(type);
    else if (id === 7) leaf.bytes += reader.integer(type);
    else if (id === 9) data = reader.integer(type);
    else if (id === 11) dictionary = reader.integer(type);
    else if (id === 12) own = readBounds(reader, type);
    else reader.skip(type);
  });
  leaf.values += values;
  leaf.nulls += own.nulls;
  if (own.min && own.max) widen(leaf, own.min, own.max);
  else if (own.nulls < values) leaf.isUnbounded = true;
  return dictionary > 0 && dictionary < data ? dictionary : data;
}

interface ChunkBounds {
  nulls: number;
  min?: Uint8Array;
  max?: Uint8Array;
}

function readBounds(reader: ThriftReader, type: number): ChunkBounds {
  const found: ChunkBounds = { nulls: 0 };
  reader.structIn(type, (id, type) => {
    if (id === 3) found.nulls = reader.integer(type);
    else if (id === 5) found.max = reader.binary(type);
    else if (id === 6) found.min = reader.binary(type);
    else reader.skip(type);
  });
  return found;
}

function widen(leaf: RunningLeaf, min: Uint8Array, max: Uint8Array): void {
  if (!leaf.min || compareBounds(leaf.type, min, leaf.min) < 0) leaf.min = min;
  if (!leaf.max || compareBounds(leaf.type, max, leaf.max) > 0) leaf.max = max;
}

/** Compares two values as Parquet holds them: texts and bytes byte by byte, numbers by their size. */
function compareBounds(type: string | undefined, a: Uint8Array, b: Uint8Array): number {
  if (type === 'varchar' || type === 'json' || type === 'blob') return Buffer.compare(a, b);
  const [x, y] = type === 'double' ? [doubleIn(a), doubleIn(b)] : [integerIn(a), integerIn(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function doubleIn(bytes: Uint8Array): number {
  return Buffer.from(bytes).readDoubleLE();
}

/** Returns a whole number that lies with its lowest byte first. */
export function integerIn(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]);
  return BigInt.asIntN(bytes.length * 8, value);
}
