/** Writes states of the ledger that were read whole, as further parts of kept relations. */
import type { RecordBatch } from 'apache-arrow';
import { LakeError } from '../../core/errors.ts';
import { batchesOf, registerBatches } from '../duckdb/batch-scan.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { openDatabase, quoteText, type DuckDBConnection, type DuckDBInstance } from '../duckdb/duckdb.ts';
import { asLakeError, removeFiles, TEMPORARY } from '../disk/files.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import { PartMaker } from './part-maker.ts';
import { settle, type WrittenFile } from '../disk/table-files.ts';
import { createTableRelation } from '../meaning/views.ts';

/** Rows of a state at which files are written: what is held in memory at once. */
const FLUSH_ROWS = 200_000;
/** What a row takes in a part, about. */
const ROW_BYTES = 64;

/** Writes a state, batch after batch, as parts of kept relations, in files that nobody sees before they are published. */
export class BaselineWriter {
  readonly #lake: string;
  readonly #ledger: number;
  readonly #batches: Map<string, RecordBatch[]>;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #parts: PartMaker;
  readonly #files: SegmentFile[] = [];
  #rows = 0;

  private constructor(
    { lake, ledger }: { lake: string; ledger: number },
    batches: Map<string, RecordBatch[]>,
    [instance, connection]: [DuckDBInstance, DuckDBConnection],
    parts: PartMaker,
  ) {
    this.#lake = lake;
    this.#ledger = ledger;
    this.#batches = batches;
    this.#instance = instance;
    this.#connection = connection;
    this.#parts = parts;
  }

  /** `fileId` becomes `batch_id` of the rows. */
  static async open(
    of: { lake: string; ledger: number; fileId: string },
    tables: readonly TableShape[],
    sql: string,
  ): Promise<BaselineWriter> {
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    const batches = new Map<string, RecordBatch[]>(tables.map(({ name }) => [name, []]));
    await registerBatches(connection, tables, batches);
    const makeTables = async (read: readonly TableShape[]) => {
      for (const table of read) {
        await createTableRelation(connection, table, batchesOf(table.name), quoteText(of.fileId));
      }
    };
    const parts = await PartMaker.open(connection, tables, sql, makeTables, ({ hasState }) => hasState);
    return new BaselineWriter(of, batches, [instance, connection], parts);
  }

  /** Adds rows, which it keeps. Throws a LakeError when the disk fails or a part cannot be made. */
  async add(batches: ReadonlyMap<string, RecordBatch>): Promise<void> {
    for (const [name, batch] of batches) {
      if (batch.numRows > 0) this.#batches.get(name)!.push(batch);
      this.#rows += batch.numRows;
    }
    if (this.#rows >= FLUSH_ROWS) await this.#flush();
  }

  async #flush(): Promise<void> {
    const partBytes = this.#rows * ROW_BYTES;
    const range = { lake: this.#lake, first: this.#ledger, last: this.#ledger, partBytes };
    const written: WrittenFile[] = [];
    const hasRows = (table: string) => this.#batches.get(table)!.length > 0;
    try {
      const { failed } = await this.#parts.write(range, hasRows, (file) => written.push(file));
      if (failed.length > 0) throw new LakeError(failed[0].message, { lake: this.#lake });
      for (const file of written) this.#files.push(await settle(this.#lake, file));
    } catch (error) {
      await removeFiles(
        this.#lake,
        written.flatMap(({ path }) => [path, path + TEMPORARY]),
      );
      throw asLakeError(this.#lake, error);
    }
    for (const batches of this.#batches.values()) batches.length = 0;
    this.#rows = 0;
  }

  /** Writes what is left and returns all files. */
  async finish(): Promise<SegmentFile[]> {
    await this.#flush();
    return this.#files;
  }

  /** Removes the files. */
  async discard(): Promise<void> {
    await removeFiles(
      this.#lake,
      this.#files.map(({ path }) => path),
    );
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
