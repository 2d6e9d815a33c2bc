/** Settings of the JSON-RPC room: limits, windows and version info. Durations are milliseconds. */
import type { Allowed } from '../http/allowed.ts';

/** How many results a call gives when it does not say, and at most. */
export interface PageLimit {
  usual: number;
  most: number;
}

/** How many calls of a method may be in hand, and how long one may take. */
export interface MethodLimit {
  queue: number;
  duration: number;
}

/** How many calls of a batch are answered, and after how many bytes of answers no more; the others get an error. */
export interface BatchLimit {
  calls: number;
  bytes: number;
}

export interface RpcConfig {
  passphrase: string;
  friendbotUrl?: string;
  retentionWindow: number;
  classicFeeWindow: number;
  sorobanFeeWindow: number;
  /** Undefined turns the check of getHealth off. */
  maxHealthyLatency?: number;
  ledgers: PageLimit;
  transactions: PageLimit;
  events: PageLimit;
  globalQueue: number;
  maxDuration: number;
  warnDuration: number;
  /** By method. */
  methods: Readonly<Record<string, MethodLimit>>;
  batch: BatchLimit;
  /** The only origins of pages and names of the server that are answered; none: all. */
  allowed: Allowed;
  /** How long a client may take nothing of an answer that waits for it. */
  stallTimeout: number;
  /** Whether events are kept apart from their ledgers, beside the index: pages of events are faster, the files take about a sixth of the ledgers'. */
  keepEvents: boolean;
  /** What is beyond the reference, each off unless asked for. */
  extras: Extras;
}

export interface Extras {
  /** getEvents scans to the tip instead of 10,000 ledgers. */
  unlimitedScan: boolean;
  /** getHealth tells `ranges` and `gaps`. */
  coverage: boolean;
  /** getEvents takes a `transactionHash`, and gives the events of that transaction. */
  eventsByTransaction: boolean;
  /** Transactions of ledgers before protocol 10 whose meta is of version 1 are served. */
  oldLedgers: boolean;
}
