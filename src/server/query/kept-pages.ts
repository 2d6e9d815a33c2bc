/** Pages of lists, cut from the rows that are kept of ledgers: a page seldom needs SQL, the hundredth no more than the first. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { KeyOfKinds } from '../../lake/narrow/key-ledgers.ts';
import type { Row } from './json.ts';
import { compareKeys, type KeptRows } from './kept-rows.ts';
import { MOST_ROWS, ofLedgers, rowsOfLedger } from './ledger-rows.ts';
import type { Key, Scan } from './scan.ts';
import type { View } from './view.ts';
import { areScattered, boundsOf, powerOfTwo } from './window.ts';

/** A list may leave out most rows that are kept: it is looked for in so many ledgers, and then by SQL. */
const MOST_LEDGERS = 1024;

/** So many rows are read at most for a page of a list without a key, and of one with a key where ledgers are large: of that one ledger more. */
const [MOST_READ, MOST_READ_OF_KEY] = [2 * MOST_ROWS, MOST_ROWS / 4];

/** Few rows of a key are looked for by SQL, which reads fewer columns: such as payments of an account that trades. */
const SPARSE = 8;

/** Of a key ledgers of so many rows are read at first, however few rows ledgers of another key had. */
const FIRST_ROWS = 1024;

/** Ledgers of so many times the rows that a page lacks are read next: a few more take less than one more statement, which is 30 ms of processor. */
const MARGIN = 1.25;

/** Of so many lists it is known how dense they are. */
const MOST_DENSITIES = 1000;

/** A list of kept rows. */
export interface KeptList {
  /** Tells it from others that are as dense. */
  name: string;
  kept: KeptRows;
  /** Its order, which is in one direction. */
  key: readonly Key[];
  /** What all rows are of, where there is such a thing; each of its ledgers has a row then. */
  keyed: KeyOfKinds | undefined;
  /** Of which ledger on it is asked for. */
  start: number | undefined;
  /** Whether its ledgers have few rows, so that those of a page may be read whole however many these are. */
  areFew: boolean;
  /** Whether a row is of the list. */
  isListed: (row: Row) => boolean;
}

/**
 * Returns the rows of a page, and one more where there are more; undefined where too many ledgers have too few of them, or those of the key
 * are not known. Throws as `View.rows` does.
 */
export async function pageOfKept(scan: Scan, list: KeptList): Promise<Row[] | undefined> {
  const { view, after, limit } = scan;
  const { kept, key, keyed, isListed } = list;
  // Of large ledgers keys differ too much to tell of each other.
  const name = keyed && !list.areFew ? `${list.name} ${keyed.key}` : list.name;
  const { densities, ledgerValues } = view.served;
  const isDescending = key[0].descending === true;
  const columns = key.map(({ column }) => column);
  const last = after && (Object.fromEntries(after) as Row);
  const isAfter = (row: Row) => last === undefined || compareKeys(columns, row, last) * (isDescending ? -1 : 1) > 0;
  const perLedger = Math.max(rowsOfLedger(view, kept), 1);
  const bounds = { ...boundsOf(key, scan, list.start), isDescending };
  const ledgers = keyed ? ledgersOfKey(view, { ...keyed, ...bounds }, limit + 1) : ledgersFrom(view, bounds);
  const isKept = (ledger: number) => ledgerValues.has(view.snapshot.generation, kept.name, ledger);
  const page: Row[] = [];
  let count = 0;
  let room = keyed ? (list.areFew ? Infinity : MOST_READ_OF_KEY) : MOST_READ;
  while (count < MOST_LEDGERS) {
    const told = count > 0 ? Math.max(page.length, 1) / count : densities.get(name);
    const density = told === undefined ? (keyed ? 1 : perLedger) : told / MARGIN;
    const mostRows = count > 0 || !keyed ? MOST_ROWS : FIRST_ROWS;
    // The first large ledger, if it is in memory, gives the number of rows per key.
    const isFirst = keyed !== undefined && !list.areFew && told === undefined;
    const least = isFirst ? 1 : Math.min((limit + 1 - page.length) / density, mostRows / perLedger);
    const next = await take(ledgers, least);
    if (!next) return undefined;
    if (next.length === 0) return page;
    // What is in memory is looked through before SQL is asked whether there is anything.
    const lacking = next.filter((ledger) => !isKept(ledger));
    if (lacking.length > 0) {
      const wanted = Math.max(lacking.length, (limit + 1 - page.length) / density) * perLedger;
      if (isFirst || wanted > room || (kept.isDear === true && areScattered(lacking))) return undefined;
      room -= lacking.length * perLedger;
    }
    const found = await ofLedgers(view, kept, next, { isFirst: after === undefined });
    for (const ledger of next) {
      const rows = [...(found.get(ledger)?.values() ?? [])].filter((row) => isListed(row) && isAfter(row));
      page.push(...(isDescending ? rows.reverse() : rows));
    }
    count += next.length;
    if (densities.size >= MOST_DENSITIES) densities.clear();
    densities.set(name, Math.max(page.length, 1) / count);
    if (page.length > limit) return page.slice(0, limit + 1);
    if (keyed && page.length * SPARSE < count) return undefined;
  }
  return undefined;
}

interface Bounds extends LedgerRange {
  isDescending: boolean;
}

/** Ledgers in order; undefined where they are not known. */
type Ledgers = AsyncIterator<number | undefined, undefined>;

/** Yields the loaded ledgers of a range, from its end where it is descending. */
async function* ledgersFrom({ snapshot }: View, { first, last, isDescending }: Bounds): Ledgers {
  const { ranges } = snapshot;
  for (const range of isDescending ? ranges.toReversed() : ranges) {
    const [low, high] = [Math.max(first, range.first), Math.min(last, range.last)];
    for (let i = 0; i <= high - low; i++) yield isDescending ? high - i : low + i;
  }
}

/** Yields the ledgers of a key in a range, of which `least` are looked for first. */
async function* ledgersOfKey(view: View, run: KeyOfKinds & Bounds, least: number): Ledgers {
  let given = 0;
  for (let count = powerOfTwo(least); ; count *= 4) {
    const found = await view.ledgersOfKey({ ...run, count });
    if (found?.isAll !== true && (found?.ledgers.length ?? 0) === given) break;
    for (; given < found!.ledgers.length; given++) yield found!.ledgers[given];
    if (found!.isAll) return;
  }
  yield undefined;
}

/** Takes so many ledgers, or what is left of them; undefined where that is not known. */
async function take(ledgers: Ledgers, least: number): Promise<number[] | undefined> {
  const taken: number[] = [];
  while (taken.length < least) {
    const next = await ledgers.next();
    if (next.done === true) break;
    if (next.value === undefined) return undefined;
    taken.push(next.value);
  }
  return taken;
}
