/** Results as plain JavaScript: DuckDB writes rows as JSON, and the column types say how to read its texts. */
import { QueryError } from '../../../core/errors.ts';
import { knownOptions } from '../../../options/known-options.ts';
import { duckdb, type DuckDBType, type DuckDBValue } from '../../duckdb/duckdb.ts';
import { streamResult, type OpenResult, type QueryOptions, type Source } from './query.ts';
import { chunkBatch, columnBytes, columnTexts } from './result.ts';
import { isExplain } from '../../meaning/statement.ts';
import { jsonRow, selectFrom, times, wide } from './text.ts';
import * as kind from '../../../options/kinds.ts';

type Chunk = InstanceType<typeof duckdb.DuckDBDataChunk>;
type Choices = Omit<RowOptions, keyof QueryOptions>;

const { DuckDBTypeId: Id } = duckdb;

/** What a value can be; what JavaScript has no type for, such as TIME, INTERVAL and UUID, is text. */
export type Value = null | boolean | number | bigint | string | Date | Uint8Array | Value[] | { [name: string]: Value };

/** A row by the names of its columns. */
export type ResultRow = Record<string, Value>;

/** How `rows` and `streamRows` write the values of each SQL type. */
export interface RowOptions extends QueryOptions {
  /** BIGINT, UBIGINT, HUGEINT, DECIMAL without places: `bigint` by default; `number` throws for one that it would round. */
  integers?: 'bigint' | 'text' | 'number';
  /** DECIMAL with places: exact `text` by default; `number` rounds to 15 to 17 digits. */
  decimals?: 'text' | 'number';
  /**
   *  'iso'|DATE and TIMESTAMP as `date` (default: a Date, without microseconds, TIMESTAMP as UTC) or `iso` (exact text, Z
   * for TIMESTAMPTZ only). Times that a Date cannot hold are text.
   */
  times?: 'date' | 'iso';
  /** BLOB: `bytes`, a Uint8Array, by default. */
  blobs?: 'bytes' | 'hex';
}

/**
 * Returns all rows of a query as objects. JSON columns are parsed; integers beyond ±(2^53 - 1) in them are text. Throws as
 * `query` does, QueryError for an integer that `number` would round, and UsageError for an unknown option.
 */
export async function rows(source: Source, sql: string, options: RowOptions = {}): Promise<ResultRow[]> {
  const all: ResultRow[] = [];
  for await (const some of rowsOfChunks(source, sql, options)) for (const row of some) all.push(row);
  return all;
}

/** Yields the rows of a query one by one, as they are computed; otherwise as `rows`. */
export async function* streamRows(source: Source, sql: string, options: RowOptions = {}): AsyncGenerator<ResultRow> {
  for await (const some of rowsOfChunks(source, sql, options)) yield* some;
}

function rowsOfChunks(source: Source, sql: string, options: RowOptions): AsyncGenerator<ResultRow[]> {
  const { parameters, signal, ...choices } = knownOptions('rows', options, OPTIONS);
  if (isExplain(sql)) return streamResult(source, sql, { parameters, signal }, readTexts);
  const read = ({ names, types }: OpenResult) => {
    const plains = plainsOf(types, choices);
    if (plains) return readPlain(names, types, plains);
    const conversions = new Map(names.map((name, i) => [name, conversionOf(types[i], choices)]));
    return (chunk: Chunk) => parseRows(columnBytes(chunk, 0)).map((row) => convertFields(row, conversions));
  };
  const rewrite = (names: string[], types: DuckDBType[]) => {
    // To plan a second statement takes longer than to read a few plain columns.
    if (plainsOf(types, choices)) return undefined;
    return selectFrom(sql, types.length, [`',' || ${jsonRow(names, types)}`]);
  };
  return streamResult(source, sql, { parameters, signal }, read, rewrite);
}

function readTexts({ schema, types }: OpenResult): (chunk: Chunk) => ResultRow[] {
  return (chunk) =>
    chunkBatch(chunk, schema, types)
      .toArray()
      .map((row) => row.toJSON());
}

const OPTIONS: Record<keyof RowOptions, kind.Kind> = {
  parameters: kind.object,
  signal: kind.signal,
  integers: kind.oneOf('bigint', 'text', 'number'),
  decimals: kind.oneOf('text', 'number'),
  times: kind.oneOf('date', 'iso'),
  blobs: kind.oneOf('bytes', 'hex'),
};

/** Makes a value of the driver's value. */
type Plain = (value: DuckDBValue) => Value;

/** Returns how values of a type are read from the driver; undefined for types that DuckDB writes as JSON. */
function plainOf(type: DuckDBType, { integers = 'bigint', decimals = 'text', times: asTimes = 'date' }: Choices) {
  if (type.alias !== undefined) return undefined;
  if (type instanceof duckdb.DuckDBDecimalType && type.scale > 0)
    return decimals === 'number' ? (value: DuckDBValue) => Number(String(value)) : String;
  if (asTimes === 'date' && type.typeId === Id.TIMESTAMP) return timeOf;
  if (sameInJs.has(type.typeId)) return (value: DuckDBValue) => value as Value;
  return integer64.has(type.typeId)
    ? ({ bigint: asBigint, number: exactNumber, text: String }[integers] as Plain)
    : undefined;
}

