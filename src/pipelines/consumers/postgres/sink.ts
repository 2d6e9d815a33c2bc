/**
 * Writes batches to PostgreSQL, each in one transaction with its checkpoint. A second connection sends the next batch's rows
 * meanwhile; its transaction commits after the earlier one.
 */
import { PipelineError } from '../../../core/errors.ts';
import type { JsonData } from '../../yaml/nodes.ts';
import type { Batch, LedgerMark, Sink, SinkContext } from '../../sink.ts';
import { retried } from '../retry.ts';
import { onStop, STOP_WAIT } from '../stopping.ts';
import { BatchWriter, type PostgresTarget } from './batch-writer.ts';
import { Checkpoint } from './checkpoint.ts';
import { connect, type Connection } from './connection.ts';
import { isPassing, isRefused, isServerError, locationOf, refused, said, unreachable } from './faults.ts';
import { Lane, waitUnlessBlocking, type Ahead } from './lane.ts';
import { Loaded } from './load.ts';
import { ensureSchema, findTables } from './schema.ts';
import { settingsOf, type PostgresSettings } from './settings.ts';
import { createStaging } from './table.ts';

/** Connects, makes what the tables lack, takes the checkpoint over from an earlier run. Throws PipelineError. */
export async function openPostgres(context: SinkContext, target: PostgresTarget): Promise<Sink> {
  const settings = settingsOf(context);
  const sink = new PostgresSink(context, settings, target);
  await sink.open();
  return sink;
}

const WITHOUT_RETRIES = 0;

class PostgresSink implements Sink {
  readonly kind = 'postgres';
  readonly isAhead = true;
  readonly isJsonb = true;
  readonly location: string;
  readonly #context: SinkContext;
  readonly #settings: PostgresSettings;
  readonly #target: PostgresTarget;
  readonly #writer: BatchWriter;
  readonly #checkpoint: Checkpoint;
  readonly #written = new Map<string, number>();
  #altered = 0;
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
    this.#writer = new BatchWriter(context, settings, target);
    this.#checkpoint = new Checkpoint(context, settings);
    this.location = locationOf(settings);
    this.#isAlone = context.config.max_open_conns === 1;
    this.#lanes = [new Lane(() => this.#connect()), new Lane(() => this.#connect())];
  }

  get checkpoint(): LedgerMark | undefined {
    return this.#checkpoint.mark;
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
      this.#writer.find(await findTables(connection, options));
      await this.#checkpoint.takeOver(connection);
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
    await this.#checkpoint.keep();
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
    if (this.#isAlone || !this.#writer.maySendAhead) return false;
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
    await this.#checkpoint.advance(batch);
  }

  /** Sends the rows of a batch, then waits for the batch before. If it fails, nothing remains, and the batch is written again. */
  async #sendAhead(lane: Lane, batch: Batch, before: Promise<void>): Promise<Ahead | undefined> {
    const connection = await lane.connected();
    before.catch(() => connection.destroy());
    try {
      await connection.run('begin isolation level read committed');
      const loaded = await this.#writer.sendAhead(connection, batch);
      await waitUnlessBlocking(connection, before);
      return { connection, loaded };
    } catch (error) {
      lane.drop();
      if (isRefused(error)) this.#writer.stage();
      return undefined;
    }
  }

  /** Writes the batch; when the server refuses rows, again ledger by ledger, to know which one it was. */
  async #settle(lane: Lane, batch: Batch, ahead: Ahead | undefined): Promise<void> {
    try {
      await this.#retried(() => {
        const sent = ahead;
        ahead = undefined;
        return this.#transaction(lane, batch, (connection) => this.#writer.write(connection, batch), sent);
      });
    } catch (error) {
      this.#sent = undefined;
      if (!isServerError(error) || isPassing(error)) throw this.#told(error);
      const byLedger = (connection: Connection) => this.#writer.writeByLedger(connection, batch);
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
   * Makes one attempt, or commits what was sent ahead. It reads the checkpoint first, so that no COMMIT is repeated.
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
      const isWritten = await this.#checkpoint.has(connection, batch.last);
      if (!isWritten) {
        const loaded = ahead?.loaded ?? (await load(connection));
        await this.#checkpoint.set(connection, batch.last);
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

  #count({ rows, skipped, altered } = new Loaded()): void {
    const { consumer, warn, skip } = this.#context;
    for (const [table, count] of rows) this.#written.set(table, (this.#written.get(table) ?? 0) + count);
    for (const { ledger, cause, record } of skipped) skip?.(ledger, cause, record);
    if (altered === 0) return;
    this.#altered += altered;
    const what = `${this.#altered} records hold U+0000, which PostgreSQL cannot; they have U+FFFD`;
    warn('records_altered', `${consumer}: ${what}`);
  }

  async #connect(): Promise<Connection> {
    const { consumer, pipeline, signal } = this.#context;
    const connection = await connect(this.#settings, `ledgerlake/${pipeline.name}`, signal).catch((error: unknown) => {
      // At the start a server must be there; later its return is waited for.
      throw !this.#checkpoint.isTaken || !isPassing(error) ? unreachable(consumer, this.#settings, error) : error;
    });
    for (const table of this.#target.records) await connection.run(createStaging(table));
    return connection;
  }

  #drop(): void {
    for (const lane of this.#lanes) lane.drop();
  }

  #told(error: unknown): unknown {
    const { consumer } = this.#context;
    if (isPassing(error)) return unreachable(consumer, this.#settings, error);
    return isServerError(error) ? refused(consumer, this.#settings, error, undefined) : error;
  }
}

function secondsOf(retryFor: JsonData | undefined): number {
  return typeof retryFor === 'number' ? retryFor : 300;
}
