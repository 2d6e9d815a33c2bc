/**
 * Look-ups in the key index: from an account, contract, pool, balance or issuer to the ledgers that mention it.
 * Queries read only these ledgers; pages read the first or last of them.
 */
import type { LedgerRange } from '../../../datastore/keys.ts';
import { countLedgers, intersectRanges, ledgersOfSpans, mergeRanges } from '../../../datastore/spans.ts';
import type { Snapshot } from '../../disk/snapshot/snapshot.ts';

/** A key, and the kinds of columns that may hold it. */
export interface KeyOfKinds {
  key: string;
  /** Kinds of columns, one bit each. */
  kinds: number;
}

/** A look-up: the first or last ledgers of a key in a range. */
export interface KeyRun extends LedgerRange, KeyOfKinds {
  isDescending: boolean;
  /** Return at most this many ledgers. */
  count: number;
}

/** The result of a look-up, in its order. */
export interface FoundLedgers {
  ledgers: readonly number[];
  /** True if the range has no further ledgers of the key. */
  isAll: boolean;
  /** How many of them the index lacks; these may have no row. */
  unknown?: number;
}

/** Rows with a value in a column. */
interface RowsApart {
  column: string;
  value: string;
  /** The kind of these rows, one bit; other rows have other kinds. */
  kind: number;
}

/** The history and key index: maps a transaction hash or a key to ledgers. */
export interface KeyIndex {
  /** By table: the columns with keys, and the kinds of each. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By table: rows whose keys have their own kind, chosen by the value of a column. */
  readonly apart: ReadonlyMap<string, RowsApart>;
  /** Returns ledgers that may have the transaction; undefined if the index lacks ledgers. `hash` is lower-case hex. */
  ledgers(snapshot: Snapshot, hash: string): readonly number[] | undefined;
  /** Returns the ledgers that the index is known to lack. */
  lacking(snapshot: Snapshot): LedgerRange[];
  /** Counts the indexed ledgers that mention the key, in any kind of column; undefined if the index is unreadable. */
  countOf(snapshot: Snapshot, key: string): number | undefined;
  /**
   * Returns indexed ledgers that may mention the key in columns of these kinds. Reads at most `most` ledgers of the key.
   * Returns undefined if the index is unreadable.
   */
  ledgersOf(snapshot: Snapshot, run: KeyRun & { most?: number }): FoundLedgers | undefined;
  close(): void;
}

/** Name and meaning of the check of the index. */
export const indexCheck = {
  name: 'key_index',
  says: 'The index has the ledgers of each account, contract, pool, claimable balance and issuer, and the kinds of rows there, that bronze has, and no others.',
};

/** Do not prune by keys with more ledgers than this: reading the list takes some ms. */
const MOST_LEDGERS = 100_000;
/** Look-ups accept at most this many ledgers that the index lacks. */
const MOST_LACKING = 64;
/** The ledgers of keys in a lake. */
export class KeyLedgers {
  readonly #index: KeyIndex;

  constructor(index: KeyIndex) {
    this.#index = index;
  }

  /**
   * Returns ranges that cover all ledgers with one of the keys, and all ledgers that the index lacks.
   * Returns undefined if most segments have such ledgers, because pruning then saves nothing.
   */
  find(snapshot: Snapshot, keys: readonly KeyOfKinds[]): LedgerRange[] | undefined {
    const [first, last] = [snapshot.ranges[0]?.first, snapshot.ranges.at(-1)?.last];
    if (first === undefined || last === undefined) return undefined;
    const counts = keys.map(({ key }) => this.#index.countOf(snapshot, key));
    const count = counts.reduce<number>((sum, one) => sum + (one ?? Infinity), 0);
    if (count > MOST_LEDGERS) return undefined;
    const asked = { first, last, isDescending: false, count };
    const found = keys.map((key) => this.#index.ledgersOf(snapshot, { ...asked, ...key })?.ledgers);
    // The read may have found damage; `lacking` then includes it.
    const lacking = this.#index.lacking(snapshot);
    if (!found.every((ledgers) => ledgers !== undefined)) return undefined;
    const { segments } = snapshot;
    const ranges = mergeRanges([...lacking, ...rangesIn(segments, Int32Array.from(found.flat()).sort())]);
    const read = segments.filter((segment) => intersectRanges(segment, ranges).length > 0);
    return segments.length > 1 && read.length > segments.length / 2 ? undefined : ranges;
  }

  /**
   * Returns the first or last ledgers of a range that may have the key in columns of some kinds.
   * Returns undefined if the index lacks many ledgers, or if few of very many ledgers of the key have such a row.
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
    const all = [...new Set([...known.ledgers, ...ledgersOfSpans(lacking)])];
    const sorted = lacking.length === 0 ? known.ledgers : all.sort((a, b) => (run.isDescending ? b - a : a - b));
    const ledgers = sorted.slice(0, run.count);
    const isUnknown = (ledger: number) => lacking.some(({ first, last }) => ledger >= first && ledger <= last);
    const unknown = ledgers.filter(isUnknown).length;
    return { ledgers, isAll: known.isAll && sorted.length <= run.count, ...(unknown > 0 && { unknown }) };
  }
}

/** Returns a range around the ledgers in each segment that has one; both lists are sorted. */
function rangesIn(segments: readonly LedgerRange[], ledgers: Int32Array): LedgerRange[] {
  let end = 0;
  return segments.flatMap(({ last }) => {
    const begin = end;
    while (end < ledgers.length && ledgers[end] <= last) end++;
    return end > begin ? [{ first: ledgers[begin], last: ledgers[end - 1] }] : [];
  });
}
