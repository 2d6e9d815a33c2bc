/** Values computed from all loaded ledgers, kept in memory and advanced by ledgers loaded since. */
import type { LedgerRange } from '../../datastore/keys.ts';

/** Of which ledgers something is asked for. */
export interface OfLedgers {
  /** Changes where rows of ledgers may be others than before. */
  generation: number;
  /** The loaded ledgers in runs, in order. */
  ranges: readonly LedgerRange[];
}

/** How a value is computed from ledgers. */
export interface Advance<T> {
  /** Tells it of all ledgers. */
  read(): Promise<T>;
  /** Tells it of all ledgers from what the first of them tell, where those of a range came after these. */
  advance(known: T, since: LedgerRange): Promise<T>;
}

interface Kept<T> extends OfLedgers {
  told: T;
}

export class IncrementalValues<T> {
  readonly #most: number;
  /** By what they are of, such as a contract, the one that rested longest first. */
  readonly #kept = new Map<string, Kept<T>>();

  /** Keeps the values of at most this many things. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Returns what ledgers tell, which is read as far as it is not known; undefined of ledgers before those that were asked for last. Throws
   * what reading throws.
   */
  async of(name: string, { generation, ranges }: OfLedgers, { read, advance }: Advance<T>): Promise<T | undefined> {
    const known = this.#kept.get(name);
    const since = known && known.generation === generation ? rangeSince(known.ranges, ranges) : undefined;
    if (known && since) {
      const told = since.first <= since.last ? await advance(known.told, since) : known.told;
      return this.#keep(name, { generation, ranges, told });
    }
    // What was loaded meanwhile is not in a list that goes on: of it nothing is kept.
    if (known && known.generation >= generation && lastOf(known.ranges) > lastOf(ranges)) return undefined;
    return this.#keep(name, { generation, ranges, told: await read() });
  }

  #keep(name: string, kept: Kept<T>): T {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most) this.#kept.delete(oldest);
    return kept.told;
  }
}

const lastOf = (ranges: readonly LedgerRange[]) => ranges.at(-1)?.last ?? 0;

/** Returns the ledgers that came after all of those that are known; undefined where others came, too, or some left. */
function rangeSince(known: readonly LedgerRange[], now: readonly LedgerRange[]): LedgerRange | undefined {
  const last = lastOf(known);
  const before = now
    .filter(({ first }) => first <= last)
    .map((range) => ({ first: range.first, last: Math.min(range.last, last) }));
  return JSON.stringify(before) === JSON.stringify(known) ? { first: last + 1, last: lastOf(now) } : undefined;
}
