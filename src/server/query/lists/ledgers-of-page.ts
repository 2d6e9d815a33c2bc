/** The ledgers of a page: of a key by the index, else those next to where it begins; more each time, and then all. */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { intersectRanges, ledgersOfSpans } from '../../../datastore/spans.ts';
import { rowsOfLedger } from './ledger-rows.ts';
import type { ScanKey, Scan, ScanWindow } from './scan.ts';
import type { Keyed } from './where.ts';
import { windowBounds, hullOf } from './window.ts';

/** What the ledgers of a page are found by. */
export interface Walking {
  key: readonly ScanKey[];
  scan: Scan;
  keyed: Keyed | undefined;
  /** The table that has about as many rows; its rows are not walked if there is none. */
  table: string | undefined;
  /** The first ledger that is asked for. */
  start: number | undefined;
  test: object | undefined;
  /** True if rows of whole ledgers are kept: few ledgers are tried first. */
  isMemory: boolean;
}

/** Ledgers that may have the next rows of a page. */
export interface Ledgers {
  /** Undefined stands for all. */
  window?: ScanWindow;
  /** Ledgers of a key that the index named. */
  named?: readonly number[];
  /** Returns each ledger; absent of all. */
  all?(): readonly number[];
  /** True if no others have rows of the page. */
  isLast: boolean;
  /** How many were looked for, and how often. */
  count?: number;
  times?: number;
}

/** After so many times all ledgers are next. */
const MOST_TIMES = 3;
/** A list may leave out most rows of its table, or of a key: so many are looked through for one at first, */
const ROWS_FOR_ONE = 16;
const LEDGERS_FOR_ONE = 4;
/** and then so many times as many at most, by how many rows were found. */
const GROWTH = 8;
const MARGIN = 1.25;

/** Returns the first ledgers of a page, or these and more where few had too few rows; undefined where none has a row. */
export async function nextLedgers(walking: Walking, before?: Ledgers, found = 0): Promise<Ledgers | undefined> {
  const { key, scan, keyed, start } = walking;
  const bounds = windowBounds(key, scan, start);
  if (bounds.first > bounds.last) return undefined;
  const { times = 0, count: former = 0 } = before ?? {};
  if (times >= MOST_TIMES) return { isLast: true };
  const count = before ? moreThan(former, found, scan) : firstOf(walking);
  const next = keyed ? await ofKey(walking, bounds, count) : besides(walking, bounds, count);
  return next && { ...next, count, times: times + 1 };
}

function moreThan(count: number, found: number, { limit }: Scan): number {
  const needed = (MARGIN * (limit + 1) * count) / Math.max(found, 1);
  return Math.ceil(Math.min(Math.max(needed, 2 * count), GROWTH * count));
}

/** Returns how many ledgers come first; the first may have no row after the page before. */
function firstOf({ scan, keyed, table, test, isMemory }: Walking): number {
  const needed = scan.limit + (scan.after ? 2 : 1);
  const isTold = test !== undefined && isMemory;
  if (keyed) return needed * (keyed.isAlone || isTold ? 1 : LEDGERS_FOR_ONE);
  const perLedger = table === undefined ? 0 : rowsOfLedger(scan.view, { table });
  return perLedger === 0 ? Infinity : Math.ceil((needed * (isTold ? 1 : ROWS_FOR_ONE)) / perLedger);
}

/** The ledgers of a key are named where so many stand for one of them, */
const SPARSE = 2;
/** and they are not too many: each is looked for among them. */
const MOST_NAMED = 256;

async function ofKey({ key, scan, keyed }: Walking, bounds: LedgerRange, count: number): Promise<Ledgers | undefined> {
  if (!keyed) return { isLast: true };
  const isDescending = key[0].descending === true;
  const found = await scan.view.ledgersOfKey({ key: keyed.key, kinds: keyed.kinds, ...bounds, isDescending, count });
  if (!found) return { isLast: true };
  const { ledgers, isAll } = found;
  if (ledgers.length === 0) return isAll ? undefined : { isLast: true };
  const hull = hullOf(ledgers);
  const isSparse = hull.last - hull.first >= SPARSE * ledgers.length && ledgers.length <= MOST_NAMED;
  return { window: isSparse ? { ...hull, ledgers } : hull, named: ledgers, all: () => ledgers, isLast: isAll };
}

function besides({ key, scan }: Walking, { first, last }: LedgerRange, count: number): Ledgers {
  const { ranges } = scan.view.snapshot;
  const loaded = ranges.reduce((sum, range) => sum + range.last - range.first + 1, 0);
  const isLast = count >= last - first + 1;
  if (count * 2 > loaded) return { isLast: true };
  const width = Math.min(count, last - first + 1);
  const window = key[0].descending ? { first: last - width + 1, last } : { first, last: first + width - 1 };
  return { window, all: () => ledgersOfSpans(ranges.flatMap((range) => intersectRanges(window, [range]))), isLast };
}
