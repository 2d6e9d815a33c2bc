/** Maps each ledger to its store and object. */
import { listGrowing } from '../datastore/listing/growing.ts';
import { FIRST_LEDGER, type LedgerRange } from '../datastore/keys.ts';
import { newestRange } from '../datastore/listing/newest.ts';
import type { AskedRange } from '../datastore/range.ts';
import type { Listing, Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../core/errors.ts';
import type { ObjectCache } from './object-cache.ts';
import type { StoredLedgers } from './stored-ledgers.ts';

/** An object, and those of its ledgers that are read from there. */
export interface Place extends LedgerRange {
  store: Store;
  key: string;
  /** All that the object holds as its name says it; undefined where the name says nothing. */
  named?: LedgerRange;
}

/** The places of all ledgers that are known of. */
export class Places {
  readonly #cache: ObjectCache;
  /** Sorted by ledger, none overlapping. */
  #places: Place[] = [];

  constructor(cache: ObjectCache) {
    this.#cache = cache;
  }

  /** Adds places for those of their ledgers that no place holds: what is known comes first. */
  add(places: readonly Place[]): void {
    const added = withoutOverlap(places.flatMap((place) => this.#lacking(place)));
    const isNext = added.length === 1 && added[0].first > (this.#places.at(-1)?.last ?? 0);
    if (isNext) this.#places.push(...added);
    else this.#places = [...this.#places, ...added].sort((a, b) => a.first - b.first);
  }

  /** Returns the parts of a place whose ledgers no place holds. */
  #lacking(place: Place): Place[] {
    const parts: Place[] = [];
    let { first } = place;
    for (let i = this.#indexFrom(first); first <= place.last; i++) {
      const known = this.#places[i];
      const last = Math.min(place.last, (known?.first ?? Infinity) - 1);
      if (first <= last) parts.push({ ...place, first, last });
      first = (known?.last ?? Infinity) + 1;
    }
    return parts;
  }

  /** Returns the index of the first place that ends with the ledger or after it. */
  #indexFrom(sequence: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#places[middle].last < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the place of a ledger. */
  find(sequence: number): Place | undefined {
    const place = this.#places[this.#indexFrom(sequence)];
    return place && place.first <= sequence ? place : undefined;
  }

  /** The ledgers that have a place, and so those missing between. */
  ranges(): LedgerRange[] {
    const ranges: LedgerRange[] = [];
    for (const { first, last } of this.#places) {
      const range = ranges.at(-1);
      if (range?.last === first - 1) range.last = last;
      else ranges.push({ first, last });
    }
    return ranges;
  }

  /** Returns the object at a place; throws StoreError when it cannot be read, DecodeError when it is damaged. */
  read(place: Place, signal?: AbortSignal): Promise<StoredLedgers> {
    return this.#cache.read(place.store, place.key, place.named, signal);
  }

  /** Whether reading the object at a place failed because it is there no more; throws what asking the store throws. */
  async isGone({ store, key }: Place, failure: unknown, signal?: AbortSignal): Promise<boolean> {
    return failure instanceof StoreError && !(await store.exists(key, { signal }));
  }

  /** Makes sure that the object at a place is read anew. */
  forget({ store, key }: Place): void {
    this.#cache.forget(store, key);
  }

  /**
   * Returns the places of a store with ledgers of the range. A file whose name says nothing is read to learn its ledgers;
   * with `onDamaged` one that cannot be decoded is passed over. Throws what listing and reading throw.
   */
  async listed(
    store: Store,
    {
      range,
      signal,
      onDamaged,
    }: { range?: AskedRange; signal?: AbortSignal; onDamaged?: (error: DecodeError) => void },
  ): Promise<Place[]> {
    const { objects, files } = await list(store, range, signal);
    const places: Place[] = objects
      .filter(({ last }) => last >= FIRST_LEDGER)
      .map(({ first, last, key }) => ({
        ...{ store, key, first: Math.max(first, FIRST_LEDGER), last, named: { first, last } },
      }));
    for (const { key } of files) {
      try {
        places.push(...(await this.#placesIn(store, key)));
      } catch (error) {
        if (!onDamaged || !(error instanceof DecodeError)) throw error;
        onDamaged(error);
      }
    }
    return places;
  }

  async #placesIn(store: Store, key: string): Promise<Place[]> {
    const object = await this.#cache.read(store, key);
    return [...object.ledgers()].map(({ sequence }) => ({ store, key, first: sequence, last: sequence }));
  }
}

/** Returns the places sorted, each ledger in one only: files whose names say nothing may hold what others do. */
function withoutOverlap(places: Place[]): Place[] {
  let end = 0;
  return places
    .sort((a, b) => a.first - b.first)
    .flatMap((place) => {
      const first = Math.max(place.first, end + 1);
      end = Math.max(end, place.last);
      return first <= place.last ? [{ ...place, first }] : [];
    });
}

/**
 * Returns from which ledger on a store is listed for a window of so many: all of it, undefined, unless the store can tell
 * its newest ledger, when the whole may be millions of objects.
 */
export async function firstOfWindow(store: Store, window: number): Promise<number | undefined> {
  try {
    return store.latest && (await newestRange(store, window)).first;
  } catch (error) {
    if (isEmpty(error)) return undefined;
    throw error;
  }
}

async function list(store: Store, range?: AskedRange, signal?: AbortSignal): Promise<Listing> {
  try {
    if (!store.remote) return await store.list({ range, signal });
    return { objects: [...(await listGrowing(store, { range, signal }))], files: [] };
  } catch (error) {
    if (isEmpty(error)) return NOTHING;
    throw error;
  }
}

function isEmpty(error: unknown): boolean {
  return error instanceof StoreError && error.kind === 'empty';
}

const NOTHING: Listing = { objects: [], files: [] };
