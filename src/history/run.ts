/** A run: the index rows of consecutive ledgers, in memory or in a file of their own. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { metaChecksum } from '../ledger/verify.ts';
import { entryRows, eventRows, transactionRows } from './ledger-rows.ts';
import { memoryRows, mergeRows, newestRows, type RowSource } from './rows.ts';

/** The lists of rows of a run, in the order of its file. */
export const lists = ['transactions', 'events', 'entries'] as const;

/** Which transactions, event keys and changed entries the ledgers `first` to `last` hold. */
export interface Run extends LedgerRange {
  transactions: RowSource;
  events: RowSource;
  /** Of each entry the newest change and the newest eviction only. */
  entries: RowSource;
  /** Returns the CRC-32 of each of so many ledgers, as `metaChecksum` gives it, from the first of the run on, as big-endian words. */
  checksums(skip: number, count: number): Uint8Array;
  /** The name of its file; undefined for a run in memory. */
  file?: string;
  close?(): void;
}

export const CHECKSUM_BYTES = 4;

/** Returns how many ledgers a run has. */
export function sizeOf({ first, last }: LedgerRange): number {
  return last - first + 1;
}

/** Returns the run of one ledger; `checksum` is what `metaChecksum` gives. */
export function runOf(ledger: Ledger, checksum = metaChecksum(ledger)): Run {
  const { sequence } = ledger;
  const checksums = Buffer.alloc(CHECKSUM_BYTES);
  checksums.writeUInt32BE(checksum);
  const rows = [transactionRows(ledger), eventRows(ledger), entryRows(ledger)];
  return memoryRun({ first: sequence, last: sequence, checksums, rows });
}

/** A run as plain data, which goes from one thread to another. */
export interface RunRows extends LedgerRange {
  checksums: Uint8Array;
  /** Of each of `lists` the rows. */
  rows: Uint8Array[];
}

/** Returns a run as plain data. */
export function rowsOf(run: Run): RunRows {
  const { first, last } = run;
  // A view would be sent with all that it is a view of.
  const rows = lists.map((list) => new Uint8Array(run[list].read(0, run[list].count)));
  return { first, last, checksums: new Uint8Array(run.checksums(0, sizeOf(run))), rows };
}

/** Returns the run of plain data. */
export function memoryRun({ first, last, checksums, rows }: RunRows): Run {
  const [transactions, events, entries] = rows.map(memoryRows) as [RowSource, RowSource, RowSource];
  const sums = (skip: number, count: number) =>
    checksums.subarray(skip * CHECKSUM_BYTES, (skip + count) * CHECKSUM_BYTES);
  return { first, last, transactions, events, entries, checksums: sums };
}

/** Returns consecutive runs as one in memory. */
export function mergeRuns(runs: readonly Run[]): Run {
  const merged = lists.map((list) => mergeRows(runs.map(({ [list]: rows }) => rows.read(0, rows.count))));
  merged[2] = newestRows(merged[2]);
  const checksums = Buffer.concat(runs.map((run) => run.checksums(0, sizeOf(run))));
  return memoryRun({ first: runs[0].first, last: runs.at(-1)!.last, checksums, rows: merged });
}
