/** Writes segments: one zstd Parquet file per table and partition of 10,000 ledgers. Runs in a worker thread. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Data, RecordBatch } from 'apache-arrow';
import { Arena } from '../../arrow/arena.ts';
import { makeDurableFolder } from '../../core/folders.ts';
import { giveBack } from '../../core/free-memory.ts';
import {
  joinedBytes,
  parquetPieces,
  RowGroupWriter,
  type FileColumns,
  type OnTexts,
  type RowGroup,
} from '../../parquet/write/parquet-file.ts';
import { checkColumns, notUtf8, type TableShape } from '../duckdb/bridge.ts';
import {
  openPassingDatabase,
  type DatabaseOptions,
  type DuckDBConnection,
  type DuckDBInstance,
} from '../duckdb/duckdb.ts';
import { asLakeError, publishSynced, removeFiles, TEMPORARY, writeTemporary } from '../disk/files.ts';
import { ledgerRuns, type LedgerRun } from './ledger-runs.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import { PartMaker } from './part-maker.ts';
import { expectedPartBytes, noParts, type MadeParts } from './part-writer.ts';
import { ShownFiles } from './shown-files.ts';
import {
  BATCH_ID,
  folderOf,
  freePath,
  ledgerColumn,
  PARTITION_LEDGERS,
  partitionOf,
  rowGroups,
  settle,
  type SegmentRange,
  type WrittenFile,
} from '../disk/table-files.ts';
import { createFileRelations } from '../meaning/views.ts';

/** A segment being made; used again after each `finish` or `discard`. Calls may not overlap, but with the parts of a `finish`. */
export interface SegmentWriter {
  /**
   * Adds rows to a table, in ledger order, as separate row groups; keeps nothing of the batch. `onTexts` gets the text
   * columns. Throws for an unknown table, other columns or invalid UTF-8.
   */
  append(table: string, batch: RecordBatch, onTexts?: OnTexts): void;
  /**
   * Writes the rows and the parts of materialised relations; returns the files. Reports parts that fail. A commit makes the
   * files visible.
   */
  finish(range: SegmentRange, options?: FinishOptions): Promise<MadeParts>;
  /** Forgets the rows so far. */
  discard(): void;
  close(): void;
}

export interface FinishOptions {
  withParts?: boolean;
  /** Called when the rows lie in files: those of the next segment may be appended while DuckDB makes the parts. */
  onWritten?: () => void;
}

export interface SegmentWriterOptions extends DatabaseOptions {
  /** The folder whose kept relations segments get parts of; none without it. */
  sql?: string;
}

/** Returns a writer for the tables, and for their parts a DuckDB of its own: one thread, in memory. */
export async function createSegmentWriter(
  tables: readonly TableShape[],
  { sql, ...options }: SegmentWriterOptions = {},
): Promise<SegmentWriter> {
  const parts = sql === undefined ? undefined : await openParts(tables, sql, options);
  return new ParquetSegmentWriter(tables, parts);
}

/** What makes parts of files. */
interface FileParts {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
  maker: PartMaker;
  shown: ShownFiles;
}

async function openParts(tables: readonly TableShape[], sql: string, options: DatabaseOptions): Promise<FileParts> {
  const instance = await openPassingDatabase({ threads: 1, ...options });
  const connection = await instance.connect();
  const maker = await PartMaker.open(connection, tables, sql, (read) =>
    createFileRelations(connection, read, () => []),
  );
  return { instance, connection, maker, shown: new ShownFiles(connection, maker.tables) };
}

/** Rows of one partition, compressed. */
interface Group {
  partition: number;
  rows: RowGroup;
  ledgers: LedgerRun[];
}

/** A file under its temporary name, and whether it is on the disk. */
interface Bronze {
  file: SegmentFile;
  synced: Promise<void>;
}

class ParquetSegmentWriter implements SegmentWriter {
  readonly #tables: ReadonlyMap<string, TableShape>;
  readonly #groups = new Map<string, Group[]>();
  readonly #parts: FileParts | undefined;
  readonly #arena = new Arena();
  readonly #rowGroups = new RowGroupWriter(this.#arena);
  /** Ends when DuckDB has made the parts of the segments before. */
  #partsMade: Promise<unknown> = Promise.resolve();

  constructor(tables: readonly TableShape[], parts: FileParts | undefined) {
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#parts = parts;
  }

