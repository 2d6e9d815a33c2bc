/**
 * From accounts, contracts, pools, balances and issuers to ledgers that have rows with them, by the index beside the lake: which ledgers a
 * query reads, and the first or last ones of a key.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import { countLedgers, intersectRanges, ledgersIn, mergeRanges } from '../../datastore/spans.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A key, and the columns in which it is looked for. */
export interface KeyOfKinds {
  key: string;
  /** The bits of their kinds. */
  kinds: number;
}

/** Ledgers of a key that are asked for: the first or the last ones of a range. */
export interface KeyRun extends LedgerRange, KeyOfKinds {
  isDescending: boolean;
  /** So many at most. */
  count: number;
}

/** Ledgers of a key, in the order that was asked for. */
export interface FoundLedgers {
  ledgers: readonly number[];
  /** Whether the range has no others. */
  isAll: boolean;
  /** Of so many, where there are some, it is not known whether they have a row. */
  unknown?: number;
}

/** Rows with a value in a column. */
export interface RowsApart {
  column: string;
  value: string;
  /** The bit of their kind, which other rows do not have. */
  kind: number;
}

/** Tells which ledgers of a snapshot have a transaction or a key. */
export interface LedgerIndex {
  /** Of each table the columns whose values are keys, each with the bits of its kinds. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Of some tables the rows with a value in a column, whose keys are of a kind of their own. */
  readonly apart: ReadonlyMap<string, RowsApart>;
  /** Returns the ledgers that may hold a transaction with a hash, in lower-case hex; undefined where that is not known of all. */
  ledgers(snapshot: Snapshot, hash: string): readonly number[] | undefined;
  /** Returns the ledgers of which keys are not known, as far as that was found. */
  lacking(snapshot: Snapshot): LedgerRange[];
  /** Returns how many ledgers have a row of any kind with the key, those that are lacking aside; undefined where that cannot be read. */
  countOf(snapshot: Snapshot, key: string): number | undefined;
  /**
   * Returns ledgers that may have a row of the kinds with the key, those that are lacking aside, after a look at `most` of any kind at most;
   * undefined where that cannot be read.
   */
  ledgersOf(snapshot: Snapshot, run: KeyRun & { most?: number }): FoundLedgers | undefined;
  close(): void;
}

/** Name and meaning of the check of the index. */
export const indexCheck = {
  name: 'key_index',
  says: 'The index has the ledgers of each account, contract, pool, claimable balance and issuer, and the kinds of rows there, that bronze has, and no others.',
};

/** A key of more runs of ledgers than that is looked for in gaps between them, too. */
const MOST_RANGES = 256;
/** Gaps of so many ledgers are bridged first, then longer ones. */
const LEAST_GAP = 32;
/** Keys of more ledgers together are taken to be everywhere: to read so many takes some ms. */
const MOST_LEDGERS = 100_000;
/** So many ledgers of which keys are not known may be among those of a key. */
const MOST_LACKING = 64;
/** Among so many ledgers of any kind one of the kinds that are asked for is looked for, where the newest of them would be enough. */
const MOST_TRIED = 100;
/** Of so many questions it is remembered what was found. */
const MOST_FOUND = 100;

/** The ledgers of keys in a lake. */
export class KeyLedgers {
  readonly #index: LedgerIndex;
  /** What was found last of one snapshot: a page asks for its keys twice. */
  #found: { snapshot: Snapshot; ranges: Map<string, LedgerRange[] | undefined> } | undefined;

  constructor(index: LedgerIndex) {
    this.#index = index;
  }

