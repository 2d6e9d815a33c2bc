/** Writes segments: one zstd Parquet file per table and partition of 10,000 ledgers. Runs in a worker thread. */
import { dirname, join } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { createLoader, createSqlTables, type Loader, type TableShape } from './bridge.ts';
import {
  openDatabase,
  quoteName,
  quoteText,
  selectRows,
  type DatabaseOptions,
  type DuckDBConnection,
  type DuckDBInstance,
} from './duckdb.ts';
import { asLakeError, exists, fingerprint, makeFolder, publish, removeFiles, TEMPORARY } from './files.ts';
import type { SegmentFile } from './manifest.ts';

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

/** Which ledgers a segment holds, and the lake it is for. */
export interface SegmentRange {
  lake: string;
  first: number;
  last: number;
}

/** A segment being made; used again after each `finish` or `discard`. Calls may not overlap. */
export interface SegmentWriter {
  /** Adds rows to a table, in ledger order; throws when there is no such table or the columns are others. */
  append(table: string, batch: RecordBatch): Promise<void>;
  /** Writes the rows so far and returns the files, which nobody sees before they are committed. */
  finish(range: SegmentRange): Promise<SegmentFile[]>;
  /** Forgets the rows so far. */
  discard(): Promise<void>;
  close(): void;
}

/** Returns a writer for the tables, with a DuckDB of its own: one thread, in memory. */
export async function createSegmentWriter(
  tables: readonly TableShape[],
  options: DatabaseOptions = {},
): Promise<SegmentWriter> {
  const instance = await openDatabase({ threads: 1, ...options });
  return new DuckDBSegmentWriter(tables, instance, await instance.connect());
}

class DuckDBSegmentWriter implements SegmentWriter {
  readonly #tables: Map<string, TableShape>;
  readonly #loaders = new Map<string, { loader: Loader; rows: number }>();
  /** Whether DuckDB has the tables: they are made by one statement, and dropped by one, since each costs a hop between threads. */
  #hasTables = false;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  constructor(tables: readonly TableShape[], instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#instance = instance;
    this.#connection = connection;
  }

  async append(name: string, batch: RecordBatch): Promise<void> {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`no table ${name} in this segment writer`);
    if (batch.numRows === 0) return;
    let filling = this.#loaders.get(name);
    if (!filling) {
      if (!this.#hasTables) await createSqlTables(this.#connection, this.#tables.values());
      this.#hasTables = true;
      filling = { loader: await createLoader(this.#connection, table), rows: 0 };
      this.#loaders.set(name, filling);
    }
    filling.loader.append(batch);
    filling.rows += batch.numRows;
  }

  async finish(range: SegmentRange): Promise<SegmentFile[]> {
    const { lake } = range;
    const paths: string[] = [];
    const files: Promise<SegmentFile>[] = [];
    try {
      for (const [name, table] of this.#tables) {
        const filled = this.#loaders.get(name);
        if (!filled) continue;
        this.#loaders.delete(name);
        filled.loader.close();
        for await (const file of this.#write(table, filled.rows, range)) {
          paths.push(file.path);
          // It is hashed and made durable while DuckDB writes the next one.
          const settled = settle(lake, file);
          settled.catch(() => undefined);
          files.push(settled);
        }
      }
      const settled = await Promise.all(files);
      await this.#dropTables();
      return settled;
    } catch (error) {
      await Promise.allSettled(files);
      await removeFiles(lake, [...paths, ...paths.map((path) => path + TEMPORARY)]);
      await this.discard();
      throw asLakeError(lake, error);
    }
  }

  async discard(): Promise<void> {
    for (const { loader } of this.#loaders.values()) loader.discard();
    this.#loaders.clear();
    await this.#dropTables();
  }

  async #dropTables(): Promise<void> {
    if (!this.#hasTables) return;
    await this.#connection.run(Array.from(this.#tables.keys(), (name) => `drop table ${quoteName(name)};`).join('\n'));
    this.#hasTables = false;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  /** Writes a table's files under their temporary names. */
  async *#write(table: TableShape, allRows: number, { lake, first, last }: SegmentRange): AsyncGenerator<WrittenFile> {
    const isSplit = partitionOf(first) !== partitionOf(last);
    const columns = Object.keys(table.columns);
    for (let partition = partitionOf(first); partition <= last; partition += PARTITION_LEDGERS) {
      const from = Math.max(first, partition);
      const to = Math.min(last, partition + PARTITION_LEDGERS - 1);
      const where = isSplit ? ` where ${quoteName(ledgerColumn(table))} between ${from} and ${to}` : '';
      const source = `from ${quoteName(table.name)}${where}`;
      const rows = isSplit ? await this.#count(source) : allRows;
      if (rows === 0) continue;
      const path = await freePath(lake, table.name, from, to);
      await copyParquet(this.#connection, source, join(lake, path), hasBlob(table));
      yield { table: table.name, path, first: from, last: to, rows, columns };
    }
  }

  async #count(source: string): Promise<number> {
    const [row] = await selectRows(this.#connection, `select count(*)::integer as rows ${source}`);
    return Number(row!['rows']);
  }
}

/** A file under its temporary name. */
type WrittenFile = Omit<SegmentFile, 'bytes' | 'sha256'>;

/** Measures a file and gives it its name, durably. */
async function settle(lake: string, { columns, ...file }: WrittenFile): Promise<SegmentFile> {
  const path = join(lake, file.path);
  const measured = await fingerprint(path + TEMPORARY);
  await publish(path);
  return { ...file, ...measured, columns };
}

/** Writes the rows of a query to the path's temporary name. */
export async function copyParquet(
  connection: DuckDBConnection,
  sql: string,
  path: string,
  withBlob: boolean,
): Promise<void> {
  await makeFolder(dirname(path));
  await connection.run(`copy (${sql}) to ${quoteText(path + TEMPORARY)} (${parquetOptions(withBlob)})`);
}

/** A committed file is never written over: a segment written a second time gets names of its own. */
export async function freePath(lake: string, table: string, first: number, last: number): Promise<string> {
  const stem = `bronze/${table}/ledger_range=${partitionOf(first)}/${first}-${last}`;
  let path = `${stem}.parquet`;
  for (let copy = 2; await exists(join(lake, path)); copy++) path = `${stem}.${copy}.parquet`;
  return path;
}
