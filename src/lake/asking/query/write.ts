/** Results in the formats of files. The text is made by DuckDB and passed on as bytes. */
import * as kind from '../../../options/kinds.ts';
import { knownOptions, type Kinds } from '../../../options/known-options.ts';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import {
  AsyncByteQueue,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  type RecordBatch,
  type Schema,
} from 'apache-arrow';
import { QueryError, UsageError } from '../../../core/errors.ts';
import { pieces } from '../../../core/in-pieces.ts';
import { duckdb, quoteName, quoteText, type DuckDBType } from '../../duckdb/duckdb.ts';
import { query, withResult, type GuestOptions, type OpenResult, type QueryOptions, type Source } from './query.ts';
import { chunkBatch, columnBytes } from './result.ts';
import { isExplain } from '../../meaning/statement.ts';
import { columnName, csvName, csvRow, jsonRow, selectFrom, shownText } from './text.ts';

/** What results can be written as; `arrow` is an Arrow IPC file, `arrows` an Arrow IPC stream. */
export const formats = ['json', 'ndjson', 'csv', 'parquet', 'arrow', 'arrows'] as const;
/** Name of an output format: one of `formats`. */
export type Format = (typeof formats)[number];

export interface WriteOptions extends GuestOptions {
  format: Format;
  output: Writable;
  /** Whether CSV begins with the names of the columns. */
  header?: boolean;
  /** The first so many rows, and no more. */
  limit?: number;
}

const QUERY_OPTIONS: Kinds<QueryOptions> = { parameters: kind.object, signal: kind.signal };

const WRITE_OPTIONS: Kinds<WriteOptions> = {
  ...QUERY_OPTIONS,
  hidesPlaces: kind.flag,
  // `checkFormat` names what there is.
  format: { expected: 'a format', read: (value) => value },
  output: kind.object,
  header: kind.flag,
  limit: kind.whole(0),
};

type RowOptions = GuestOptions & { limit?: number };

/** Throws UsageError for a format that is not one of these. */
export function checkFormat(format: unknown, allowed: readonly Format[] = formats): void {
  if (allowed.some((known) => known === format)) return;
  const found = format === undefined ? 'missing' : JSON.stringify(format);
  throw new UsageError(`format is ${found}, expected one of ${allowed.join(', ')}`);
}

/**
 * Streams the rows of a query to the output, which stays open; returns their number. Throws as `query` does; the output is
 * then incomplete. Throws UsageError for an unknown format.
 */
export async function writeQuery(source: Source, sql: string, asked: WriteOptions): Promise<number> {
  const { format, output, header = true, ...options } = knownOptions('writeQuery', asked, WRITE_OPTIONS);
  checkFormat(format);
  switch (format) {
    case 'json':
      return writeJson(source, sql, output, options);
    case 'ndjson':
      return writeText(source, sql, output, options, (names, types) => `${jsonRow(names, types)} || chr(10)`);
    case 'csv':
      return writeText(
        source,
        sql,
        output,
        options,
        (_, types) => `${csvRow(types)} || chr(10)`,
        header ? csvHeader : undefined,
      );
    case 'parquet':
      return writeParquet(source, sql, output, options);
    case 'arrow':
    case 'arrows':
      return writeArrow(source, sql, format, output, options);
  }
}

/** A result for printing: all values as text, null as null. */
export interface TextTable {
  /** Name and SQL type of each column, in the order of the result. */
  columns: { name: string; type: string }[];
  /** The rows, each with one text per column; null stands for SQL NULL. */
  rows: (string | null)[][];
}

/** Returns the first `limit` rows of a query as text; throws as `query` does. */
export async function queryText(
  source: Source,
  sql: string,
  asked: QueryOptions & { limit: number },
): Promise<TextTable> {
  const { limit, ...options } = knownOptions('queryText', asked, { ...QUERY_OPTIONS, limit: kind.whole(0) });
  if (isExplain(sql)) return explainText(source, sql, options);
  const rewrite = (_: string[], types: DuckDBType[]) => {
    const texts = types.map((type, i) => shownText(columnName(i), type));
    return selectFrom(sql, types.length, texts, limit);
  };
  const collect = async ({ names, types, chunks }: OpenResult): Promise<TextTable> => {
    const columns = names.map((name, i) => ({ name, type: String(types[i]) }));
    const rows: (string | null)[][] = [];
    for await (const chunk of chunks()) {
      for (const row of chunk.getRows()) rows.push(row.map((value) => (value === null ? null : String(value))));
    }
    return { columns, rows };
  };
  return withResult(source, sql, options, collect, rewrite);
}

/** Returns the plan, a row for each of its lines. */
async function explainText(source: Source, sql: string, options: QueryOptions): Promise<TextTable> {
  const table = await query(source, sql, options);
  const name = table.schema.fields.at(-1)!.name;
  const lines = table.toArray().flatMap((row) => String(row?.[name]).trimEnd().split('\n'));
  return { columns: [{ name, type: 'VARCHAR' }], rows: lines.map((line) => [line]) };
}

type RowText = (names: string[], types: DuckDBType[]) => string;

async function writeText(
  source: Source,
  sql: string,
  output: Writable,
  options: RowOptions,
  row: RowText,
  header?: (names: string[]) => string,
): Promise<number> {
  checkNotExplain(sql);
  const copy = async ({ names, chunks }: OpenResult) => {
    if (header) await send(output, header(names), options);
    let rows = 0;
    for await (const chunk of chunks()) {
      rows += chunk.rowCount;
      await send(output, columnBytes(chunk, 0), options);
    }
    return rows;
  };
  const { limit } = options;
  const rewrite: RowText = (names, types) => selectFrom(sql, types.length, [row(names, types)], limit);
  return withResult(source, sql, options, copy, rewrite);
}

