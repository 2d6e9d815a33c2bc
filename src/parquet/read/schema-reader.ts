/** The columns that a footer tells of, and which of them are read. */
import { repetitions } from '../format.ts';
import type { ThriftReader } from './thrift-reader.ts';
import { thriftTypes } from '../thrift.ts';

/** The kinds of values; `int64` may be microseconds. */
export type ValueKind = 'bool' | 'int32' | 'int64' | 'float64' | 'utf8';

/** A column at the top of a schema. */
export interface FileColumn {
  name: string;
  /** Nothing where its values are not read. */
  kind?: ValueKind;
  /** DuckDB's name of its type, in small letters: `decimal(19,7)`. Nothing where its bounds are not read. */
  type?: string;
  isOptional: boolean;
  /** Its place among the chunks of a row group. */
  index: number;
}

/** What a physical type's values may stand for: DuckDB's type, but of decimals and of what is not read. */
type Meaning = Integer | 'timestamp' | 'timestamp with time zone' | 'date' | 'varchar' | 'json' | 'decimal' | 'other';
type Integer = 'tinyint' | 'smallint' | 'integer' | 'bigint';

/** An element of a schema, before those below it. */
export interface SchemaElement {
  name: string;
  type?: number;
  length?: number;
  repetition?: number;
  children: number;
  converted?: Meaning;
  logical?: Meaning;
  scale?: number;
  precision?: number;
}

const convertedTypes: Readonly<Record<number, Meaning>> = {
  0: 'varchar',
  5: 'decimal',
  6: 'date',
  10: 'timestamp',
  15: 'tinyint',
  16: 'smallint',
  17: 'integer',
  18: 'bigint',
  19: 'json',
};
const logicalTypes: Readonly<Record<number, Meaning>> = { 1: 'varchar', 5: 'decimal', 6: 'date', 12: 'json' };
const TIMESTAMP = 8;
const MICROSECONDS = 2;

const FIXED_BYTES = 7;
/** The physical types that are read, by their numbers: what their values are by themselves, and what else they may stand for. */
const physicalTypes: Readonly<Record<number, { kind?: ValueKind; plain?: string; others: readonly Meaning[] }>> = {
  0: { kind: 'bool', plain: 'boolean', others: [] },
  1: { kind: 'int32', plain: 'integer', others: ['tinyint', 'smallint', 'integer', 'bigint', 'date', 'decimal'] },
  2: {
    kind: 'int64',
    plain: 'bigint',
    others: ['tinyint', 'smallint', 'integer', 'bigint', 'timestamp', 'timestamp with time zone', 'decimal'],
  },
  5: { kind: 'float64', plain: 'double', others: [] },
  6: { kind: 'utf8', others: ['varchar', 'json'] },
  [FIXED_BYTES]: { others: ['decimal'] },
};
const integers: ReadonlySet<Meaning | undefined> = new Set<Integer>(['tinyint', 'smallint', 'integer', 'bigint']);
const INT128_BYTES = 16;
const MOST_DIGITS = 38;

const decoder = new TextDecoder();

/** Reads the schema, a list of elements each of which has its children behind it, the root first. */
export function readFileSchema(reader: ThriftReader, type: number): { columns: FileColumn[]; chunks: number } {
  const elements = readElements(reader, type);
  const columns: FileColumn[] = [];
  let chunks = 0;
  for (let at = 1; at < elements.length;) {
    const element = elements[at];
    const first = chunks;
    // What is below an element ends where none of those before lacks a child.
    for (let open = 1; open > 0; open += elements[at++].children - 1) {
      if (at >= elements.length) throw new RangeError(`the schema ends within ${element.name}`);
      if (elements[at].children === 0) chunks++;
    }
    const isOptional = element.repetition === repetitions.optional;
    columns.push({ name: element.name, ...valueTypeOf(element), isOptional, index: first });
  }
  return { columns, chunks };
}

/** Reads the elements of a schema as they lie. */
export function readElements(reader: ThriftReader, type: number): SchemaElement[] {
  const elements: SchemaElement[] = [];
  reader.list(type, (item) => elements.push(readElement(reader, item)));
  return elements;
}

function readElement(reader: ThriftReader, item: number): SchemaElement {
  const element: SchemaElement = { name: '', children: 0 };
  reader.structIn(item, (id, type) => {
    if (id === 1) element.type = reader.integer(type);
    else if (id === 2) element.length = reader.integer(type);
    else if (id === 3) element.repetition = reader.integer(type);
    else if (id === 4) element.name = decoder.decode(reader.binary(type));
    else if (id === 5) element.children = Math.max(0, reader.integer(type));
    else if (id === 6) element.converted = convertedTypes[reader.integer(type)] ?? 'other';
    else if (id === 7) element.scale = reader.integer(type);
    else if (id === 8) element.precision = reader.integer(type);
    else if (id === 10) element.logical = readLogical(reader, type);
    else reader.skip(type);
  });
  return element;
}

function readLogical(reader: ThriftReader, type: number): Meaning | undefined {
  let meaning: Meaning | undefined = 'other';
  reader.structIn(type, (id, type) => {
    meaning = logicalTypes[id] ?? 'other';
    if (id === TIMESTAMP) meaning = readTimestamp(reader, type);
    else reader.skip(type);
  });
  return meaning;
}

function readTimestamp(reader: ThriftReader, type: number): Meaning {
  let meaning: Meaning = 'timestamp';
  let isRead = false;
  reader.structIn(type, (id, type) => {
    // A flag's type is its value.
    if (id === 1 && type === thriftTypes.true) meaning = 'timestamp with time zone';
    if (id !== 2) return reader.skip(type);
    reader.structIn(type, (unit, type) => {
      if (unit === MICROSECONDS) isRead = true;
      reader.skip(type);
    });
  });
  return isRead ? meaning : 'other';
}

/** Returns the type of an element whose bounds are read, and the kind of its values if these are; nothing for others. */
export function valueTypeOf(element: SchemaElement): Pick<FileColumn, 'kind' | 'type'> {
  const { type, repetition, children, converted, logical } = element;
  if (children > 0 || (repetition !== repetitions.required && repetition !== repetitions.optional)) return {};
  const physical = physicalTypes[type ?? -1];
  if (!physical) return {};
  const { kind, plain, others } = physical;
  // The converted type alone states sign and width of an integer.
  const meaning = integers.has(converted) ? converted : (logical ?? converted);
  if (meaning === undefined) return plain === undefined ? {} : { kind, type: plain };
  if (!others.includes(meaning)) return {};
  if (meaning === 'decimal') return decimalOf(element);
  return meaning === 'date' || meaning === 'json' ? { type: meaning } : { kind, type: meaning };
}

function decimalOf({ type, length, scale = 0, precision = 0 }: SchemaElement): ReturnType<typeof valueTypeOf> {
  if (type === FIXED_BYTES && length !== INT128_BYTES) return {};
  if (precision < 1 || precision > MOST_DIGITS || scale < 0 || scale > precision) return {};
  return { type: `decimal(${precision},${scale})` };
}
