/** How a pipeline is run: the same from the command line, in a script, and by the server. */
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../yaml/findings.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
import type { FileAt } from '../sink.ts';
import type { PipelineSource } from './open-source.ts';

/** What a run has done so far. */
export interface RunProgress {
  /** The last ledger that every consumer has written whole. */
  currentLedger: number | undefined;
  /** How many ledgers this run has written. */
  ledgers: number;
  /** Size of the objects that were read, as stored, in bytes. */
  bytesRead: number;
  /** Records that all processors together made. */
  recordsIn: number;
  /** Rows that all consumers together wrote. */
  recordsOut: number;
  /** How many ledgers and records `on_error: skip` has left out. */
  recordsSkipped: number;
  /** Counters of each processor and consumer, in the order of the definition. */
  components: readonly ComponentProgress[];
  /** Of the consumers, when they are open; with the rows that this run has written. */
  outputs: readonly Output[];
  /** The last of what was left out, at most 1000, in its order. */
  skipped: readonly Skipped[];
  /** What people should know of the run, such as which consumers are mapped; of one code and place the last. */
  warnings: readonly Finding[];
}

/** A ledger that `on_error: skip` left out, or one record of it. */
export interface Skipped {
  /** Number of the ledger. */
  ledger: number;
  /** The `type` of the processor or consumer that left it out. */
  component: string;
  /** The record that was left out; undefined if the whole ledger was. */
  record?: string;
  /** The message of the error. */
  cause: string;
}

/** How much of what was left out is listed. */
export const MOST_SKIPPED = 1000;

/** The counters of one component. */
export interface ComponentProgress {
  role: 'processor' | 'consumer';
  type: string;
  recordsIn: number;
  recordsOut: number;
  errors: number;
  lastError?: string;
}

/** Where a consumer has written. */
export interface Output {
  /** The `type` of the consumer. */
  consumer: string;
  /** What it wrote to, such as `duckdb` or `postgres`. */
  kind: string;
  /** Path or address, without credentials. */
  location: string;
  /** The tables there and their rows. */
  tables: readonly { name: string; rows: number }[];
}

/** A line of a run's log; never holds a secret. */
export interface LogLine {
  /** How severe it is. */
  level: 'info' | 'warning' | 'error';
  /** The code of a finding, or of an error of this program. */
  code?: string;
  /** The `type` of the component that it is about; undefined for the run itself. */
  component?: string;
  /** What happened, in words. */
  message: string;
}

/** Servers that hosted consumers may write to: none, those of this machine, all, or hosts and CIDRs. */
export type NativeSinks = 'none' | 'loopback' | 'any' | readonly string[];

/** Options of `runPipeline`. */
export interface RunOptions extends PipelineSource {
  /** Holds a folder for each pipeline: mapped tables, copies of checkpoints. */
  dataDir: string;
  /** Id of the pipeline in checkpoints; by default a UUID made of its name. */
  pipelineId?: string;
  /** Id of this run in checkpoints; by default a random UUID. */
  runId?: string;
  /** Where to begin: `checkpoint` (default) continues after the last run, `start` resets checkpoints and keeps rows. */
  from?: 'checkpoint' | 'start';
  /** By default any. A consumer that names another server fails. */
  nativeSinks?: NativeSinks;
  /** Where files are that configs name; by default as they are named, from the folder of the process. */
  fileAt?: FileAt;
  /** Returns the value of a placeholder, undefined where it has none. */
  secret?: (placeholder: Placeholder) => string | undefined;
  /** Ends the run at a checkpoint; the result is then `stopped`. */
  signal?: AbortSignal;
  /** Called when consumers are open, after each written batch, and at the end. */
  onProgress?: (progress: RunProgress) => void;
  /** Called with each line of the run's log; without it the lines are dropped. */
  onLog?: (line: LogLine) => void;
}

/** What a run has done when it ends. */
export interface RunResult extends RunProgress {
  /** `completed`: the last ledger is written and flushed. */
  status: 'completed' | 'stopped';
}

/** Runs a definition until its last ledger, or until it is stopped. Throws PipelineError. */
export type RunPipeline = (definition: Definition, options: RunOptions) => Promise<RunResult>;