function csvHeader(names: string[]): string {
  return names.map(csvName).join(',') + '\n';
}

/** Each row brings the comma that parts it from the one before; the first one's is left out. */
async function writeJson(source: Source, sql: string, output: Writable, options: RowOptions): Promise<number> {
  checkNotExplain(sql);
  const copy = async ({ chunks }: OpenResult) => {
    let rows = 0;
    await send(output, '[', options);
    for await (const chunk of chunks()) {
      await send(output, columnBytes(chunk, 0).subarray(rows === 0 ? 1 : 0), options);
      rows += chunk.rowCount;
    }
    await send(output, rows === 0 ? ']\n' : '\n]\n', options);
    return rows;
  };
  const rewrite: RowText = (names, types) => {
    return selectFrom(sql, types.length, [`',' || chr(10) || ${jsonRow(names, types)}`], options.limit);
  };
  return withResult(source, sql, options, copy, rewrite);
}

async function writeArrow(
  source: Source,
  sql: string,
  format: ArrowFormat,
  output: Writable,
  options: RowOptions,
): Promise<number> {
  const { limit } = options;
  const copy = async ({ schema, types, chunks }: OpenResult) => {
    const writer = createArrowWriter(format, schema, output, options);
    const turn = pieces();
    for await (const chunk of chunks()) {
      const batch = chunkBatch(chunk, schema, types);
      await turn();
      await writer.write(batch);
    }
    return writer.end();
  };
  const limited: RowText = (names) =>
    selectFrom(
      sql,
      names.length,
      names.map((_, i) => columnName(i)),
      limit,
    );
  return withResult(source, sql, options, copy, limit === undefined || isExplain(sql) ? undefined : limited);
}

type ArrowFormat = Extract<Format, 'arrow' | 'arrows'>;

/** Writes batches of one schema to an output as one Arrow IPC file or stream; `end` returns how many rows there were. */
export function createArrowWriter(
  format: ArrowFormat,
  schema: Schema,
  output: Writable,
  options: Pick<QueryOptions, 'signal'>,
) {
  const parts = new Parts();
  const writer = format === 'arrow' ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
  writer.reset(parts, schema);
  let rows = 0;
  const pass = async () => {
    for (const part of parts.take()) await send(output, part, options);
  };
  return {
    async write(batch: RecordBatch): Promise<void> {
      rows += batch.numRows;
      writer.write(batch);
      await pass();
    },
    async end(): Promise<number> {
      writer.close();
      await pass();
      return rows;
    },
  };
}

/** Arrow's own queue would take in batches faster than the output takes them: here they are handed out one by one. */
class Parts extends AsyncByteQueue<Uint8Array> {
  #parts: Uint8Array[] = [];

  take(): Uint8Array[] {
    return this.#parts.splice(0);
  }

  override write(part: Uint8Array): void {
    this.#parts.push(part);
  }
}

/**
 * DuckDB writes the file into the spool, from where it is passed on. HUGEINT would become DOUBLE in Parquet and lose digits,
 * so it is written as text; a bloom filter would hide the values of a BLOB column from DuckDB 1.5.5.
 */
async function writeParquet(source: Source, sql: string, output: Writable, options: RowOptions): Promise<number> {
  checkNotExplain(sql);
  await mkdir(source.spool, { recursive: true });
  const file = join(source.spool, `${crypto.randomUUID()}.parquet`);
  try {
    const rows = await copyToFile(source, sql, file, options);
    for await (const part of createReadStream(file, { highWaterMark: 1 << 20 })) await send(output, part, options);
    return rows;
  } finally {
    await rm(file, { force: true });
  }
}

async function copyToFile(source: Source, sql: string, file: string, options: RowOptions): Promise<number> {
  const rewrite: RowText = (names, types) => {
    const columns = names.map((name, i) => `${parquetValue(columnName(i), types[i])} as ${quoteName(name)}`);
    const hasBlob = types.some(({ typeId }) => typeId === duckdb.DuckDBTypeId.BLOB);
    const filter = hasBlob ? ', write_bloom_filter false' : '';
    const select = selectFrom(sql, types.length, columns, options.limit);
    return `copy (${select}) to ${quoteText(file)} (format parquet, compression zstd${filter})`;
  };
  const count = async ({ chunks }: OpenResult) => {
    for await (const chunk of chunks()) return Number(chunk.getRows()[0][0]);
    return 0;
  };
  return withResult(source, sql, options, count, rewrite);
}

function parquetValue(expression: string, { typeId }: DuckDBType): string {
  const { HUGEINT, UHUGEINT } = duckdb.DuckDBTypeId;
  return typeId === HUGEINT || typeId === UHUGEINT ? `${expression}::varchar` : expression;
}

function checkNotExplain(sql: string): void {
  if (isExplain(sql)) throw new QueryError('the result of EXPLAIN is for tables and arrow only');
}

/** Resolves when the output takes more; rejects when it fails or is closed, and with the signal's reason when that is aborted. */
async function send(
  output: Writable,
  part: Uint8Array | string,
  { signal }: Pick<QueryOptions, 'signal'>,
): Promise<void> {
  signal?.throwIfAborted();
  if (output.destroyed) throw output.errored ?? new Error('the output was closed');
  if (output.write(part)) return;
  await once(output, 'drain', { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}
