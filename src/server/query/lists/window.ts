/** Windows of ledgers. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { joined } from '../../../lake/disk/snapshot/snapshot.ts';
import type { Row } from '../json.ts';
import type { ScanKey, Scan, ScanWindow } from './scan.ts';

/** To look for each ledger in a list takes DuckDB longer than to pass over the rows between them, in so many ledgers. */
const NARROW = 1024;

/** Returns the ledgers of rows, of which there is one at least: named where they are far from each other. */
export function windowOfRows(key: readonly ScanKey[], rows: readonly Row[]): ScanWindow {
  const ledgers = ledgersOf(key, rows);
  const hull = hullOf(ledgers);
  return hull.last - hull.first < NARROW ? hull : { ...hull, ledgers };
}

/** Returns ledgers, of which there is one at least: named where there are others between them. */
export function windowOfLedgers(ledgers: readonly number[]): ScanWindow {
  const hull = hullOf(ledgers);
  return hull.last - hull.first + 1 === ledgers.length ? hull : { ...hull, ledgers };
}

/** Returns the ledgers of rows, each once. */
function ledgersOf([key]: readonly ScanKey[], rows: readonly Row[]): number[] {
  return [...new Set(rows.map((row) => toLedger(key.column, String(row[key.column]))))];
}

/** So many ledgers are many, and far from each other where each has so much room. */
const [MANY, APART] = [16, 8];

/** True if ledgers are many and far from each other: the row reader reads wide rows there in a third of the time. */
export function areScattered(ledgers: readonly number[]): boolean {
  const { first, last } = hullOf(ledgers);
  return ledgers.length >= MANY && last - first >= APART * ledgers.length;
}

/** Returns the range from the first to the last of ledgers, in any order. */
export function hullOf(ledgers: readonly number[]): LedgerRange {
  return {
    first: ledgers.reduce((least, ledger) => Math.min(least, ledger)),
    last: ledgers.reduce((most, ledger) => Math.max(most, ledger)),
  };
}

/** Returns how many ledgers are in a window; 0 where there is none, so that all are. */
export function widthOf(window?: ScanWindow): number {
  return window ? (window.ledgers?.length ?? window.last - window.first + 1) : 0;
}

/** Returns the smallest power of two that is not below a number. */
export function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** Returns the ledgers that rows of the page can be of, from the one that is asked for first on. */
export function windowBounds([key]: readonly ScanKey[], { view, ceiling, after }: Scan, start = 0): LedgerRange {
  const [oldest, begin] = [view.bounds.oldest, ledgerOf(key.column, after)];
  const [first, last] = [Math.max(oldest, start), ceiling];
  if (begin === undefined) return { first, last };
  return key.descending ? { first, last: Math.min(last, begin) } : { first: Math.max(first, begin), last };
}

/** Returns the ledgers of a window as ranges, in order. */
export function windowRanges({ first, last, ledgers }: ScanWindow): LedgerRange[] {
  if (ledgers === undefined) return [{ first, last }];
  const sorted = [...new Set(ledgers)].sort((a, b) => a - b);
  return joined(sorted.map((ledger) => ({ first: ledger, last: ledger })));
}

function ledgerOf(column: string, after: Scan['after']): number | undefined {
  const value = after?.get(column);
  return value === undefined ? undefined : toLedger(column, value);
}

/** The first column of the order of a history is the ledger, or a TOID. */
export function toLedger(column: string, value: string): number {
  return column === 'ledger_sequence' || column === 'sequence' ? Number(value) : Number(BigInt(value) >> 32n);
}
