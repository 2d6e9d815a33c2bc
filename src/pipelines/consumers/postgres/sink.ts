/**
 * Writes batches to PostgreSQL, each with its checkpoint in one transaction (contract 11.5). On a second connection the rows of a batch are sent
 * while the one before is still written; its checkpoint is, and it ends, when that one has ended.
 */
import { PipelineError } from '../../../errors.ts';
import type { Json } from '../../definition/nodes.ts';
import { recordNamed } from '../../left-out.ts';
import type { Batch, LedgerMark, RecordTable, Sink, SinkContext } from '../../sink.ts';
import { readCheckpoint, writeCheckpoint } from '../checkpoint-file.ts';
import { retried } from '../retry.ts';
import { onStop, STOP_WAIT } from '../stopping.ts';
import { connect, type Connection } from './connection.ts';
import { writeDirectly, type Copied, type Direct, type Tables } from './direct.ts';
import { isPassing, isRefused, isServerError, locationOf, refused, said, unreachable } from './faults.ts';
import { Lane, waitUnlessBlocking, type Ahead } from './lane.ts';
import { Loaded, loadRows, partsOf, piecesOf, piecesByLedger, type Load, type Piece } from './load.ts';
import { CHECKPOINTS, ensureSchema, findTables, naming } from './schema.ts';
import { settingsOf, type PostgresSettings } from './settings.ts';
import { createStaging, type NameOf, type PostgresTable } from './table.ts';

/** What a consumer writes to PostgreSQL. */
export interface PostgresTarget {
  tables: readonly PostgresTable[];
  /** The record tables that it reads, of those that its processors make. */
  records: readonly RecordTable[];
  /** The statements that bring copied rows into its tables, in order. */
  loads: (nameOf: NameOf) => readonly Load[];
  /** How rows that are not there yet come into them in one go; absent where they must be cast, chosen or joined. */
  direct?: (tables: Tables) => Direct | undefined;
}

/** Connects, makes what the tables lack, takes the checkpoint over from an earlier run. Throws PipelineError. */
export async function openPostgres(context: SinkContext, target: PostgresTarget): Promise<Sink> {
  const settings = settingsOf(context);
  const sink = new PostgresSink(context, settings, target);
  await sink.open();
  return sink;
}

const WITHOUT_RETRIES = 0;
/** So many batches are written in two steps, once rows of one were there already. */
const STAGED_BATCHES = 16;
interface CheckpointRow {
  ledger: string | null;
  ledger_hash: string | null;
  epoch: string;
}

class PostgresSink implements Sink {
  readonly kind = 'postgres';
  readonly isAhead = true;
  readonly isJsonb = true;
  readonly location: string;
  readonly #context: SinkContext;
  readonly #settings: PostgresSettings;
  readonly #target: PostgresTarget;
  readonly #loads: readonly Load[];
  #direct: Direct | undefined;
  #stagedLeft = 0;
  readonly #checkpoints: string;
  readonly #written = new Map<string, number>();
  #checkpoint: LedgerMark | undefined;
  /** The first ledger that the pipeline has written here. */
  #first: number;
  /** Whether the copy of the checkpoint says what the server has. */
  #isKept = true;
  /** What this run has raised it to: another writer that comes later has a higher one. */
  #epoch = '';
  readonly #lanes: readonly [Lane, Lane];
  /** The place of the lane with the batch that was begun last. */
  #lane = 0;
  /** The config forbids a second connection, or the server gives none. */
  #isAlone: boolean;
  /** How many batches are begun and not ended, and the end of the last. */
  #underway = 0;
  #last: Promise<void> = Promise.resolve();
  /** What was loaded when the last COMMIT was sent, until its answer comes. */
  #sent: Loaded | undefined;

  constructor(context: SinkContext, settings: PostgresSettings, target: PostgresTarget) {
    this.#context = context;
    this.#settings = settings;
    this.#target = target;
    this.#loads = target.loads(naming(settings));
    this.#checkpoints = naming(settings)(CHECKPOINTS);
    this.location = locationOf(settings);
    this.#first = readCheckpoint(context)?.first ?? Infinity;
    this.#isAlone = context.config.max_open_conns === 1;
    this.#lanes = [new Lane(() => this.#connect()), new Lane(() => this.#connect())];
  }