  /**
   * Returns ranges that hold every ledger of a snapshot with rows of one of the keys in its columns, those of which keys are not known among them;
   * undefined where that is not worth while, since they are in most segments.
   */
  find(snapshot: Snapshot, keys: readonly KeyOfKinds[]): LedgerRange[] | undefined {
    if (this.#found?.snapshot !== snapshot) this.#found = { snapshot, ranges: new Map() };
    const { ranges } = this.#found;
    const name = keys.map(({ key, kinds }) => `${key} ${kinds}`).join();
    if (ranges.has(name)) return ranges.get(name);
    const found = this.#read(snapshot, keys);
    if (ranges.size >= MOST_FOUND) ranges.clear();
    // What is lacking may be there soon.
    if (this.#index.lacking(snapshot).length === 0) ranges.set(name, found);
    return found;
  }

  /**
   * Returns the ledger from which on so many have a row with one of the keys in its columns; undefined where there are fewer, or such rows are
   * seldom among those of the key.
   */
  since(snapshot: Snapshot, keys: readonly KeyOfKinds[], count: number): number | undefined {
    const [first, last] = [snapshot.ranges[0]?.first ?? 0, snapshot.ranges.at(-1)?.last ?? 0];
    const asked = { first, last, isDescending: true, count, most: count * MOST_TRIED };
    const found = keys.flatMap((key) => this.#index.ledgersOf(snapshot, { ...asked, ...key })?.ledgers ?? []);
    return [...new Set(found)].sort((a, b) => b - a).at(count - 1);
  }

  #read(snapshot: Snapshot, keys: readonly KeyOfKinds[]): LedgerRange[] | undefined {
    const [first, last] = [snapshot.ranges[0]?.first, snapshot.ranges.at(-1)?.last];
    if (first === undefined || last === undefined) return undefined;
    const counts = keys.map(({ key }) => this.#index.countOf(snapshot, key));
    const count = counts.reduce<number>((sum, one) => sum + (one ?? Infinity), 0);
    if (count > MOST_LEDGERS) return undefined;
    const asked = { first, last, isDescending: false, count };
    const found = keys.map((key) => this.#index.ledgersOf(snapshot, { ...asked, ...key })?.ledgers);
    // What was found to be damaged while it was read is lacking now.
    const lacking = this.#index.lacking(snapshot);
    if (!found.every((ledgers) => ledgers !== undefined)) return undefined;
    const ledgers = Int32Array.from(found.length === 1 ? found[0] : found.flat());
    if (found.length > 1) ledgers.sort();
    // To join those that are everywhere takes some ms.
    if (isMost(snapshot.segments, (segment) => hasOneIn(ledgers, segment))) return undefined;
    const ranges = mergeRanges([...lacking, ...fewRanges(ledgers)]);
    return isMost(snapshot.segments, (segment) => intersectRanges(segment, ranges).length > 0) ? undefined : ranges;
  }

  /**
   * Returns the first or the last ledgers of a range that may have a row with a key in columns of some kinds; undefined where the index lacks
   * many ledgers, or such rows are seldom among very many of the key.
   */
  run(snapshot: Snapshot, run: KeyRun): FoundLedgers | undefined {
    const known = this.#index.ledgersOf(snapshot, { ...run, most: MOST_LEDGERS });
    if (!known || (!known.isAll && known.ledgers.length === 0)) return undefined;
    // Beyond the last that was found there may be others before those that are lacking.
    const end = known.isAll ? undefined : known.ledgers.at(-1);
    const within = run.isDescending
      ? { first: end ?? run.first, last: run.last }
      : { first: run.first, last: end ?? run.last };
    const lacking = this.#index.lacking(snapshot).flatMap((range) => intersectRanges(range, [within]));
    if (countLedgers(lacking) > MOST_LACKING) return undefined;
    const all = [...new Set([...known.ledgers, ...ledgersIn(lacking)])];
    const sorted = lacking.length === 0 ? known.ledgers : all.sort((a, b) => (run.isDescending ? b - a : a - b));
    const ledgers = sorted.slice(0, run.count);
    const isUnknown = (ledger: number) => lacking.some(({ first, last }) => ledger >= first && ledger <= last);
    const unknown = ledgers.filter(isUnknown).length;
    return { ledgers, isAll: known.isAll && sorted.length <= run.count, ...(unknown > 0 && { unknown }) };
  }
}

/** Whether most segments are read, of several. */
function isMost(segments: readonly LedgerRange[], isRead: (segment: LedgerRange) => boolean): boolean {
  return segments.length > 1 && segments.filter(isRead).length > segments.length / 2;
}

/** Whether one of the ledgers, which are in order, is in a range. */
function hasOneIn(ledgers: Int32Array, { first, last }: LedgerRange): boolean {
  let [low, high] = [0, ledgers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ledgers[middle] < first) low = middle + 1;
    else high = middle;
  }
  return low < ledgers.length && ledgers[low] <= last;
}

/** Returns ranges that hold ledgers which are in order: few, by bridging gaps between those that are near each other. */
function fewRanges(ledgers: Int32Array): LedgerRange[] {
  let gap = 1;
  for (let next = LEAST_GAP; countBridged(ledgers, gap) > MOST_RANGES; next *= 2) gap = next;
  return bridged(ledgers, gap);
}

function countBridged(ledgers: Int32Array, gap: number): number {
  let count = Math.min(ledgers.length, 1);
  for (let i = 1; i < ledgers.length; i++) if (ledgers[i] - ledgers[i - 1] > gap) count++;
  return count;
}

function bridged(ledgers: Int32Array, gap: number): LedgerRange[] {
  const runs: LedgerRange[] = [];
  let run: LedgerRange | undefined;
  for (const ledger of ledgers) {
    if (run && ledger - run.last <= gap) run.last = ledger;
    else runs.push((run = { first: ledger, last: ledger }));
  }
  return runs;
}
