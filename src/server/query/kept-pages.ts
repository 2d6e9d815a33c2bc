/** Pages of whole lists, cut from the rows that are kept of ledgers: a page seldom needs SQL, the hundredth no more than the first. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { Row } from './json.ts';
import { compareKeys, type KeptRows } from './kept-rows.ts';
import { MOST_ROWS, ofLedgers, rowsOfLedger } from './ledger-rows.ts';
import type { Key, Scan } from './scan.ts';
import { boundsOf } from './window.ts';

/** A list may leave out most rows that are kept: it is looked for in so many ledgers, and then by SQL. */
const MOST_LEDGERS = 1024;

/**
 * Returns the rows of a page, and one more where there are more, of a list of all kept rows that `isListed` takes, whose key is in one
 * direction; undefined where too many ledgers have too few of them. Throws as `View.rows` does.
 */
export async function pageOfKept(
  scan: Scan,
  kept: KeptRows,
  key: readonly Key[],
  isListed: (row: Row) => boolean,
): Promise<Row[] | undefined> {
  const { view, after, limit } = scan;
  const isDescending = key[0].descending === true;
  const columns = key.map(({ column }) => column);
  const last = after && (Object.fromEntries(after) as Row);
  const isAfter = (row: Row) => last === undefined || compareKeys(columns, row, last) * (isDescending ? -1 : 1) > 0;
  const perLedger = Math.max(rowsOfLedger(view, kept), 1);
  const ledgers = ledgersFrom(view.snapshot.ranges, boundsOf(key, scan), isDescending);
  const page: Row[] = [];
  let count = 0;
  while (count < MOST_LEDGERS) {
    const density = count === 0 ? perLedger : Math.max(page.length, 1) / count;
    const least = Math.min((limit + 1 - page.length) / density, MOST_ROWS / perLedger);
    const next = take(ledgers, least);
    if (next.length === 0) return page;
    const found = await ofLedgers(view, kept, next);
    for (const ledger of next) {
      const rows = [...(found.get(ledger)?.values() ?? [])].filter((row) => isListed(row) && isAfter(row));
      page.push(...(isDescending ? rows.reverse() : rows));
    }
    if (page.length > limit) return page.slice(0, limit + 1);
    count += next.length;
  }
  return undefined;
}

/** Yields the loaded ledgers of a range in order, from its end where it is descending. */
function* ledgersFrom(
  ranges: readonly LedgerRange[],
  { first, last }: LedgerRange,
  isDescending: boolean,
): Generator<number, undefined> {
  for (const range of isDescending ? ranges.toReversed() : ranges) {
    const [low, high] = [Math.max(first, range.first), Math.min(last, range.last)];
    for (let i = 0; i <= high - low; i++) yield isDescending ? high - i : low + i;
  }
}

/** Takes so many ledgers, or what is left of them. */
function take(ledgers: Iterator<number, undefined>, least: number): number[] {
  const taken: number[] = [];
  while (taken.length < least) {
    const next = ledgers.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
