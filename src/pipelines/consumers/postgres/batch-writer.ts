/**
 * Writes the rows of a batch to a consumer's tables, inside an open transaction. New rows go directly into the tables.
 * Otherwise rows are copied to temporary tables first; if the server refuses some, the writer finds them ledger by ledger.
 */
import { recordNamed } from '../../left-out.ts';
import type { Batch, RecordTable, SinkContext } from '../../sink.ts';
import type { Connection } from './connection.ts';
import { writeDirectly, type Copied, type Direct, type DirectTables } from './direct.ts';
import { isPassing, isRefused, isServerError, refused } from './faults.ts';
import { Loaded, loadRows, partsOf, piecesByLedger, loadPieces, type Load, type LoadPiece } from './load.ts';
import { naming } from './schema.ts';
import type { PostgresSettings } from './settings.ts';
import type { NameOf, PostgresTable } from './table.ts';

/** Tables and statements of a consumer that writes to PostgreSQL. */
export interface PostgresTarget {
  tables: readonly PostgresTable[];
  /** The record tables that it reads. */
  records: readonly RecordTable[];
  /** The statements that move copied rows into its tables, in order. */
  loads: (nameOf: NameOf) => readonly Load[];
  /** How new rows are copied directly; absent if rows need casts, filters or joins. */
  direct?: (tables: DirectTables) => Direct | undefined;
}

/** After a batch with existing rows, write this many batches through temporary tables. */
const STAGED_BATCHES = 16;

export class BatchWriter {
  readonly #context: SinkContext;
  readonly #settings: PostgresSettings;
  readonly #target: PostgresTarget;
  readonly #loads: readonly Load[];
  #direct: Direct | undefined;
  #stagedLeft = 0;

  constructor(context: SinkContext, settings: PostgresSettings, target: PostgresTarget) {
    this.#context = context;
    this.#settings = settings;
    this.#target = target;
    this.#loads = target.loads(naming(settings));
  }

  /** Checks how rows can be copied directly into the existing tables. */
  find(found: DirectTables['found']): void {
    this.#direct = this.#target.direct?.({ nameOf: naming(this.#settings), found });
  }

  /** True if a batch may be sent while the previous one is still being written. */
  get maySendAhead(): boolean {
    return this.#direct !== undefined && this.#stagedLeft <= 0;
  }

  /** Writes the next batches in two steps. */
  stage(): void {
    this.#stagedLeft = STAGED_BATCHES;
  }

  /** Copies rows into their table. If a row exists, or the table differs, undoes the copy and returns undefined. */
  async sendAhead(connection: Connection, batch: Batch): Promise<Loaded> {
    const loaded = new Loaded();
    for (const piece of this.#loadPieces(batch)) loaded.add(await this.#sendStraight(connection, batch, piece));
    return loaded;
  }

  /** Writes all rows. Throws if the server refuses one. */
  async write(connection: Connection, batch: Batch): Promise<Loaded> {
    const loaded = new Loaded();
    const pieces = this.#loadPieces(batch);
    for (const piece of pieces) {
      const copied = await this.#trySending(connection, batch, piece);
      if (copied) loaded.add(copied);
      else await this.#load(connection, batch, piece, loaded, pieces.length > 1);
    }
    return loaded;
  }

  /** Writes the rows ledger by ledger. Skips refused rows if the config allows it, else throws PipelineError. */
  async writeByLedger(connection: Connection, batch: Batch): Promise<Loaded> {
    const loaded = new Loaded();
    for (const [ledger, piece] of piecesByLedger(this.#target.records, batch)) {
      await connection.run('savepoint ledger');
      try {
        await this.#load(connection, batch, piece, loaded, true);
        await connection.run('release savepoint ledger');
      } catch (error) {
        if (!isServerError(error) || isPassing(error)) throw error;
        const cause = refused(this.#context.consumer, this.#settings, error, ledger);
        if (this.#context.config.on_error !== 'skip') throw cause;
        await connection.run('rollback to savepoint ledger');
        const record = await this.#refusedRecord(connection, batch, piece);
        loaded.skipped.push({ ledger, cause: cause.message, record });
      }
    }
    return loaded;
  }

  /** Returns the record of a ledger that the server refuses, and writes nothing; undefined if it accepts each record alone. */
  async #refusedRecord(connection: Connection, batch: Batch, piece: LoadPiece): Promise<string | undefined> {
    for (const table of this.#target.records) {
      const parent = table.parent && piece.get(table.parent.table);
      for (const row of partsOf(piece.get(table.name), 1)) {
        await connection.run('savepoint record');
        try {
          const one = new Map([[table.name, row]]);
          if (table.parent && parent) one.set(table.parent.table, parent);
          await this.#load(connection, batch, one, new Loaded(), true);
        } catch (error) {
          if (!isServerError(error) || isPassing(error)) throw error;
          return recordNamed(table, batch.rows.get(table.name)!, row.from);
        } finally {
          await connection.run('rollback to savepoint record');
        }
      }
    }
    return undefined;
  }

  #loadPieces(batch: Batch): LoadPiece[] {
    const { config } = this.#context;
    return loadPieces(this.#target.records, batch, Number(config.batch_size ?? config.batchSize ?? Infinity));
  }

  /** Copies rows into their table. If a row exists, or the table differs, undoes the copy and returns undefined. */
  async #trySending(connection: Connection, batch: Batch, piece: LoadPiece): Promise<Copied | undefined> {
    if (!this.#direct || this.#stagedLeft-- > 0) return undefined;
    await connection.run('savepoint direct');
    try {
      const copied = await this.#sendStraight(connection, batch, piece);
      await connection.run('release savepoint direct');
      return copied;
    } catch (error) {
      if (!isRefused(error)) throw error;
      await connection.run('rollback to savepoint direct');
      this.stage();
      return undefined;
    }
  }

  #sendStraight(connection: Connection, batch: Batch, piece: LoadPiece): Promise<Copied> {
    return writeDirectly(connection, this.#direct!, { records: this.#target.records, batch, piece });
  }

  async #load(connection: Connection, batch: Batch, piece: LoadPiece, loaded: Loaded, more: boolean): Promise<void> {
    const records = this.#target.records;
    loaded.altered += await loadRows(connection, { records, loads: this.#loads, batch, piece, more }, loaded.rows);
  }
}
