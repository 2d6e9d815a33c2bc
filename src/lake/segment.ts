/** Writes segments: one zstd Parquet file per table and partition of 10,000 ledgers. Runs in a worker thread. */
import { dirname, join } from 'node:path';
import { makeDurableFolder } from '../folders.ts';
import type { RecordBatch } from 'apache-arrow';
import { batchesOf, registerBatches, type TableShape } from './bridge.ts';
import {
  openDatabase,
  quoteName,
  quoteText,
  selectRows,
  type DatabaseOptions,
  type DuckDBConnection,
  type DuckDBInstance,
} from './duckdb.ts';
import { asLakeError, exists, fingerprint, publish, removeFiles, TEMPORARY } from './files.ts';
import type { SegmentFile } from './manifest.ts';
import { noParts, type MadeParts } from './part-writer.ts';
import { BatchParts } from './batch-parts.ts';

/** How many ledgers a `ledger_range=<n>` folder holds. */
export const PARTITION_LEDGERS = 10_000;

/** Returns the first ledger of the partition that the ledger is in. */
export function partitionOf(ledger: number): number {
  return Math.floor(ledger / PARTITION_LEDGERS) * PARTITION_LEDGERS;
}

/** Returns the column that holds a row's ledger; throws when the table has none. */
export function ledgerColumn({ name, columns }: TableShape): string {
  const found = ['ledger_sequence', 'sequence'].find((column) => column in columns);
  if (!found) throw new Error(`table ${name} has no column ledger_sequence or sequence`);
  return found;
}

/**
 * How bronze is written. Level 2 of zstd: on 13 ledgers of pubnet level 3 takes 20% longer for files 1% smaller, level 1 is 7%
 * faster for files 3% larger. Other sizes of dictionaries and row groups gain nothing.
 * DuckDB 1.5.5 finds nothing by equality in a BLOB column that has a bloom filter, hence none in such a file.
 */
export function parquetOptions(hasBlob: boolean): string {
  return `format parquet, compression zstd, compression_level 2${hasBlob ? ', write_bloom_filter false' : ''}`;
}

/** Returns whether a column of the table is a BLOB in Parquet. */
export function hasBlob({ columns }: TableShape): boolean {
  return Object.values(columns).some(({ kind }) => kind === 'binary');
}

/** The column of every file that holds the `file_id` (as in `meta.ledger_files`) of the ledger's file; Hubble's name for a load. */
export const BATCH_ID = 'batch_id';

/** Which ledgers a segment holds, and the lake it is for. */
export interface SegmentRange {
  lake: string;
  first: number;
  last: number;
  /** The file that each ledger came from, in their order. */
  fileIds: readonly string[];
}

/** A segment being made; used again after each `finish` or `discard`. Calls may not overlap. */
export interface SegmentWriter {
  /** Adds rows to a table, in ledger order, and keeps the batch as it is; throws when there is no such table. */
  append(table: string, batch: RecordBatch): void;
  /**
   * Writes the rows so far and the parts of kept relations, and returns the files, which nobody sees before they are committed. A part
   * that cannot be made is told of. Throws when a batch has other columns than its table.
   */
  finish(range: SegmentRange, options?: { withParts?: boolean }): Promise<MadeParts>;
  /** Forgets the rows so far. */
  discard(): void;
  close(): void;
}

export interface SegmentWriterOptions extends DatabaseOptions {
  /** The folder whose kept relations segments get parts of; none without it. */
  sql?: string;
}

/** Returns a writer for the tables, with a DuckDB of its own: one thread, in memory. */
export async function createSegmentWriter(
  tables: readonly TableShape[],
  { sql, ...options }: SegmentWriterOptions = {},
): Promise<SegmentWriter> {
  const instance = await openDatabase({ threads: 1, ...options });
  const connection = await instance.connect();
  const batches = new Map<string, RecordBatch[]>(tables.map(({ name }) => [name, []]));
  await registerBatches(connection, tables, batches);
  const parts = sql === undefined ? undefined : await BatchParts.open(connection, tables, sql);
  return new DuckDBSegmentWriter(tables, batches, instance, connection, parts);
}

class DuckDBSegmentWriter implements SegmentWriter {
  readonly #tables: readonly TableShape[];
  readonly #batches: Map<string, RecordBatch[]>;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #parts: BatchParts | undefined;

  constructor(
    tables: readonly TableShape[],
    batches: Map<string, RecordBatch[]>,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    parts: BatchParts | undefined,
  ) {
    this.#parts = parts;
    this.#tables = tables;
    this.#batches = batches;
    this.#instance = instance;
    this.#connection = connection;
  }

