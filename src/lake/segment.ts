/** Writes segments: one zstd Parquet file per table and partition of 10,000 ledgers. Runs in a worker thread. */
import { join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { BatchParts } from './batch-parts.ts';
import { batchesOf, registerBatches, type LedgerFiles } from './batch-scan.ts';
import type { TableShape } from './bridge.ts';
import {
  openDatabase,
  quoteName,
  selectRows,
  type DatabaseOptions,
  type DuckDBConnection,
  type DuckDBInstance,
} from './duckdb.ts';
import { asLakeError, removeFiles, TEMPORARY } from './files.ts';
import type { SegmentFile } from './manifest.ts';
import { noParts, type MadeParts } from './part-writer.ts';
import {
  BATCH_ID,
  copyParquet,
  folderOf,
  freePath,
  hasBlob,
  ledgerColumn,
  PARTITION_LEDGERS,
  partitionOf,
  settle,
  type SegmentRange,
  type WrittenFile,
} from './table-files.ts';

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
  const files: LedgerFiles = { first: 0, ids: [] };
  await registerBatches(connection, tables, batches, { files });
  const parts = sql === undefined ? undefined : await BatchParts.open(connection, tables, sql);
  return new DuckDBSegmentWriter(tables, { batches, files }, [instance, connection], parts);
}

class DuckDBSegmentWriter implements SegmentWriter {
  readonly #tables: readonly TableShape[];
  readonly #batches: Map<string, RecordBatch[]>;
  readonly #files: LedgerFiles;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #parts: BatchParts | undefined;

  constructor(
    tables: readonly TableShape[],
    { batches, files }: { batches: Map<string, RecordBatch[]>; files: LedgerFiles },
    [instance, connection]: [DuckDBInstance, DuckDBConnection],
    parts: BatchParts | undefined,
  ) {
    this.#parts = parts;
    this.#tables = tables;
    this.#batches = batches;
    this.#files = files;
    this.#instance = instance;
    this.#connection = connection;
  }

  append(name: string, batch: RecordBatch): void {
    const batches = this.#batches.get(name);
    if (!batches) throw new Error(`no table ${name} in this segment writer`);
    if (batch.numRows > 0) batches.push(batch);
  }

  async finish(range: SegmentRange, { withParts = true }: { withParts?: boolean } = {}): Promise<MadeParts> {
    const { lake, first, fileIds } = range;
    Object.assign(this.#files, { first, ids: fileIds } satisfies LedgerFiles);
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
    const { lake, first, last } = range;
    const isSplit = partitionOf(first) !== partitionOf(last);
    const columns = [...Object.keys(table.columns), BATCH_ID];
    const ledger = quoteName(ledgerColumn(table));
    for (let partition = partitionOf(first); partition <= last; partition += PARTITION_LEDGERS) {
      const from = Math.max(first, partition);
      const to = Math.min(last, partition + PARTITION_LEDGERS - 1);
      const where = isSplit ? ` where ${ledger} between ${from} and ${to}` : '';
      const rows = isSplit ? await this.#count(`from ${batchesOf(table.name)}${where}`) : allRows;
      if (rows === 0) continue;
      const source = `from ${batchesOf(table.name, { withTerms: true })}${where}`;
      const path = await freePath(lake, folderOf({ table: table.name }), from, to);
      await copyParquet(this.#connection, source, join(lake, path), { withBlob: hasBlob(table), expected: rows });
      yield { table: table.name, path, first: from, last: to, rows, columns };
    }
  }

  async #count(source: string): Promise<number> {
    const [row] = await selectRows(this.#connection, `select count(*)::integer as rows ${source}`);
    return Number(row['rows']);
  }
}
