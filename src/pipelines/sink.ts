/** What flows in a pipeline: processors make record tables of ledgers, consumers open sinks that write them batch by batch. */
import type { RecordBatch } from 'apache-arrow';
import type { ColumnSpecs, TableSpec } from '../arrow/table.ts';
import type { NetworkName } from './definition/definition.ts';
import type { WarningCode } from './definition/findings.ts';
import type { Json } from './definition/nodes.ts';

/** A table of records: what a processor declares, extracts and gives to consumers. */
export interface RecordTable<C extends ColumnSpecs = ColumnSpecs> extends TableSpec<C> {
  /** The column with the ledger of a row. */
  ledger: string;
  /** The columns whose text is JSON. */
  json?: readonly string[];
  /** The times that SQL has with a time zone. */
  zoned?: readonly string[];
  /** Columns that no processor fills: databases say in them when a row was written first, in UTC. */
  stamps?: readonly string[];
  /** The SQL type of columns whose text is a number; one that does not fit is an error of the sink. */
  decimals?: Readonly<Record<string, DecimalType>>;
  /** The table whose `id` rows of this one name, and the column that does: they are written and replaced with it. */
  parent?: { table: string; column: string };
}

/** What SQL calls numbers whose digits are all kept. */
export type DecimalType = 'bigint' | 'hugeint' | `numeric(${number},${number})`;

/** Returns the declaration as it is; only its type is made exact, and what it says of columns checked. */
export function defineRecords<C extends ColumnSpecs>(
  spec: RecordTable<C> & { key: (keyof C)[]; ledger: keyof C; json?: (keyof C)[]; zoned?: (keyof C)[] },
): RecordTable<C> {
  return spec;
}

/**
 * How a consumer writes: `transaction`: rows and checkpoint in one; `key`: checkpoint after the rows, whose keys make a repetition
 * harmless; `once-or-more`: the same without keys.
 */
export type Delivery = 'transaction' | 'key' | 'once-or-more';

/** What is known of a ledger that is written. */
export interface LedgerMark {
  ledger: number;
  /** In hex. */
  hash: string;
}

/** The rows of some ledgers that follow each other, in ledger order. */
export interface Batch {
  /** Sequence of the first ledger. */
  first: number;
  last: LedgerMark;
  /** Close time of the last ledger, in milliseconds since 1970. */
  closedAt: number;
  /** By name of the record table; a table without rows may be absent. */
  rows: ReadonlyMap<string, RecordBatch>;
}

/** Where a consumer writes, while a run lasts. No two of `write`, `commit` and `close` are called at the same time. */
export interface Sink {
  /** The name of the mode in force, such as `postgres`, `redis`, `pubsub`, `duckdb`, `parquet`. */
  readonly kind: string;
  /** Whether JSON becomes jsonb, which has its own order of keys. */
  readonly isJsonb?: boolean;
  /**
   * Whether `write` with `more` returns while the batch is still written, which is read until `checkpoint` has come to it; the next `write`, or
   * `commit`, throws what it fails of.
   */
  readonly isAhead?: boolean;
  /** For people: file, folder, or server and database; without credentials. */
  readonly location: string;
  /** The last ledger that is written whole, as the target knows it; undefined for none. */
  readonly checkpoint: LedgerMark | undefined;
  /**
   * Writes the rows and the checkpoint and resolves when both are durable: in one transaction where the target has those.
   * Throws PipelineError. After an error the target holds the batch whole or not at all.
   *
   * With `more`, a next batch or `commit` follows: a sink that has `commit` may make several batches durable together, and `checkpoint`
   * is behind until then; after an error the target holds none of these.
   */
  write(batch: Batch, more?: boolean): Promise<void>;
  /** Makes durable what was written with `more`. Throws PipelineError. */
  commit?(): Promise<void>;
  /** How many rows each table of the target was given in this run. */
  written(): ReadonlyMap<string, number>;
  /** Ends what is open; after an error or a stop nothing of a half batch is left. */
  close(): Promise<void>;
}

/** Returns where a file or folder is that a config names. Throws PipelineError for one that may not be used. */
export type FileAt = (path: string) => string;

/** What a consumer gets when a run begins. */
export interface SinkContext {
  pipeline: { id: string; name: string };
  runId: string;
  /** Tells the consumers of one pipeline apart: its type, and its place from the second of a type on. */
  consumer: string;
  network: NetworkName;
  /** With defaults, its placeholders resolved: holds secrets. */
  config: Readonly<Record<string, Json>>;
  /** The names of placeholders in the config that have no value; their texts are as they were. */
  missing: readonly string[];
  /** The record tables of the processors that it reads. */
  inputs: readonly RecordTable[];
  /** Returns where a file or folder is that the config names; throws PipelineError where it may not be. Absent: all may be, as they are named. */
  fileAt?: FileAt;
  /** A folder of the pipeline for files that no config names: mapped consumers, copies of checkpoints. */
  folder: string;
  /** `start`: checkpoints are set back, rows are kept. */
  from: 'checkpoint' | 'start';
  signal: AbortSignal;
  /** Told each ledger that `on_error: skip` left out, and why, without secrets, and for which record, where that is known. */
  skip?: (ledger: number, cause: string, record?: string) => void;
  /** Takes what people should know, in one sentence without secrets; `sink_retry` only while it lasts. */
  warn(code: WarningCode | 'sink_retry', message: string): void;
}

/** Returns a bronze table as records, under the name that it gets. */
export function recordsOf<C extends ColumnSpecs>(table: TableSpec<C>, name = table.name): RecordTable<C> {
  const ledger = 'ledger_sequence' in table.columns ? 'ledger_sequence' : 'sequence';
  return { ...table, name, ledger };
}