  get checkpoint(): LedgerMark | undefined {
    return this.#checkpoint;
  }

  written(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#written, ([table, rows]) => [this.#settings.prefix + table, rows]));
  }

  async open(): Promise<void> {
    const { consumer: component, config, signal } = this.#context;
    const [lane] = this.#lanes;
    await lane.connected();
    const create = config.create_table_if_not_exists !== false;
    const options = { component, settings: this.#settings, tables: this.#target.tables, create };
    const begin = async () => {
      const connection = await lane.connected();
      await ensureSchema(connection, options);
      const found = await findTables(connection, options);
      this.#direct = this.#target.direct?.({ nameOf: naming(this.#settings), found });
      await this.#takeOver(connection);
    };
    const stop = onStop(signal, () => this.#drop());
    try {
      await this.#retried(begin, WITHOUT_RETRIES);
    } catch (error) {
      this.#drop();
      throw error instanceof PipelineError ? error : unreachable(component, this.#settings, error);
    } finally {
      stop.cancel();
    }
  }

  async write(batch: Batch, more = false): Promise<void> {
    const before = this.#last;
    const mayBeAhead = this.#underway > 0 && (await this.#hasOther());
    if (mayBeAhead) this.#lane = 1 - this.#lane;
    const end = this.#writeAfter(before, batch, this.#lanes[this.#lane], mayBeAhead);
    // The next one throws what fails, or `commit`.
    end.catch(() => {});
    this.#last = end;
    if (!more) return this.commit();
    await this.#throwing(before);
  }

  async commit(): Promise<void> {
    await this.#throwing(this.#last);
    if (!this.#isKept) this.#keep();
  }

  /** Throws what the work failed of, once nothing is underway any more. */
  async #throwing(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      await Promise.allSettled([this.#last]);
      this.#last = Promise.resolve();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const lane of this.#lanes) await lane.end();
  }

  /** Returns whether the next batch may be sent on the other lane, while one is underway. */
  async #hasOther(): Promise<boolean> {
    if (!this.#direct || this.#isAlone || this.#stagedLeft > 0) return false;
    try {
      await this.#lanes[1 - this.#lane].connected();
    } catch {
      this.#isAlone = true;
    }
    return !this.#isAlone;
  }

  async #writeAfter(before: Promise<void>, batch: Batch, lane: Lane, mayBeAhead: boolean): Promise<void> {
    this.#underway++;
    // The server rolls back what is cut off.
    const stop = onStop(this.#context.signal, () => this.#drop(), STOP_WAIT);
    try {
      const ahead = mayBeAhead ? await this.#sendAhead(lane, batch, before) : undefined;
      await before;
      await this.#settle(lane, batch, ahead);
    } finally {
      stop.cancel();
      this.#underway--;
    }
    this.#checkpoint = batch.last;
    if (batch.first < this.#first) this.#keep(batch.first);
    else this.#isKept = false;
  }

  /**
   * Keeps a copy of the checkpoint, which tells a purge the first ledger, and a start that there is a server. The server has the truth: it is not
   * worth a wait for the disk with each batch, which held up the next for 3 ms.
   */
  #keep(first = this.#first): void {
    const { runId } = this.#context;
    this.#first = first;
    writeCheckpoint(this.#context, { ...this.#checkpoint!, kind: this.kind, runId, first });
    this.#isKept = true;
  }

  /** Sends the rows of a batch and waits for the end of the one before; nothing is left of what fails, which is written again afterwards. */
  async #sendAhead(lane: Lane, batch: Batch, before: Promise<void>): Promise<Ahead | undefined> {
    const connection = await lane.connected();
    before.catch(() => connection.destroy());
    try {
      await connection.run('begin isolation level read committed');
      const loaded = new Loaded();
      for (const piece of this.#piecesOf(batch)) loaded.add(await this.#sendStraight(connection, lane, batch, piece));
      await waitUnlessBlocking(connection, before);
      return { connection, loaded };
    } catch (error) {
      lane.drop();
      if (isRefused(error)) this.#stagedLeft = STAGED_BATCHES;
      return undefined;
    }
  }

  /** Writes the batch; when the server refuses rows, again ledger by ledger, to know which one it was. */
  async #settle(lane: Lane, batch: Batch, ahead: Ahead | undefined): Promise<void> {
    try {
      await this.#retried(() => {
        const sent = ahead;
        ahead = undefined;
        return this.#transaction(lane, batch, (connection) => this.#whole(connection, lane, batch), sent);
      });
    } catch (error) {
      this.#sent = undefined;
      if (!isServerError(error) || isPassing(error)) throw this.#told(error);
      const byLedger = (connection: Connection) => this.#byLedger(connection, batch);
      await this.#retried(() => this.#transaction(lane, batch, byLedger)).catch((again: unknown) => {
        throw this.#told(again);
      });
    }
  }

  async #retried(run: () => Promise<void>, retryFor = secondsOf(this.#context.config.retry_for)): Promise<void> {
    const { signal, consumer, warn } = this.#context;
    const onFault = (error: unknown, seconds: number) => {
      const what = `${consumer}: ${said(error, this.#settings)} (${this.location}); again in ${seconds.toFixed(1)} s`;
      warn('sink_retry', what);
    };
    await retried(run, { retryFor, signal, isPassing, onFault });
  }

  /**
   * One attempt, or the end of what was sent ahead. An attempt begins with a look at the checkpoint, so that a COMMIT whose answer was lost is
   * never sent twice: the lock waits for a transaction that the server still ends.
   */
  async #transaction(
    lane: Lane,
    batch: Batch,
    load: (connection: Connection) => Promise<Loaded>,
    ahead?: Ahead,
  ): Promise<void> {
    try {
      const connection = ahead?.connection ?? (await lane.connected());
      if (!ahead) await connection.run('begin');
      const isWritten = await this.#isWritten(connection, batch.last);
      if (!isWritten) {
        const loaded = ahead?.loaded ?? (await load(connection));
        await this.#mark(connection, batch.last);
        this.#sent = loaded;
      }
      await connection.run(isWritten && ahead ? 'rollback' : 'commit');
      this.#count(this.#sent);
      this.#sent = undefined;
    } catch (error) {
      lane.drop();
      throw error;
    }
  }

  async #isWritten(connection: Connection, last: LedgerMark): Promise<boolean> {
    const [row] = await connection.rows<CheckpointRow>(
      `select ledger, epoch from ${this.#checkpoints} where pipeline_id = $1 and consumer = $2 for update`,
      this.#identity(),
    );
    if (row?.epoch !== this.#epoch) throw this.#fenced();
    const written = Number(row.ledger ?? 0);
    if (written < (this.#checkpoint?.ledger ?? 0)) throw this.#lost(written);
    return written >= last.ledger;
  }

  async #mark(connection: Connection, { ledger, hash }: LedgerMark): Promise<void> {
    await connection.rows(
      `update ${this.#checkpoints} set ledger = $3, ledger_hash = $4, run_id = $5, updated_at = now()
       where pipeline_id = $1 and consumer = $2`,
      [...this.#identity(), ledger, hash, this.#context.runId],
    );
  }

  async #takeOver(connection: Connection): Promise<void> {
    const reset = this.#context.from === 'start' ? ', ledger = null, ledger_hash = null' : '';
    const [row] = await connection.rows<CheckpointRow>(
      `insert into ${this.#checkpoints} as t (pipeline_id, consumer, run_id, epoch) values ($1, $2, $3, 1)
       on conflict (pipeline_id, consumer) do update set epoch = t.epoch + 1, run_id = excluded.run_id${reset}
       returning ledger, ledger_hash, epoch`,
      [...this.#identity(), this.#context.runId],
    );
    this.#epoch = row.epoch;
    if (row.ledger !== null) this.#checkpoint = { ledger: Number(row.ledger), hash: row.ledger_hash ?? '' };
  }

  #piecesOf(batch: Batch): Piece[] {
    const { config } = this.#context;
    return piecesOf(this.#target.records, batch, Number(config.batch_size ?? config.batchSize ?? Infinity));
  }

  async #whole(connection: Connection, lane: Lane, batch: Batch): Promise<Loaded> {
    const loaded = new Loaded();
    const pieces = this.#piecesOf(batch);
    for (const piece of pieces) {
      const copied = await this.#trySending(connection, lane, batch, piece);
      if (copied) loaded.add(copied);
      else await this.#load(connection, batch, piece, loaded, pieces.length > 1);
    }
    return loaded;
  }

  /** Sends rows straight into their table; undone, and undefined, where one is there already, or the table is not as we would make it. */
  async #trySending(connection: Connection, lane: Lane, batch: Batch, piece: Piece): Promise<Copied | undefined> {
    if (!this.#direct || this.#stagedLeft-- > 0) return undefined;
    await connection.run('savepoint direct');
    try {
      const copied = await this.#sendStraight(connection, lane, batch, piece);
      await connection.run('release savepoint direct');
      return copied;
    } catch (error) {
      if (!isRefused(error)) throw error;
      await connection.run('rollback to savepoint direct');
      this.#stagedLeft = STAGED_BATCHES;
      return undefined;
    }
  }

  #sendStraight(connection: Connection, { rooms }: Lane, batch: Batch, piece: Piece): Promise<Copied> {
    return writeDirectly(connection, this.#direct!, { records: this.#target.records, batch, piece, rooms });
  }

  async #byLedger(connection: Connection, batch: Batch): Promise<Loaded> {
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

  /** Returns which record of a ledger the server refuses, with nothing written; undefined where it takes each by itself. */
  async #refusedRecord(connection: Connection, batch: Batch, piece: Piece): Promise<string | undefined> {
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

  async #load(connection: Connection, batch: Batch, piece: Piece, loaded: Loaded, more: boolean): Promise<void> {
    const records = this.#target.records;
    loaded.altered += await loadRows(connection, { records, loads: this.#loads, batch, piece, more }, loaded.rows);
  }

  #count({ rows, skipped, altered } = new Loaded()): void {
    const { consumer, warn, skip } = this.#context;
    for (const [table, count] of rows) this.#written.set(table, (this.#written.get(table) ?? 0) + count);
    for (const { ledger, cause, record } of skipped) skip?.(ledger, cause, record);
    if (altered > 0)
      warn('records_altered', `${consumer}: ${altered} records hold U+0000, which PostgreSQL cannot; they have U+FFFD`);
  }

  async #connect(): Promise<Connection> {
    const { consumer, pipeline, signal } = this.#context;
    const connection = await connect(this.#settings, `ledgerlake/${pipeline.name}`, signal).catch((error: unknown) => {
      // At the start a server must be there; later its return is waited for.
      throw this.#epoch === '' || !isPassing(error) ? unreachable(consumer, this.#settings, error) : error;
    });
    for (const table of this.#target.records) await connection.run(createStaging(table));
    return connection;
  }

  #drop(): void {
    for (const lane of this.#lanes) lane.drop();
  }

  #identity(): [string, string] {
    return [this.#context.pipeline.id, this.#context.consumer];
  }

  #fenced(): PipelineError {
    const { consumer, pipeline } = this.#context;
    const message = `${consumer}: another run of pipeline ${pipeline.name} writes to ${this.location}; stop one of the two`;
    return new PipelineError(message, { code: 'sink_fenced', component: consumer });
  }

  /** A replica without the last transactions has taken its place, or a backup. */
  #lost(written: number): PipelineError {
    const { consumer } = this.#context;
    const has = written === 0 ? 'no ledger' : `ledger ${written}`;
    const message = `${consumer}: ${this.location} has ${has} as its last, where ledger ${this.#checkpoint?.ledger} was committed; start the pipeline again, which goes on from there`;
    return new PipelineError(message, { code: 'sink_lost_checkpoint', component: consumer });
  }

  #told(error: unknown): unknown {
    const { consumer } = this.#context;
    if (isPassing(error)) return unreachable(consumer, this.#settings, error);
    return isServerError(error) ? refused(consumer, this.#settings, error, undefined) : error;
  }
}

function secondsOf(retryFor: Json | undefined): number {
  return typeof retryFor === 'number' ? retryFor : 300;
}