  append(name: string, batch: RecordBatch): void {
    const batches = this.#batches.get(name);
    if (!batches) throw new Error(`no table ${name} in this segment writer`);
    if (batch.numRows > 0) batches.push(batch);
  }

  async finish(range: SegmentRange, { withParts = true }: { withParts?: boolean } = {}): Promise<MadeParts> {
    const { lake } = range;
    const paths: string[] = [];
    const files: Promise<SegmentFile>[] = [];
    const keep = (file: WrittenFile) => {
      paths.push(file.path);
      // It is hashed and made durable while DuckDB writes the next one.
      const settled = settle(lake, file);
      settled.catch(() => undefined);
      files.push(settled);
    };
    try {
      for (const table of this.#tables) {
        const rows = this.#rowsOf(table.name);
        if (rows === 0) continue;
        for await (const file of this.#write(table, rows, range)) keep(file);
      }
      const hasRows = (table: string) => this.#rowsOf(table) > 0;
      const parts = withParts ? await this.#parts?.write(range, hasRows, keep) : undefined;
      return { ...(parts ?? noParts), files: await Promise.all(files) };
    } catch (error) {
      await Promise.allSettled(files);
      await removeFiles(lake, [...paths, ...paths.map((path) => path + TEMPORARY)]);
      throw asLakeError(lake, error);
    } finally {
      this.discard();
    }
  }

  #rowsOf(table: string): number {
    return this.#batches.get(table)!.reduce((sum, { numRows }) => sum + numRows, 0);
  }

  discard(): void {
    for (const batches of this.#batches.values()) batches.length = 0;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  /** Writes a table's files under their temporary names. */
  async *#write(table: TableShape, allRows: number, range: SegmentRange): AsyncGenerator<WrittenFile> {
    const { lake, first, last, fileIds } = range;
    const isSplit = partitionOf(first) !== partitionOf(last);
    const columns = [...Object.keys(table.columns), BATCH_ID];
    const ids = listOf(fileIds);
    const ledger = quoteName(ledgerColumn(table));
    const select = `select *, ${ids}[${ledger} - ${first - 1}] as ${BATCH_ID}`;
    for (let partition = partitionOf(first); partition <= last; partition += PARTITION_LEDGERS) {
      const from = Math.max(first, partition);
      const to = Math.min(last, partition + PARTITION_LEDGERS - 1);
      const where = isSplit ? ` where ${ledger} between ${from} and ${to}` : '';
      const source = `from ${batchesOf(table.name)}${where}`;
      const rows = isSplit ? await this.#count(source) : allRows;
      if (rows === 0) continue;
      const path = await freePath(lake, folderOf({ table: table.name }), from, to);
      await copyParquet(this.#connection, `${select} ${source}`, join(lake, path), hasBlob(table));
      yield { table: table.name, path, first: from, last: to, rows, columns };
    }
  }

  async #count(source: string): Promise<number> {
    const [row] = await selectRows(this.#connection, `select count(*)::integer as rows ${source}`);
    return Number(row['rows']);
  }
}

/** Returns texts as an SQL list. */
export function listOf(texts: readonly string[]): string {
  return `[${texts.map(quoteText).join(', ')}]`;
}

/** A file under its temporary name. */
export type WrittenFile = Omit<SegmentFile, 'bytes' | 'sha256'>;

/** Measures a file and gives it its name, durably. */
export async function settle(lake: string, { columns, ...file }: WrittenFile): Promise<SegmentFile> {
  const path = join(lake, file.path);
  const measured = await fingerprint(path + TEMPORARY);
  await publish(path);
  return { ...file, ...measured, columns };
}

/** Writes the rows of a query to the path's temporary name, and returns how many there are. */
export async function copyParquet(
  connection: DuckDBConnection,
  sql: string,
  path: string,
  withBlob: boolean,
): Promise<number> {
  await makeDurableFolder(dirname(path));
  const copy = `copy (${sql}) to ${quoteText(path + TEMPORARY)} (${parquetOptions(withBlob)})`;
  const [{ Count: rows }] = await selectRows(connection, copy);
  return Number(rows);
}

/** Returns where in a lake the files of a table are, or the parts of one version of a relation. */
export function folderOf({ table, version }: Pick<SegmentFile, 'table' | 'version'>): string {
  return version === undefined ? `bronze/${table}` : `${table.replace('.', '/')}_v${version}`;
}

/** A committed file is never written over: a segment written a second time gets names of its own. */
export async function freePath(lake: string, folder: string, first: number, last: number): Promise<string> {
  const stem = `${folder}/ledger_range=${partitionOf(first)}/${first}-${last}`;
  let path = `${stem}.parquet`;
  for (let copy = 2; await exists(join(lake, path)); copy++) path = `${stem}.${copy}.parquet`;
  return path;
}
