/** Records in tables of a DuckDB file: rows and checkpoint in one transaction. */
import { dirname, resolve } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { PipelineError } from '../../../core/errors.ts';
import { makeDurableFolder } from '../../../core/folders.ts';
import { createLoader } from '../../../lake/duckdb/bridge.ts';
import { conflictOf } from '../../../lake/disk/locks/file-lock.ts';
import { quoteName, quoteText, selectRows, type DuckDBConnection } from '../../../lake/duckdb/duckdb.ts';
import { reasonOf } from '../../../lake/disk/files.ts';
import { messageOf } from '../../../core/system-errors.ts';
import type { Batch, LedgerMark, RecordTable, Sink, SinkContext } from '../../sink.ts';
import { recordNamed, unfitting } from '../../left-out.ts';
import { sqlTypeOf } from '../files/copies.ts';
import { inUse, takeFiles } from '../files/file-claims.ts';
import { connectFile, inTurn, type FileConnection, type WrittenTable } from './database-files.ts';
import { TableLayout, type DuckDBPlace, type Obstacle } from './layout.ts';
import { storedRows } from './stored.ts';

/** Where the tables are, and how rows that are there already are met. */
export interface DuckDBTarget extends DuckDBPlace {
  path: string;
  mode: 'append' | 'upsert';
}

/** The checkpoints of all consumers that write to a schema. */
const CHECKPOINTS = 'ledgerlake_checkpoints';

/** What writes to a DuckDB file, and the schema that it writes to. */
export type SchemaSink = Sink & { readonly schema: string };

/** Opens a DuckDB file, makes what tables it lacks, and finds the checkpoint. Throws PipelineError. */
export async function openDuckDB(context: SinkContext, target: DuckDBTarget): Promise<SchemaSink> {
  const fail = (error: unknown): PipelineError => {
    if (error instanceof PipelineError) return error;
    const conflict = conflictOf(error);
    if (conflict) return inUse(context.consumer, target.path, conflict);
    return sinkError(context, target, 'sink_unreachable', ` cannot be opened: ${saidOf(error)}`, { cause: error });
  };
  let file: FileConnection | undefined;
  try {
    await makeDurableFolder(dirname(resolve(target.path)));
    file = await connectFile(target.path, () => takeFiles(context.consumer, [target.path]));
    const sink = new DuckDBSink(context, target, file);
    await sink.prepare();
    return sink;
  } catch (error) {
    await file?.close();
    throw fail(error);
  }
}

/** Returns the clause for the checkpoint of a consumer. */
function ownCheckpoint({ pipeline, consumer }: SinkContext): string {
  return `where pipeline_id = ${quoteText(pipeline.id)} and consumer = ${quoteText(consumer)}`;
}

/** Returns what is wrong with a file in words where that is known, else what the error says. */
function saidOf(error: unknown): string {
  return reasonOf(error) ?? messageOf(error);
}

function sinkError(
  { consumer }: SinkContext,
  { path }: DuckDBTarget,
  code: string,
  what: string,
  { place, cause }: { place?: Pick<Obstacle, 'table' | 'column'>; cause?: unknown } = {},
): PipelineError {
  return new PipelineError(`${consumer}: ${path}${what}`, { code, component: consumer, ...place }, cause);
}

/**
 * After this many rows the file is reopened, for 50 ms of CPU time, so that DuckDB frees memory. Two pipelines over 2,080
 * mainnet ledgers then took 835 to 930 MB instead of 1,000 to 1,060.
 */
const ROWS_PER_OPENING = 160_000;

/** What is in the transaction that is open: ledgers, and how many rows of each table. */
interface OpenTransaction {
  first: number;
  last: LedgerMark;
  rows: Map<string, number>;
}

