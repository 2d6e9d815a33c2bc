/** What main thread and decode workers say to each other; plain data only. */
import type { MessagePort } from 'node:worker_threads';
import type { PlainError } from '../core/errors.ts';
import type { KeyRunRows, RunRows } from '../history/run.ts';
import type { Omission, Segment } from '../lake/disk/snapshot/manifest.ts';
import type { PartFailure } from '../lake/writing/part-writer.ts';
import type { DecodeOptions } from '../tables/decode-options.ts';

/** An object or file to read; `first` and `last` are what its name says, when it says so. */
export interface TaskObject {
  key: string;
  first?: number;
  last?: number;
}

/** Where the objects of a task come from. */
export type TaskInput =
  /** The worker reads them itself; what `openStore` takes. */
  | { kind: 'paths'; sources: readonly string[] }
  /** The main thread has them downloaded and gives them one after another, in the order of the task's objects. */
  | { kind: 'port'; port: MessagePort };

/** Ledgers to turn into segments of Parquet files that are not yet committed. */
export interface LoadTask {
  kind: 'load';
  input: TaskInput;
  objects: TaskObject[];
  /** Ledgers outside are passed over. */
  first: number;
  last: number;
  /** Ledgers that the lake has and that are to be passed over. */
  loaded: { first: number; last: number }[];
  lake: string;
  passphrase: string;
  verify: boolean;
  decode: DecodeOptions;
  /** Ledgers that cannot be decoded are passed over and listed. */
  skipUndecodable: boolean;
  /** A ledger hash that the user trusts, hex. */
  anchor?: { sequence: number; hash: string };
  /** Segments are cut where a ledger starts in another multiple of this many. */
  unitLedgers: number;
  memoryLimit: string;
  /** Whether segments get their parts of kept relations. */
  withParts: boolean;
  /** The first word is set to 1 to stop after the ledger in hand. */
  cancel: SharedArrayBuffer;
}

/** Objects whose ledgers are loaded already, to see whether they are the same. */
export interface CompareTask {
  kind: 'compare';
  input: TaskInput;
  objects: TaskObject[];
  /** SHA-256 of files that were loaded; those need not be decoded. */
  known: string[];
  cancel: SharedArrayBuffer;
}

/** Ledgers to turn into records of a pipeline. */
export interface ExtractTask {
  kind: 'extract';
  input: TaskInput;
  objects: TaskObject[];
  /** Ledgers outside are passed over. */
  first: number;
  last: number;
  passphrase: string;
  /** What makes the records: plain data that the pipeline's own worker knows. */
  processors: readonly object[];
  /** Ledgers that cannot be turned into records are passed over and listed. */
  skip: boolean;
  /** Memory for what is made: moved to the worker, and back with the result. */
  spare: ArrayBuffer[];
  /** The first word is set to 1 to stop. */
  cancel: SharedArrayBuffer;
}

export type Task = LoadTask | CompareTask | ExtractTask;

/** What became of a load. */
export interface LoadResult {
  kind: 'load';
  segments: Segment[];
  /** The index rows of the segments' ledgers. */
  index: RunRows[];
  /** The keys in rows of the segments. */
  keys: KeyRunRows[];
  counts: Counts;
  /** Hashes of ledgers that were passed over because the lake has them. */
  present: LedgerHash[];
  omitted: Omission[];
  /** The objects that something of was passed over. */
  omittedFrom: SeenObject[];
  /** Parts of kept relations that could not be made. */
  notKept: PartFailure[];
  /** Why the ledgers end before those of the task: the next one is of a newer protocol than this version reads. */
  newer?: PlainError;
}

/** The records of ledgers that follow each other. */
export interface Part {
  first: number;
  /** Hash of the ledger before the first, in hex. */
  previousHash: string;
  last: { ledger: number; hash: string };
  ledgers: number;
  /** Close time of the last ledger, in milliseconds since 1970. */
  closedAt: number;
  /** Of each table that has rows. */
  rows: PlainBatch[];
}

/** An Arrow batch as its columns' buffers, which lie in memory that is moved from thread to thread and not copied. */
export interface PlainBatch {
  /** Place of its processor in the task. */
  processor: number;
  table: string;
  length: number;
  columns: { nullCount: number; offsets?: Int32Array; data: ArrayBufferView; validity?: Uint8Array }[];
}

/** What became of an extraction. */
export interface ExtractResult {
  kind: 'extract';
  parts: Part[];
  /** Holds the rows of the parts. */
  memory: ArrayBuffer[];
  bytesRead: number;
  skipped: { ledger: number; cause: string }[];
}

/** The ledgers of the objects whose bytes were not known. */
export interface CompareResult {
  kind: 'compare';
  present: LedgerHash[];
}

export interface LedgerHash {
  sequence: number;
  hash: string;
  /** Of its close meta, without SCP messages, as `metaChecksum` gives it. */
  crc32?: number;
  key: string;
}

/** What was read, for progress and totals. */
export interface Counts {
  /** How many ledgers. */
  ledgers: number;
  /** How many transactions, failed ones included. */
  transactions: number;
  /** How many operations, those of failed transactions included. */
  operations: number;
  /** Size of the objects as stored, compressed, in bytes. */
  bytesRead: number;
  /** Rows of each bronze table, by name of the table. */
  rows: Record<string, number>;
}

/** Sent while a load runs: what was read since the last message. */
export interface Progress {
  /** How many ledgers. */
  ledgers: number;
  /** Rows of all bronze tables together. */
  rows: number;
  /** Size of the objects as stored, compressed, in bytes. */
  bytesRead: number;
}

/** An object whose bytes were read, by their SHA-256. */
export interface SeenObject {
  key: string;
  sha256: string;
}

export type Result =
  | LoadResult
  | CompareResult
  | ExtractResult
  | { kind: 'cancelled' }
  /** `seen` is the object in hand when it went wrong. */
  | { kind: 'failed'; error: PlainError; seen?: SeenObject };
