/** Records and sinks: processors turn ledgers into record tables; consumers open sinks that write them in batches. */
import type { RecordBatch } from 'apache-arrow';
import type { ColumnSpecs, TableSpec } from '../arrow/table.ts';
import type { NetworkName } from './definition/definition.ts';
import type { WarningCode } from './yaml/findings.ts';
import type { JsonData } from './yaml/nodes.ts';

/** A table of records. A processor declares and fills it; consumers write it. */
export interface RecordTable<C extends ColumnSpecs = ColumnSpecs> extends TableSpec<C> {
  /** The column with the ledger of a row. */
  ledger: string;
  /** Columns with JSON text. */
  json?: readonly string[];
  /** Time columns that SQL stores with a time zone. */
  zoned?: readonly string[];
  /** Columns with the time of the first write, in UTC. Databases fill them. */
  stamps?: readonly string[];
  /** SQL types of columns with numbers as text. A number that does not fit is an error of the sink. */
  decimals?: Readonly<Record<string, DecimalType>>;
  /** The parent table, and the column with its `id`. Rows are written and replaced together with their parents. */
  parent?: { table: string; column: string };
}

/** SQL types of exact numbers. */
export type DecimalType = 'bigint' | 'hugeint' | `numeric(${number},${number})`;

/** Returns the declaration as it is; only its type is made exact, and what it says of columns checked. */
export function defineRecords<C extends ColumnSpecs>(
  spec: RecordTable<C> & { key: (keyof C)[]; ledger: keyof C; json?: (keyof C)[]; zoned?: (keyof C)[] },
): RecordTable<C> {
  return spec;
}

/**
 * How a consumer writes. `transaction`: rows and checkpoint together. `key`: the checkpoint later; keys make repeats harmless.
 * `once-or-more`: the same without keys.
 */
export type Delivery = 'transaction' | 'key' | 'once-or-more';

/** A written ledger. */
export interface LedgerMark {
  ledger: number;
  /** In hex. */
  hash: string;
}

/** The rows of consecutive ledgers, in ledger order. */
export interface Batch {
  /** Sequence of the first ledger. */
  first: number;
  last: LedgerMark;
  /** Close time of the last ledger, in milliseconds since 1970. */
  closedAt: number;
  /** By name of the record table; a table without rows may be absent. */
  rows: ReadonlyMap<string, RecordBatch>;
}

/** The open target of a consumer during a run. Calls of `write`, `commit` and `close` never overlap. */
export interface Sink {
  /** The name of the mode in force, such as `postgres`, `redis`, `pubsub`, `duckdb`, `parquet`. */
  readonly kind: string;
  /** True if JSON is stored as jsonb, which orders keys. */
  readonly isJsonb?: boolean;
  /**
   * True if `write` with `more` returns before the batch is written. The batch is in use until `checkpoint` reaches it. A
   * failure is thrown by the next `write` or `commit`.
   */
  readonly isAhead?: boolean;
  /** For people: file, folder, or server and database; without credentials. */
  readonly location: string;
  /** The last complete ledger in the target; undefined for none. */
  readonly checkpoint: LedgerMark | undefined;
  /**
   * Writes the rows and the checkpoint and resolves when both are durable: in one transaction where the target has those.
   * Throws PipelineError. After an error the target holds the batch whole or not at all.
   *
   * With `more`, another batch or `commit` follows. A sink with `commit` may then make several batches durable together, and
   * `checkpoint` is behind until then. After an error the target holds none of them.
   */
  write(batch: Batch, more?: boolean): Promise<void>;
  /** Makes batches written with `more` durable. Throws PipelineError. */
  commit?(): Promise<void>;
  /** The number of rows written to each table of the target in this run. */
  written(): ReadonlyMap<string, number>;
  /** Closes the target. After an error or a stop, no partial batch remains. */
  close(): Promise<void>;
}

/** Resolves a path of a config. Throws PipelineError if it is not allowed. */
export type FileAt = (path: string) => string;

/** What a consumer gets when a run begins. */
export interface SinkContext {
  pipeline: { id: string; name: string };
  runId: string;
  /** Tells the consumers of one pipeline apart: its type, and its place from the second of a type on. */
  consumer: string;
  network: NetworkName;
  /** With defaults, its placeholders resolved: holds secrets. */
  config: Readonly<Record<string, JsonData>>;
  /** The names of placeholders in the config that have no value; their texts are as they were. */
  missing: readonly string[];
  /** The record tables of the processors that it reads. */
  inputs: readonly RecordTable[];
  /** Resolves a path of the config. Throws PipelineError if it is not allowed. Absent: all paths are allowed as written. */
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