  append(name: string, batch: RecordBatch, onTexts?: OnTexts): void {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`no table ${name} in this segment writer`);
    checkBatch(table, batch);
    const kinds = Object.values(table.columns).map(({ kind }) => kind);
    const ledgers = batch.data.children[Object.keys(table.columns).indexOf(ledgerColumn(table))].values as Int32Array;
    const groups = this.#groups.get(name) ?? [];
    this.#groups.set(name, groups);
    for (const { start, rows } of rowGroups(ledgers, batch.numRows)) {
      const partition = partitionOf(ledgers[start]);
      const runs = ledgerRuns(ledgers.subarray(start, start + rows));
      groups.push({ partition, rows: this.#rowGroups.write(kinds, batch, start, rows, onTexts), ledgers: runs });
    }
  }

  async finish(range: SegmentRange, { withParts = true, onWritten }: FinishOptions = {}): Promise<MadeParts> {
    const { lake } = range;
    const bronze: Bronze[] = [];
    const parts: Promise<SegmentFile>[] = [];
    const paths: string[] = [];
    try {
      await this.#writeBronze(range, bronze, paths);
      onWritten?.();
      const keep = (file: WrittenFile) => {
        paths.push(file.path);
        // It is hashed and made durable while DuckDB writes the next one.
        const settled = settle(lake, file);
        settled.catch(() => undefined);
        parts.push(settled);
      };
      const made = withParts ? await this.#afterOthers(() => this.#writeParts(range, bronze, keep)) : undefined;
      const named = bronze.map(async ({ file, synced }) => {
        await synced;
        await publishSynced(join(lake, file.path));
        return file;
      });
      return { ...(made ?? noParts), files: await allDone([...named, ...parts]) };
    } catch (error) {
      await Promise.allSettled([...bronze.map(({ synced }) => synced), ...parts]);
      await removeFiles(lake, [...paths, ...paths.map((path) => path + TEMPORARY)]);
      throw asLakeError(lake, error);
    }
  }

  discard(): void {
    this.#groups.clear();
    this.#arena.clear();
  }

  close(): void {
    this.#parts?.connection.closeSync();
    this.#parts?.instance.closeSync();
  }

  /** Writes all rows so far and forgets them. */
  async #writeBronze(range: SegmentRange, bronze: Bronze[], paths: string[]): Promise<void> {
    try {
      for (const table of this.#tables.values()) {
        for await (const file of this.#write(table, range, paths)) bronze.push(file);
      }
    } finally {
      this.discard();
    }
  }

  /** Makes parts when those of segments before are made: there is one connection, in which relations are those of one segment. */
  #afterOthers<T>(make: () => Promise<T>): Promise<T> {
    const made = this.#partsMade.then(make);
    this.#partsMade = made.catch(() => undefined);
    return made;
  }

  /** Writes a table's files under their temporary names, and notes their paths before. */
  async *#write(
    table: TableShape,
    { lake, first, last, fileIds }: SegmentRange,
    paths: string[],
  ): AsyncGenerator<Bronze> {
    const { name } = table;
    const columns = { ...kindsOf(table), [BATCH_ID]: 'utf8' } satisfies FileColumns;
    const partitions = Map.groupBy(this.#groups.get(name) ?? [], ({ partition }) => partition);
    for (const [partition, groups] of partitions) {
      const from = Math.max(first, partition);
      const to = Math.min(last, partition + PARTITION_LEDGERS - 1);
      const path = await freePath(lake, folderOf({ table: name }), from, to);
      paths.push(path);
      const whole = groups.map(({ rows, ledgers }) => {
        const ids = ledgers.map((run) => ({ text: fileIds[run.ledger - first], rows: run.rows }));
        return { rows: rows.rows, columns: [...rows.columns, this.#rowGroups.runs(ids)] };
      });
      const bytes = joinedBytes(parquetPieces(columns, whole));
      await makeDurableFolder(dirname(join(lake, path)));
      const synced = await writeTemporary(join(lake, path), bytes);
      const rows = groups.reduce((sum, group) => sum + group.rows.rows, 0);
      const measured = { bytes: bytes.length, sha256: hash('sha256', bytes) };
      giveBack(bytes);
      yield {
        file: { table: name, path, first: from, last: to, rows, ...measured, columns: Object.keys(columns) },
        ...synced,
      };
    }
  }

  /** Makes parts of the files while they have their temporary names. */
  async #writeParts(
    range: SegmentRange,
    bronze: readonly Bronze[],
    keep: (file: WrittenFile) => void,
  ): Promise<Omit<MadeParts, 'files'> | undefined> {
    if (!this.#parts) return undefined;
    const { maker, shown } = this.#parts;
    const files = Map.groupBy(bronze, ({ file }) => file.table);
    await shown.show((table) =>
      (files.get(table) ?? []).map(({ file: { path, columns } }) => ({
        path: join(range.lake, path) + TEMPORARY,
        columns,
      })),
    );
    const partBytes = expectedPartBytes(bronze.map(({ file }) => file));
    return maker.write({ ...range, partBytes }, (table) => files.has(table), keep);
  }
}

/** Returns what all come to, when all are done; throws the first error of those that failed. */
async function allDone<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

function kindsOf({ columns }: TableShape): FileColumns {
  return Object.fromEntries(Object.entries(columns).map(([name, { kind }]) => [name, kind]));
}

function checkBatch({ name, columns }: TableShape, batch: RecordBatch): void {
  const names = Object.keys(columns);
  checkColumns(name, names, batch);
  const texts = names.filter((column) => columns[column].kind === 'utf8');
  const bad = texts.find((column) => !isText(batch.data.children[names.indexOf(column)]));
  if (bad !== undefined) throw notUtf8(name, bad);
}

function isText({ values, valueOffsets, length }: Data): boolean {
  const bytes: Uint8Array = values;
  return isUtf8(bytes.subarray(valueOffsets[0], valueOffsets[length]));
}
