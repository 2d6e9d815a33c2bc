/** Which object of which store holds which ledger. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { AskedRange } from '../datastore/range.ts';
import type { Listing, Store } from '../datastore/store.ts';
import { DecodeError, StoreError } from '../errors.ts';
import type { LedgerObject, ObjectCache } from './objects.ts';

/** An object and the ledgers in it. */
export interface Place extends LedgerRange {
  store: Store;
  key: string;
  /** Whether the ledgers are what the object's name says. */
  isNamed: boolean;
}

/** The network's first ledger is of no store. */
const FIRST_LEDGER = 2;

/** The places of all ledgers that are known of. */
export class Places {
  readonly #cache: ObjectCache;
  /** Sorted by ledger, none overlapping. */
  #places: Place[] = [];

  constructor(cache: ObjectCache) {
    this.#cache = cache;
  }

  /** Adds places for ledgers that no place holds: what is known comes first. */
  add(places: readonly Place[]): void {
    const added = places.filter(({ first, last }) => !this.find(first) && !this.find(last));
    const isNext = added.length === 1 && added[0]!.first > (this.#places.at(-1)?.last ?? 0);
    this.#places.push(...added);
    if (!isNext) this.#places.sort((a, b) => a.first - b.first);
  }

  /** Returns the place of a ledger. */
  find(sequence: number): Place | undefined {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#places[middle]!.last < sequence) low = middle + 1;
      else high = middle;
    }
    const place = this.#places[low];
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
  read(place: Place, signal?: AbortSignal): Promise<LedgerObject> {
    return this.#cache.read(place.store, place.key, place.isNamed ? place : undefined, signal);
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
      .map(({ first, last, key }) => ({ store, key, first: Math.max(first, FIRST_LEDGER), last, isNamed: true }));
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
    return [...object.ledgers()].map(({ sequence }) => ({
      ...{ store, key, first: sequence, last: sequence, isNamed: false },
    }));
  }
}

/**
 * Returns from which ledger on a store is listed for a window of so many: all of it, undefined, unless the store can tell
 * its newest ledger, when the whole may be millions of objects.
 */
export async function firstOfWindow(store: Store, window: number): Promise<number | undefined> {
  try {
    return store.latest && Math.max((await store.latest()) - window + 1, 0);
  } catch (error) {
    if (isEmpty(error)) return undefined;
    throw error;
  }
}

async function list(store: Store, range?: AskedRange, signal?: AbortSignal): Promise<Listing> {
  try {
    return await store.list({ range, signal });
  } catch (error) {
    if (isEmpty(error)) return NOTHING;
    throw error;
  }
}

function isEmpty(error: unknown): boolean {
  return error instanceof StoreError && error.message.startsWith('no valid ledger files');
}

const NOTHING: Listing = { objects: [], files: [] };
