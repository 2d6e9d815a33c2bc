/**
 * Rows of whole ledgers in memory: pages of many accounts are of the same new ledgers. DuckDB reads all rows of small ledgers
 * in the time that it takes for 100 operations of an account.
 */
import { resultBytes, type JsonRows } from '../../../lake/asking/query/kept-results.ts';
import type { ScanWindow } from './scan.ts';
import type { Sql } from '../sql.ts';
import { hullOf, windowRanges, windowOfLedgers } from './window.ts';
import type { View } from '../view.ts';

/** What is kept of ledgers: rows that are made of their own ledger alone, whatever was asked. */
export interface OfLedgers<T extends object> {
  /** Tells it from others. */
  name: string;
  /** The table that has about as many rows. */
  table: string;
  /** Returns the rows of a window of ledgers, with `ledger_sequence`. */
  rows(window: ScanWindow, view: View): Sql;
  /** Returns what is kept of the rows of one ledger. */
  make(names: readonly string[], rows: JsonRows['rows']): T;
}

/** So many ledgers, of which the first is a multiple, are read together where one of them is asked for, */
const MOST_TOGETHER = 64;
/** if they have about so many rows: these take 3 ms of processor, to plan a statement and to open its files 4 to 25. */
const ROWS_TOGETHER = 256;
/** Who walks on through pages asks for these next: so many times as many ledgers, in one statement in place of one a page. */
const TIMES_AHEAD = 5;
/** What a ledger has besides its rows. */
const LEDGER_BYTES = 200;
/** So many rows are read at once: where ledgers have more, pages are read without the others of their ledgers. */
export const MOST_ROWS = 4096;

/**
 * Returns what is kept of each of the ledgers. Reads what is not in memory, with near ledgers around it. Later pages read the
 * ledgers of the next pages, too. Throws as `View.rows` does.
 */
export async function ofLedgers<T extends object>(
  view: View,
  kind: OfLedgers<T>,
  ledgers: readonly number[],
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<Map<number, T>> {
  const { cache } = view.served;
  const { generation } = view.snapshot;
  const found = new Map<number, T>();
  for (const ledger of ledgers) {
    const known = cache.get<T>(generation, `${kind.name} ${ledger}`);
    if (known !== undefined) found.set(ledger, known);
  }
  const others = ledgers.filter((ledger) => !found.has(ledger));
  if (others.length === 0) return found;
  const isKept = (ledger: number) => isInMemory(view, kind, ledger);
  const walked = ledgers.length > 1 && !isFirst ? ledgers.length : 0;
  const read = around(view, kind, others, { walked, isKept }).filter((ledger) => !isKept(ledger));
  const window = windowOfLedgers(read);
  const { names, rows } = await view.table(kind.rows(window, view), windowRanges(window));
  const at = names.indexOf('ledger_sequence');
  const byLedger = Map.groupBy(rows, (row) => Number(row[at]));
  const wanted = new Set(others);
  for (const ledger of read) {
    const own = byLedger.get(ledger) ?? [];
    const value = kind.make(names, own);
    if (wanted.has(ledger)) found.set(ledger, value);
    cache.put(generation, `${kind.name} ${ledger}`, value, LEDGER_BYTES + resultBytes(own));
  }
  return found;
}

/** Returns true if the rows of a ledger are in memory. */
export function isInMemory(
  { served, snapshot }: View,
  { name }: Pick<OfLedgers<object>, 'name'>,
  ledger: number,
): boolean {
  return served.cache.has(snapshot.generation, `${name} ${ledger}`);
}

/**
 * Adds neighbouring ledgers, which the next request probably needs. If the ledgers follow on kept ones and are of a page of
 * `walked` ledgers, adds those of the next pages.
 */
function around(
  view: View,
  kind: Pick<OfLedgers<object>, 'table'>,
  ledgers: readonly number[],
  { walked, isKept }: { walked: number; isKept: (ledger: number) => boolean },
): readonly number[] {
  const perLedger = rowsOfLedger(view, kind);
  const together = togetherOf(perLedger);
  const { first, last } = hullOf(ledgers);
  const width = last - first + 1;
  // Far from each other.
  if (width > Math.max(together, 2 * ledgers.length)) return ledgers;
  const begin = first - (first % together);
  const end = last - (last % together) + together - 1;
  const [isAfter, isBefore] = [isKept(begin - 1), isKept(end + 1)];
  const most = Math.max(0, Math.floor(MOST_ROWS / perLedger) - width);
  const ahead = isAfter === isBefore ? 0 : Math.min(most, TIMES_AHEAD * walked);
  const [lowest, highest] = [begin - (isBefore ? ahead : 0), end + (isAfter ? ahead : 0)];
  return view.snapshot.ranges.flatMap((range) => {
    const from = Math.max(lowest, range.first);
    return Array.from({ length: Math.max(0, Math.min(highest, range.last) - from + 1) }, (_, i) => from + i);
  });
}

/** Returns how many ledgers are read together, a power of two. */
function togetherOf(perLedger: number): number {
  return Math.min(MOST_TOGETHER, 2 ** Math.max(0, Math.floor(Math.log2(ROWS_TOGETHER / perLedger))));
}

/** Whether all rows of the ledgers of so many rows are few enough to be read, by how many the table has in a ledger. */
export function areFew(view: View, kind: Pick<OfLedgers<object>, 'table'>, rows: number): boolean {
  return rows * rowsOfLedger(view, kind) <= MOST_ROWS;
}

/** Returns about how many rows a ledger has, by its table. */
export function rowsOfLedger({ snapshot }: View, { table }: Pick<OfLedgers<object>, 'table'>): number {
  const ledgers = snapshot.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return (snapshot.totals[table]?.rows ?? 0) / Math.max(ledgers, 1);
}