const sameInJs = new Set([Id.BOOLEAN, Id.TINYINT, Id.SMALLINT, Id.INTEGER, Id.UTINYINT, Id.USMALLINT, Id.UINTEGER, Id.DOUBLE, Id.VARCHAR]); // prettier-ignore
const integer64 = new Set([Id.BIGINT, Id.UBIGINT, Id.HUGEINT, Id.UHUGEINT]);
const asBigint = (value: DuckDBValue) => value as bigint;

/** Returns the readers of all columns; undefined if one of them has another type. */
function plainsOf(types: readonly DuckDBType[], choices: Choices): Plain[] | undefined {
  const found = types.flatMap((type) => plainOf(type, choices) ?? []);
  return found.length === types.length ? found : undefined;
}

function readPlain(names: readonly string[], types: readonly DuckDBType[], plains: readonly Plain[]) {
  return (chunk: Chunk): ResultRow[] => {
    const columns = plains.map((plain, i): Value[] => {
      if (types[i].typeId === Id.VARCHAR) return columnTexts(chunk, i);
      return chunk.getColumnValues(i).map((value) => (value === null ? null : plain(value)));
    });
    return Array.from({ length: chunk.rowCount }, (_, row) =>
      Object.fromEntries(names.map((name, i) => [name, columns[i][row]])),
    );
  };
}

/** Returns a time as a Date; what a Date cannot hold is ISO text. */
function timeOf(value: DuckDBValue): Value {
  const { micros } = value as duckdb.DuckDBTimestampValue;
  const date = new Date(Number(micros / 1000n) - (micros % 1000n < 0n ? 1 : 0));
  return Number.isNaN(date.getTime()) ? String(value).replace(/^(\d+-\d\d-\d\d) /, '+$1T') : date;
}

/** Each row brings the comma that parts it from the one before. */
function parseRows(bytes: Uint8Array): ResultRow[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', 1);
  return JSON.parse(`[${text}]`) as ResultRow[];
}

/** Makes a value of what JSON has for it; undefined where that is the value. */
type Conversion = ((value: Value) => Value) | undefined;

function converted(value: Value, conversion: Conversion): Value {
  return conversion && value !== null ? conversion(value) : value;
}

function convertFields(row: ResultRow, conversions: ReadonlyMap<string, Conversion>): ResultRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, converted(value, conversions.get(name))]),
  );
}

function conversionOf(type: DuckDBType, choices: Choices): Conversion {
  const inside = (inner: DuckDBType) => conversionOf(inner, choices);
  if (type instanceof duckdb.DuckDBListType || type instanceof duckdb.DuckDBArrayType) {
    const item = inside(type.valueType);
    return item && ((value) => (Array.isArray(value) ? value.map((each) => converted(each, item)) : value));
  }
  if (type instanceof duckdb.DuckDBMapType) {
    const item = inside(type.valueType);
    return item && ofFields(() => item);
  }
  if (type instanceof duckdb.DuckDBUnionType) {
    const members = new Map(type.memberTags.map((tag, i) => [tag, inside(type.memberTypes[i])]));
    return ofFields((tag) => members.get(tag));
  }
  if (type instanceof duckdb.DuckDBStructType) {
    const entries = type.entryTypes.map(inside);
    if (!entries.some((entry) => entry)) return undefined;
    const fields = new Map(type.entryNames.map((name, i) => [name, entries[i]]));
    return (value) => {
      if (Array.isArray(value)) return value.map((each, i) => converted(each, entries[i]));
      return ofFields((name) => fields.get(name))(value);
    };
  }
  return scalarConversion(type, choices);
}

function ofFields(conversionOf: (name: string) => Conversion): NonNullable<Conversion> {
  return (value) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || value instanceof Date || value instanceof Uint8Array) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, converted(each, conversionOf(name))]));
  };
}

function scalarConversion(type: DuckDBType, { integers = 'bigint', ...choices }: Choices): Conversion {
  const { decimals = 'text', times: asTimes = 'date', blobs = 'bytes' } = choices;
  const { typeId } = type;
  if (type instanceof duckdb.DuckDBDecimalType && type.scale > 0) return decimals === 'number' ? Number : undefined;
  if (wide.has(typeId))
    return { bigint: (value: Value) => BigInt(String(value)), number: exactNumber, text: undefined }[integers];
  if (times.has(typeId) || typeId === Id.DATE) return asTimes === 'date' ? dateOf : undefined;
  if (typeId === Id.BLOB)
    return blobs === 'bytes' ? (value) => new Uint8Array(Buffer.from(String(value), 'hex')) : undefined;
  if (typeId === Id.DOUBLE || typeId === Id.FLOAT) return realOf;
  return undefined;
}

function exactNumber(value: Value): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new QueryError(`${String(value)} does not fit a number exactly: choose integers as bigint or text`);
}

/** As `jsonRow` writes times and dates; what JavaScript would read in its own way is left as it is. */
const ISO = /^((?:\d{4}|[+-]\d{6})-\d\d-\d\d)(T[\d:.]+)?Z?$/;

/** A TIMESTAMP has no zone: it is taken for UTC. */
function dateOf(value: Value): Value {
  const [, day, time] = (typeof value === 'string' && ISO.exec(value)) || [];
  const date = day === undefined ? undefined : new Date(time === undefined ? day : `${day}${time}Z`);
  return date && !Number.isNaN(date.getTime()) ? date : value;
}

const reals: Record<string, number> = { nan: NaN, inf: Infinity, '-inf': -Infinity };

function realOf(value: Value): Value {
  return typeof value === 'string' ? (reals[value] ?? value) : value;
}