class DuckDBSink implements Sink {
  readonly kind = 'duckdb';
  readonly location: string;
  readonly schema: string;
  checkpoint: LedgerMark | undefined;
  readonly #context: SinkContext;
  readonly #target: DuckDBTarget;
  readonly #file: FileConnection;
  readonly #connection: DuckDBConnection;
  readonly #layout: TableLayout;
  /** With their columns in the order of the file. */
  #tables: ReadonlyMap<string, RecordTable> = new Map();
  /** What all consumers of the file know of these tables. */
  readonly #shared: ReadonlyMap<string, WrittenTable>;
  readonly #written = new Map<string, number>();
  #open: OpenTransaction | undefined;
  /** The end of the transaction that is being made for other consumers of the file, perhaps for several at once. */
  #settling: Promise<void> | undefined;
  /** What failed when the transaction was ended for another consumer of the file. */
  #unsettled: unknown;
  /** How many rows were written since the file was opened. */
  #sinceOpened = 0;
  /** Whether rows were replaced in the transaction that is open. */
  #hasReplaced = false;

  constructor(context: SinkContext, target: DuckDBTarget, file: FileConnection) {
    this.#context = context;
    this.#target = target;
    this.#file = file;
    this.#connection = file.connection;
    this.#layout = new TableLayout(file.connection, target);
    this.#shared = new Map(context.inputs.map((table) => [table.name, file.table(this.#layout.nameOf(table))]));
    this.location = target.path;
    this.schema = target.schema;
  }

