/** Records in tables of a DuckDB file: rows and checkpoint in one transaction. */
import { dirname, resolve } from 'node:path';
import type { RecordBatch } from 'apache-arrow';
import { PipelineError } from '../../../errors.ts';
import { makeDurableFolder } from '../../../folders.ts';
import { createLoader } from '../../../lake/bridge/bridge.ts';
import { quoteName, quoteText, selectRows, type DuckDBConnection } from '../../../lake/duckdb.ts';
import { reasonOf } from '../../../lake/files.ts';
import { messageOf } from '../../../system-errors.ts';
import type { Batch, LedgerMark, RecordTable, Sink, SinkContext } from '../../sink.ts';
import { recordNamed, unfitting } from '../../left-out.ts';
import { sqlTypeOf } from '../files/copies.ts';
import { takeFiles } from '../files/taken.ts';
import { connectFile, inTurn, type FileConnection, type WrittenTable } from './database-files.ts';
import { stored, storedRows, storedType } from './stored.ts';
import type { NameOf, TableViews } from './table-views.ts';

/** Where the tables are, and how rows that are there already are met. */
export interface DuckDBTarget {
  path: string;
  schema: string;
  prefix: string;
  /** What the only table is called, in place of prefix and name of its records. */
  tableName?: string;
  mode: 'append' | 'upsert';
  /** What there is beside the records. */
  beside: TableViews;
}

/** The checkpoints of all consumers that write to a schema. */
const CHECKPOINTS = 'ledgerlake_checkpoints';

/** Opens a DuckDB file, makes what tables it lacks, and finds the checkpoint. Throws PipelineError. */
export async function openDuckDB(context: SinkContext, target: DuckDBTarget): Promise<Sink> {
  const fail = (error: unknown): PipelineError =>
    error instanceof PipelineError
      ? error
      : sinkError(context, target, 'sink_unreachable', ` cannot be opened: ${saidOf(error)}`, { cause: error });
  let file: FileConnection | undefined;
  try {
    await makeDurableFolder(dirname(resolve(target.path)));
    // Consumers of files of records do not share theirs; what they begin with is empty, so that they take none of DuckDB.
    (await takeFiles(context.consumer, [target.path]))();
    file = await connectFile(target.path);
    const sink = new DuckDBSink(context, target, file);
    await sink.prepare();
    return sink;
  } catch (error) {
    file?.close();
    throw fail(error);
  }
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
  { place, cause }: { place?: Place; cause?: unknown } = {},
): PipelineError {
  return new PipelineError(`${consumer}: ${path}${what}`, { code, component: consumer, ...place }, cause);
}

/** What of a table is wrong. */
interface Place {
  table: string;
  column?: string;
}

/** A column of another type. */
interface Misfit {
  table: RecordTable;
  column: string;
  have: string;
  want: string;
}

/** JSON says the same again and again: with zstd, 65,712 contract events took 23 MB and 29 µs each in place of 349 and 45. */
function declared(table: RecordTable, column: string): string {
  const type = storedType(table, column);
  return `${quoteName(column)} ${type}${type === 'JSON' ? ' using compression zstd' : ''}`;
}

/**
 * After so many rows the file is opened anew, for 50 ms of processor: DuckDB lets go what it keeps of rows that are written, within its limit
 * and beside it. Two pipelines over 2,080 ledgers of pubnet-p26 took 1,000 to 1,060 MB, and then 835 to 930.
 */
const ROWS_PER_OPENING = 160_000;

