/**
 * A run: the index rows of consecutive ledgers, in memory or in a file. Kind `rows` indexes ledger files, kind `keys`
 * indexes bronze, perhaps of fewer ledgers.
 */
import type { LedgerRange } from '../datastore/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { metaChecksum } from '../ledger/verify.ts';
import { entryRows, eventRows, transactionRows } from './ledger-rows.ts';
import { mergedRows } from './merge.ts';
import { memoryRows, type RowSource } from './rows.ts';

/** The lists of rows of a run, in the order of its file, by its kind. */
export const listsOf = { rows: ['transactions', 'events', 'entries'], keys: ['keys'] } as const;

export type RunKind = keyof typeof listsOf;

/** The transactions, event keys and changed entries of a ledger range, or its keys; the other lists are empty. */
export interface Run extends LedgerRange {
  kind: RunKind;
  transactions: RowSource;
  events: RowSource;
  /** Of each entry the newest change and the newest eviction only. */
  entries: RowSource;
  /** Of each key its ledgers, with the kinds of rows that have it there. */
  keys: RowSource;
  /**
   * Returns the CRC-32 of `count` ledgers, as `metaChecksum` computes it, as big-endian words; nothing for a run of keys.
   */
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

/** Returns how many bytes of checksums a run has. */
export function checksumBytes(run: LedgerRange, kind: RunKind): number {
  return kind === 'rows' ? sizeOf(run) * CHECKSUM_BYTES : 0;
}

/** A run of what ledger files hold as plain data, which goes from one thread to another. */
export interface RunRows extends LedgerRange {
  checksums: Uint8Array;
  /** Of each of its lists the rows. */
  rows: Uint8Array[];
}

/** A run of keys as plain data. */
export interface KeyRunRows extends LedgerRange {
  rows: Uint8Array;
}

/** Returns a run as plain data. */
export function rowsOf(run: Run): RunRows {
  const { first, last } = run;
  // A view would be sent with all that it is a view of.
  const rows = listsOf.rows.map((list) => new Uint8Array(run[list].read(0, run[list].count)));
  return { first, last, checksums: new Uint8Array(run.checksums(0, sizeOf(run))), rows };
}

/** Returns the run of plain data. */
export function memoryRun({ first, last, checksums, rows }: RunRows): Run {
  return runOfLists('rows', { first, last }, rows.map(memoryRows), sliced(checksums));
}

/** Returns the run of keys of plain data. */
export function keyRun({ first, last, rows }: KeyRunRows): Run {
  return runOfLists('keys', { first, last }, [memoryRows(rows)], sliced(NOTHING));
}

const NOTHING = new Uint8Array(0);
const NO_ROWS = memoryRows(NOTHING);

/** Returns the run of the lists of its kind, in the order of its file. */
export function runOfLists(
  kind: RunKind,
  { first, last }: LedgerRange,
  rows: readonly RowSource[],
  checksums: Run['checksums'],
): Run {
  const none = { transactions: NO_ROWS, events: NO_ROWS, entries: NO_ROWS, keys: NO_ROWS };
  const lists = Object.fromEntries(listsOf[kind].map((list, i) => [list, rows[i]]));
  return { kind, first, last, ...none, ...lists, checksums };
}

/** Returns consecutive runs of a kind as one in memory. */
export function mergeRuns(runs: readonly Run[]): Run {
  const [{ kind, first }] = runs;
  const range = { first, last: runs.at(-1)!.last };
  const merged = listsOf[kind].map((list) => {
    const sources = runs.map(({ [list]: source }) => source);
    return memoryRows(mergedRows(sources, list === 'entries'));
  });
  const checksums = Buffer.concat(runs.map((run) => run.checksums(0, sizeOf(run))));
  return runOfLists(kind, range, merged, sliced(checksums));
}

function sliced(checksums: Uint8Array): Run['checksums'] {
  return (skip, count) => checksums.subarray(skip * CHECKSUM_BYTES, (skip + count) * CHECKSUM_BYTES);
}