  /** Makes schema, tables and columns that are not there, and finds the checkpoint. */
  prepare(): Promise<void> {
    // What all have, and views, are made by one at a time.
    const tables = [this.#file.table(this.#layout.name(CHECKPOINTS)), ...this.#shared.values()];
    return inTurn(tables, this, () => this.#prepare());
  }

  async #prepare(): Promise<void> {
    const own = ownCheckpoint(this.#context);
    await this.#transaction(async (run) => {
      await run(`create schema if not exists ${quoteName(this.#target.schema)}`);
      await run(
        `create table if not exists ${this.#layout.name(CHECKPOINTS)} (pipeline_id varchar, consumer varchar, ledger bigint, ` +
          `ledger_hash varchar, run_id varchar, updated_at timestamp, primary key (pipeline_id, consumer))`,
      );
      const [found] = await selectRows(
        this.#connection,
        `select ledger, ledger_hash as hash from ${this.#layout.name(CHECKPOINTS)} ${own}`,
      );
      const obstacles: Obstacle[] = [];
      const isWritten = (name: string) => this.#file.table(name).newest !== undefined;
      const writers = { isOurs: found !== undefined, isWritten };
      this.#tables = await this.#layout.make(this.#context.inputs, writers, obstacles);
      if (obstacles.length > 0) throw this.#conflict(obstacles);
      if (found && this.#context.from === 'start')
        await run(`update ${this.#layout.name(CHECKPOINTS)} set ledger = null, ledger_hash = null ${own}`);
      else if (found && found['ledger'] !== null)
        this.checkpoint = { ledger: Number(found['ledger']), hash: String(found['hash']) };
    });
    for (const table of this.#tables.values()) this.#sharedOf(table).newest ??= await this.#newestOf(table);
    // Nothing is written to a view; that it is there tells others whose it is.
    for (const view of this.#layout.views) this.#file.table(view).newest ??= 0;
  }

  /** The repair comes first, so that it is there where a message is cut. */
  #conflict(obstacles: readonly Obstacle[]): PipelineError {
    const [{ table, column }] = obstacles;
    const repairs = obstacles.flatMap(({ repair }) => repair ?? []);
    const repair = repairs.length > 0 ? `, repair it: ${repairs.join('; ')}` : '';
    const isTaken = repairs.length < obstacles.length;
    const advice = isTaken
      ? '; set another schema or table_prefix for one of them'
      : 'table_prefix' in this.#context.config
        ? '; or set another table_prefix'
        : '';
    const what = `${repair}: ${obstacles.map((obstacle) => obstacle.what).join('; ')}${advice}`;
    const place = { table, ...(column !== undefined && { column }) };
    return sinkError(this.#context, this.#target, 'sink_schema_conflict', what, { place });
  }

  async #newestOf(table: RecordTable): Promise<number> {
    const sql = `select max(${quoteName(table.ledger)}) as newest from ${this.#layout.nameOf(table)}`;
    const [row] = await selectRows(this.#connection, sql);
    return Number(row?.['newest'] ?? 0);
  }

  write(batch: Batch, more = false): Promise<void> {
    return this.#inTurn(async () => {
      this.#throwUnsettled();
      await this.#write(batch);
      if (!more) await this.#commit();
    });
  }

  commit(): Promise<void> {
    return this.#inTurn(async () => {
      this.#throwUnsettled();
      await this.#commit();
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    return inTurn([...this.#shared.values()], this, work);
  }

  /** Commits for another consumer of the file; what fails is thrown when this one goes on. */
  settle(): Promise<void> {
    return (this.#settling ??= this.#commit()
      .catch((error: unknown) => void (this.#unsettled = error))
      .finally(() => (this.#settling = undefined)));
  }

  #throwUnsettled(): void {
    const error = this.#unsettled;
    this.#unsettled = undefined;
    if (error) throw error;
  }

  async #write(batch: Batch): Promise<void> {
    try {
      if (!this.#open) await this.#connection.run('begin');
      this.#setOpen({ first: batch.first, rows: new Map(), ...this.#open, last: batch.last });
      for (const [name, rows] of batch.rows) {
        const table = this.#tables.get(name);
        if (table) await this.#put(table, rows, batch);
      }
    } catch (error) {
      await this.#rollBack();
      throw this.#failed(batch.first, batch.last, this.#misfit(batch) ?? error);
    }
    for (const [name, { numRows }] of batch.rows) {
      const table = this.#tables.get(name);
      if (!table) continue;
      addRows(this.#open!.rows, this.#layout.plainName(table), numRows);
      this.#sinceOpened += numRows;
    }
  }

  async #commit(): Promise<void> {
    if (!this.#open) return;
    const { first, last, rows } = this.#open;
    const { pipeline, consumer, runId } = this.#context;
    const values = [pipeline.id, consumer, String(last.ledger), last.hash, runId].map(quoteText).join(', ');
    try {
      await this.#connection.run(
        `insert or replace into ${this.#layout.name(CHECKPOINTS)} values (${values}, current_timestamp)`,
      );
      await this.#connection.run('commit');
      if (!(await this.#file.isThere())) throw new Error('the file was removed or replaced while it was open');
    } catch (error) {
      await this.#rollBack();
      throw this.#failed(first, last, error);
    }
    this.#setOpen(undefined);
    for (const [table, count] of rows) addRows(this.#written, table, count);
    this.checkpoint = last;
    await this.#giveBack();
  }

  #setOpen(open: OpenTransaction | undefined): void {
    this.#open = open;
    for (const table of this.#shared.values()) table.open = open && this;
  }

  /** Gives back memory, between transactions. */
  async #giveBack(): Promise<void> {
    if (this.#hasReplaced) {
      this.#hasReplaced = false;
      // Deleted rows stay in memory until a checkpoint: 0.8 million reached the limit. Beside another writer it happens later.
      await this.#connection.run('checkpoint').catch(() => undefined);
    }
    if (this.#sinceOpened < ROWS_PER_OPENING) return;
    this.#sinceOpened = 0;
    try {
      await this.#file.renew();
    } catch (error) {
      throw sinkError(this.#context, this.#target, 'sink_unreachable', ` cannot be opened again: ${saidOf(error)}`, {
        cause: error,
      });
    }
  }

  async #rollBack(): Promise<void> {
    this.#setOpen(undefined);
    for (const table of this.#shared.values()) table.last = undefined;
    await this.#connection.run('rollback').catch(() => undefined);
  }

  /** Of a number that does not fit its column: DuckDB tells of two types alone. */
  #misfit({ rows }: Batch): Error | undefined {
    for (const table of this.#tables.values()) {
      const records = rows.get(table.name);
      const place = unfitting(table, records);
      if (!records || !place) continue;
      const where = `${recordNamed(table, records, place.row)}, column ${place.column}`;
      return new Error(`Conversion Error: ${where}, does not fit ${sqlTypeOf(table, place.column)}`);
    }
    return undefined;
  }

  #failed(first: number, { ledger }: LedgerMark, error: unknown): PipelineError {
    const what = `: ledgers ${first} to ${ledger} cannot be written: ${saidOf(error)}`;
    return sinkError(this.#context, this.#target, 'sink_write_failed', what, { cause: error });
  }

  async #put(table: RecordTable, records: RecordBatch, { first, last }: Batch): Promise<void> {
    const shared = this.#sharedOf(table);
    const isAppended = this.#target.mode === 'append';
    if (!isAppended && shared.last?.deref() === records) return;
    const newest = shared.newest ?? 0;
    await this.#insert(table, records, { first, isNew: isAppended || first > newest });
    shared.newest = Math.max(newest, last.ledger);
    shared.last = new WeakRef(records);
  }

  async #insert(
    table: RecordTable,
    records: RecordBatch,
    { first, isNew }: { first: number; isNew: boolean },
  ): Promise<void> {
    const rows = storedRows(table, records);
    if (isNew) return this.#append(rows, { ...table, name: this.#layout.plainName(table) });
    // Rows of a run before are replaced by key, so that a repetition changes nothing.
    this.#hasReplaced = true;
    const staged = `staged_${table.name}`;
    await this.#connection.run(
      `create or replace temp table ${quoteName(staged)} as from ${this.#layout.nameOf(table)} limit 0`,
    );
    await this.#append(rows, { ...table, name: staged }, { schema: 'main', catalog: 'temp' });
    const same = table.key.map((column) => `kept.${quoteName(column)} = new.${quoteName(column)}`);
    const where = `where ${same.join(' and ')} and kept.${quoteName(table.ledger)} >= ${first}`;
    if (table.stamps) {
      const first = table.stamps.map((stamp) => `${stamp} = coalesce(kept.${stamp}, new.${stamp})`).join(', ');
      const kept = `set ${first} from ${this.#layout.nameOf(table)} as kept`;
      await this.#connection.run(`update temp.main.${quoteName(staged)} as new ${kept} ${where}`);
    }
    await this.#connection.run(
      `delete from ${this.#layout.nameOf(table)} as kept using temp.main.${quoteName(staged)} as new ${where}`,
    );
    await this.#connection.run(`insert into ${this.#layout.nameOf(table)} from temp.main.${quoteName(staged)}`);
    await this.#connection.run(`drop table temp.main.${quoteName(staged)}`);
  }

  async #append(
    rows: RecordBatch,
    table: RecordTable,
    where: { schema: string; catalog?: string } = { schema: this.#target.schema },
  ): Promise<void> {
    const loader = await createLoader(this.#connection, table, where);
    try {
      loader.append(rows);
      loader.close();
    } catch (error) {
      loader.discard();
      throw error;
    }
  }

  async #transaction(work: (run: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
    await this.#connection.run('begin');
    try {
      await work((sql) => this.#connection.run(sql));
      await this.#connection.run('commit');
    } catch (error) {
      await this.#connection.run('rollback').catch(() => undefined);
      throw error;
    }
  }

  #sharedOf(table: RecordTable): WrittenTable {
    return this.#shared.get(table.name)!;
  }

  written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open) await this.#rollBack();
      await this.#file.close();
    });
  }
}

function addRows(counts: Map<string, number>, table: string, rows: number): void {
  counts.set(table, (counts.get(table) ?? 0) + rows);
}