class DuckDBSink implements Sink {
  readonly kind = 'duckdb';
  readonly location: string;
  checkpoint: LedgerMark | undefined;
  readonly #context: SinkContext;
  readonly #target: DuckDBTarget;
  readonly #file: FileConnection;
  readonly #connection: DuckDBConnection;
  /** With their columns in the order of the file. */
  readonly #tables: Map<string, RecordTable>;
  /** What all consumers of the file know of these tables. */
  readonly #shared: ReadonlyMap<string, WrittenTable>;
  readonly #written = new Map<string, number>();
  /** The ledgers in the transaction that is open. */
  #open: { first: number; last: LedgerMark } | undefined;
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
    this.#tables = new Map(context.inputs.map((table) => [table.name, stored(table)]));
    this.#shared = new Map(context.inputs.map((table) => [table.name, file.table(this.#nameOf(table))]));
    this.location = target.path;
  }

  /** Makes schema, tables and columns that are not there, and finds the checkpoint. */
  prepare(): Promise<void> {
    // What all have, and views, are made by one at a time.
    const tables = [this.#file.table(this.#name(CHECKPOINTS)), ...this.#shared.values()];
    return inTurn(tables, this, () => this.#prepare());
  }

  async #prepare(): Promise<void> {
    const { pipeline, consumer, from } = this.#context;
    await this.#transaction(async (run) => {
      await run(`create schema if not exists ${quoteName(this.#target.schema)}`);
      await run(
        `create table if not exists ${this.#name(CHECKPOINTS)} (pipeline_id varchar, consumer varchar, ledger bigint, ` +
          `ledger_hash varchar, run_id varchar, updated_at timestamp, primary key (pipeline_id, consumer))`,
      );
      const misfits: Misfit[] = [];
      for (const table of this.#tables.values()) misfits.push(...(await this.#makeTable(table)));
      if (misfits.length > 0) throw this.#mistyped(misfits);
      for (const [view, sql] of Object.entries(this.#target.beside.views)) await this.#makeView(view, sql);
    });
    const where = `where pipeline_id = ${quoteText(pipeline.id)} and consumer = ${quoteText(consumer)}`;
    if (from === 'start') await this.#connection.run(`delete from ${this.#name(CHECKPOINTS)} ${where}`);
    const [row] = await selectRows(
      this.#connection,
      `select ledger, ledger_hash as hash from ${this.#name(CHECKPOINTS)} ${where}`,
    );
    if (row) this.checkpoint = { ledger: Number(row['ledger']), hash: String(row['hash']) };
    for (const table of this.#tables.values()) this.#sharedOf(table).newest ??= await this.#newestOf(table);
  }

  /** Makes the table, or the columns that it lacks, and returns those of another type. */
  async #makeTable(table: RecordTable): Promise<Misfit[]> {
    if ((await this.#kindOf(this.#plainName(table))) === 'VIEW') throw this.#foreign(table, 'is a view');
    const names = Object.keys(table.columns);
    const list = names.map((column) => declared(table, column));
    await this.#connection.run(`create table if not exists ${this.#nameOf(table)} (${list.join(', ')})`);
    const types = await this.#typesOf(table);
    const lacking = names.filter((column) => !types.has(column));
    // A consumer of the file that writes the table has its columns, and is not given others.
    if (lacking.length > 0 && this.#sharedOf(table).newest !== undefined)
      throw this.#foreign(table, `has no column ${lacking.join(', ')}, and is written by another consumer`);
    for (const column of lacking)
      await this.#connection.run(`alter table ${this.#nameOf(table)} add column ${declared(table, column)}`);
    const others = [...types.keys()].filter((column) => !names.includes(column));
    if (others.length > 0) throw this.#foreign(table, `has columns ${[...types.keys()].join(', ')}`);
    const ordered = [...types.keys(), ...lacking].map((column) => [column, table.columns[column]]);
    this.#tables.set(table.name, { ...table, columns: Object.fromEntries(ordered) as RecordTable['columns'] });
    return Array.from(types, ([column, have]) => ({ table, column, have, want: storedType(table, column) })).filter(
      ({ have, want }) => have !== want,
    );
  }

  async #typesOf(table: RecordTable): Promise<Map<string, string>> {
    const found = await selectRows(this.#connection, `describe ${this.#nameOf(table)}`);
    return new Map(found.map((row) => [String(row['column_name']), String(row['column_type'])]));
  }

  async #makeView(view: string, sql: (nameOf: NameOf) => string): Promise<void> {
    const { prefix, beside } = this.#target;
    const name = this.#name(prefix + view);
    if ((await this.#kindOf(prefix + view)) === 'BASE TABLE') {
      const other = quoteName(prefix + (beside.renamed[view] ?? `${view}_before`));
      const what = `, table ${view} is no view; repair it: alter table ${name} rename to ${other}`;
      throw this.#conflict(what, { table: view });
    }
    await this.#connection.run(`create or replace view ${name} as ${sql((table) => this.#named(table))}`);
  }

  /** Returns what has the name in the schema: `BASE TABLE`, `VIEW`, or nothing. */
  async #kindOf(name: string): Promise<unknown> {
    const where = `table_schema = ${quoteText(this.#target.schema)} and table_name = ${quoteText(name)}`;
    const sql = `select table_type from information_schema.tables where table_catalog = current_database() and ${where}`;
    const [row] = await selectRows(this.#connection, sql);
    return row?.['table_type'];
  }

  #foreign(table: RecordTable, what: string): PipelineError {
    const repair = `rename it or set another table_prefix: alter table ${this.#nameOf(table)} rename to ${quoteName(`${table.name}_before`)}`;
    return this.#conflict(`, table ${table.name}, ${what}; ${repair}`, { table: table.name });
  }

  #mistyped(misfits: readonly Misfit[]): PipelineError {
    const said = misfits.map(
      ({ table, column, have, want }) => `column ${column} of table ${table.name} is ${have}, expected ${want}`,
    );
    const repairs = misfits.map(({ table, column, have, want }) => {
      // The times of a column without a zone are in UTC.
      const using = have === 'TIMESTAMP' ? ` using ${quoteName(column)} at time zone 'UTC'` : '';
      return `alter table ${this.#nameOf(table)} alter column ${quoteName(column)} type ${want}${using}`;
    });
    const [{ table, column }] = misfits;
    const what = `, ${said.join(', ')}; set another table_prefix, or repair it: ${repairs.join('; ')}`;
    return this.#conflict(what, { table: table.name, column });
  }

  #conflict(what: string, place: Place): PipelineError {
    return sinkError(this.#context, this.#target, 'sink_schema_conflict', what, { place });
  }

  async #newestOf(table: RecordTable): Promise<number> {
    const sql = `select max(${quoteName(table.ledger)}) as newest from ${this.#nameOf(table)}`;
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
      this.#setOpen({ first: this.#open?.first ?? batch.first, last: batch.last });
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
      const into = this.#plainName(table);
      this.#written.set(into, (this.#written.get(into) ?? 0) + numRows);
      this.#sinceOpened += numRows;
    }
  }

  async #commit(): Promise<void> {
    if (!this.#open) return;
    const { first, last } = this.#open;
    const { pipeline, consumer, runId } = this.#context;
    const values = [pipeline.id, consumer, String(last.ledger), last.hash, runId].map(quoteText).join(', ');
    try {
      await this.#connection.run(
        `insert or replace into ${this.#name(CHECKPOINTS)} values (${values}, current_timestamp)`,
      );
      await this.#connection.run('commit');
    } catch (error) {
      await this.#rollBack();
      throw this.#failed(first, last, error);
    }
    this.#setOpen(undefined);
    this.checkpoint = last;
    await this.#giveBack();
  }

  #setOpen(open: { first: number; last: LedgerMark } | undefined): void {
    this.#open = open;
    for (const table of this.#shared.values()) table.open = open && this;
  }

  /** Gives back memory, between transactions. */
  async #giveBack(): Promise<void> {
    if (this.#hasReplaced) {
      this.#hasReplaced = false;
      // What was deleted stays in memory until then: 0.8 million rows were all that DuckDB may have. Beside another writer it is done later.
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
    if (isNew) return this.#append(rows, { ...table, name: this.#plainName(table) });
    // Rows of a run before are replaced by key, so that a repetition changes nothing.
    this.#hasReplaced = true;
    const staged = `staged_${table.name}`;
    await this.#connection.run(
      `create or replace temp table ${quoteName(staged)} as from ${this.#nameOf(table)} limit 0`,
    );
    await this.#append(rows, { ...table, name: staged }, { schema: 'main', catalog: 'temp' });
    const same = table.key.map((column) => `kept.${quoteName(column)} = new.${quoteName(column)}`);
    const where = `where ${same.join(' and ')} and kept.${quoteName(table.ledger)} >= ${first}`;
    if (table.stamps) {
      const first = table.stamps.map((stamp) => `${stamp} = coalesce(kept.${stamp}, new.${stamp})`).join(', ');
      const kept = `set ${first} from ${this.#nameOf(table)} as kept`;
      await this.#connection.run(`update temp.main.${quoteName(staged)} as new ${kept} ${where}`);
    }
    await this.#connection.run(
      `delete from ${this.#nameOf(table)} as kept using temp.main.${quoteName(staged)} as new ${where}`,
    );
    await this.#connection.run(`insert into ${this.#nameOf(table)} from temp.main.${quoteName(staged)}`);
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

  #name(table: string): string {
    return `${quoteName(this.#target.schema)}.${quoteName(table)}`;
  }

  #nameOf(table: RecordTable): string {
    return this.#name(this.#plainName(table));
  }

  #sharedOf(table: RecordTable): WrittenTable {
    return this.#shared.get(table.name)!;
  }

  #named(name: string): string {
    return this.#name(this.#target.prefix + (this.#target.beside.renamed[name] ?? name));
  }

  #plainName({ name }: RecordTable): string {
    return this.#target.tableName ?? this.#target.prefix + (this.#target.beside.renamed[name] ?? name);
  }

  written(): ReadonlyMap<string, number> {
    return this.#written;
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open) await this.#rollBack();
      this.#file.close();
    });
  }
}
