/** The checkpoint of a consumer: a row on the server, updated in each batch's transaction, and its copy in a file. */
import { PipelineError } from '../../../core/errors.ts';
import type { Batch, LedgerMark, SinkContext } from '../../sink.ts';
import { readCheckpoint, writeCheckpoint } from '../checkpoint-file.ts';
import type { Connection } from './connection.ts';
import { locationOf } from './faults.ts';
import { CHECKPOINTS, naming } from './schema.ts';
import type { PostgresSettings } from './settings.ts';

interface CheckpointRow {
  ledger: string | null;
  ledger_hash: string | null;
  epoch: string;
}

export class Checkpoint {
  readonly #context: SinkContext;
  readonly #settings: PostgresSettings;
  readonly #table: string;
  #mark: LedgerMark | undefined;
  /** The first ledger that the pipeline has written here. */
  #first: number;
  /** Whether the copy says what the server has. */
  #isKept = true;
  /** What this run has raised it to: another writer that comes later has a higher one. */
  #epoch = '';

  constructor(context: SinkContext, settings: PostgresSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#table = naming(settings)(CHECKPOINTS);
    this.#first = readCheckpoint(context)?.first ?? Infinity;
  }

  /** The last ledger that was committed. */
  get mark(): LedgerMark | undefined {
    return this.#mark;
  }

  /** Whether this run has taken it over. */
  get isTaken(): boolean {
    return this.#epoch !== '';
  }

  /** Takes it over from an earlier run, which commits nothing any more. */
  async takeOver(connection: Connection): Promise<void> {
    const reset = this.#context.from === 'start' ? ', ledger = null, ledger_hash = null' : '';
    const [row] = await connection.rows<CheckpointRow>(
      `insert into ${this.#table} as t (pipeline_id, consumer, run_id, epoch) values ($1, $2, $3, 1)
       on conflict (pipeline_id, consumer) do update set epoch = t.epoch + 1, run_id = excluded.run_id${reset}
       returning ledger, ledger_hash, epoch`,
      [...this.#identity(), this.#context.runId],
    );
    this.#epoch = row.epoch;
    if (row.ledger !== null) this.#mark = { ledger: Number(row.ledger), hash: row.ledger_hash ?? '' };
  }

  /**
   * True if the server has the ledger. Locks the row until the transaction ends. Throws PipelineError if another run took over
   * or committed rows are gone.
   */
  async has(connection: Connection, last: LedgerMark): Promise<boolean> {
    const [row] = await connection.rows<CheckpointRow>(
      `select ledger, epoch from ${this.#table} where pipeline_id = $1 and consumer = $2 for update`,
      this.#identity(),
    );
    if (row?.epoch !== this.#epoch) throw this.#fenced();
    const written = Number(row.ledger ?? 0);
    if (written < (this.#mark?.ledger ?? 0)) throw this.#lost(written);
    return written >= last.ledger;
  }

  /** Sets it as part of a transaction. */
  async set(connection: Connection, { ledger, hash }: LedgerMark): Promise<void> {
    await connection.rows(
      `update ${this.#table} set ledger = $3, ledger_hash = $4, run_id = $5, updated_at = now()
       where pipeline_id = $1 and consumer = $2`,
      [...this.#identity(), ledger, hash, this.#context.runId],
    );
  }

  /** Goes on after a batch that was committed. */
  async advance({ first, last }: Batch): Promise<void> {
    this.#mark = last;
    if (first < this.#first) await this.#keep(first);
    else this.#isKept = false;
  }

  /** Brings the copy up to what was committed. */
  async keep(): Promise<void> {
    if (!this.#isKept) await this.#keep();
  }

  /** Writes the copy, which a purge and a start read. The server's row counts. */
  async #keep(first = this.#first): Promise<void> {
    const { runId } = this.#context;
    this.#first = first;
    await writeCheckpoint(this.#context, { ...this.#mark!, kind: 'postgres', runId, first });
    this.#isKept = true;
  }

  #identity(): [string, string] {
    return [this.#context.pipeline.id, this.#context.consumer];
  }

  #fenced(): PipelineError {
    const { consumer, pipeline } = this.#context;
    const message = `${consumer}: another run of pipeline ${pipeline.name} writes to ${locationOf(this.#settings)}; stop one of the two`;
    return new PipelineError(message, { code: 'sink_fenced', component: consumer });
  }

  /** A replica without the last transactions has taken its place, or a backup. */
  #lost(written: number): PipelineError {
    const { consumer } = this.#context;
    const has = written === 0 ? 'no ledger' : `ledger ${written}`;
    const message = `${consumer}: ${locationOf(this.#settings)} has ${has} as its last, where ledger ${this.#mark?.ledger} was committed; start the pipeline again to continue from there`;
    return new PipelineError(message, { code: 'sink_lost_checkpoint', component: consumer });
  }
}
