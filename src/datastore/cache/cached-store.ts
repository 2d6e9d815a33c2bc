/** A folder that keeps what was read from a store, so that it need not be read again. */
import { join } from 'node:path';
import { StoreError } from '../../core/errors.ts';
import type { Layout } from '../keys.ts';
import { MANIFEST_KEY, type Manifest } from '../manifest.ts';
import { storeWith, type GetOptions, type Listing, type ListOptions, type ReadOptions, type Store } from '../store.ts';
import { openCache, type CacheFolder, type CacheOptions } from './cache-folder.ts';
import { parseListings, recallListing, rememberListing, type KeptListing } from './kept-listings.ts';

const LISTINGS = '.listings.json';

/**
 * Returns the store with a cache in front of whole objects. What is in it is taken as it is; `fresh` fetches an object anew and
 * replaces it. Manifest and listings are asked of the store each time; where it cannot be reached, those that were kept
 * stand, if they tell of all that is asked. Throws StoreError when the folder cannot be written.
 */
export async function cachedStore(store: Store, options: CacheOptions): Promise<Store> {
  const memory = new StoreMemory(store, await openCache(options), options.onOffline);
  return storeWith(store, {
    manifest: (reading) => memory.manifest(reading),
    list: (listing) => memory.list(listing),
    layout: (reading) => memory.layout(reading),
    ...(store.latest && { latest: (reading?: ReadOptions) => memory.latest(reading) }),
    get: (key, reading) => memory.get(key, reading),
  });
}

/** A cached listing, and its time in ISO 8601. */
interface Kept<T> {
  value: T;
  time: string;
}

/** What a folder remembers of a store. */
class StoreMemory {
  readonly #store: Store;
  readonly #cache: CacheFolder;
  readonly #folder: string;
  readonly #listings: string;
  readonly #onOffline: ((message: string) => void) | undefined;
  #isTold = false;

  constructor(store: Store, cache: CacheFolder, onOffline?: (message: string) => void) {
    this.#store = store;
    this.#cache = cache;
    this.#folder = folderOf(store.name);
    this.#listings = join(this.#folder, LISTINGS);
    this.#onOffline = onOffline;
  }

  manifest(reading?: ReadOptions): Promise<Manifest | undefined> {
    return this.#askOr(
      async () => {
        const manifest = await this.#store.manifest(reading);
        if (manifest) await this.#keepManifest(reading);
        return manifest;
      },
      ([newest]) => newest && { value: newest.manifest, time: newest.time },
    );
  }

  async #keepManifest(reading?: ReadOptions): Promise<void> {
    const path = join(this.#folder, MANIFEST_KEY);
    if (!this.#cache.has(path)) await this.#cache.put(path, await this.#store.get(MANIFEST_KEY, reading));
  }

  list(listing: ListOptions = {}): Promise<Listing> {
    return this.#askOr(
      async () => {
        const found = await this.#store.list(listing);
        await this.#keepListing(found, listing);
        return found;
      },
      (kept) => recallListing(kept, listing.range),
    );
  }

  async #keepListing(found: Listing, listing: ListOptions): Promise<void> {
    const layout = await this.#store.layout(listing);
    const manifest = await this.#store.manifest(listing);
    const all = { asked: listing.range ?? {}, layout, manifest, ...found };
    const kept = rememberListing(await this.#recall(), all);
    await this.#cache.put(this.#listings, Buffer.from(JSON.stringify(kept)));
  }

  layout(reading?: ReadOptions): Promise<Layout> {
    return this.#askOr(
      () => this.#store.layout(reading),
      ([newest]) => newest && { value: newest.layout, time: newest.time },
    );
  }

  latest(reading?: ReadOptions): Promise<number> {
    return this.#askOr(
      () => this.#store.latest!(reading),
      ([newest]) => newest && latestOf(newest),
    );
  }

  async get(key: string, reading: GetOptions = {}): Promise<Uint8Array> {
    if (reading.range || key === MANIFEST_KEY) return this.#store.get(key, reading);
    const path = join(this.#folder, key);
    const kept = reading.fresh ? undefined : await this.#cache.take(path);
    if (kept) {
      this.#store.remote!.metrics.cached++;
      return kept;
    }
    const bytes = await this.#store.get(key, reading);
    await this.#cache.put(path, bytes);
    return bytes;
  }

  /** Answers from what is kept when the store cannot be reached; `answer` gives undefined when that does not say it. */
  async #askOr<T>(ask: () => Promise<T>, answer: (kept: KeptListing[]) => Kept<T> | undefined): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isOffline(error)) throw error;
      const kept = answer(await this.#recall());
      if (!kept) throw error;
      if (!this.#isTold) this.#onOffline?.(`store not reached, going by the listing of ${kept.time}`);
      this.#isTold = true;
      return kept.value;
    }
  }

  async #recall(): Promise<KeptListing[]> {
    return parseListings(await this.#cache.take(this.#listings));
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof StoreError && error.kind === 'offline';
}

function latestOf({ objects, time }: KeptListing): { value: number; time: string } | undefined {
  const last = objects.at(-1)?.last;
  return last === undefined ? undefined : { value: last, time };
}

/** Returns the name of a store's folder: its address in letters that every file system takes. */
function folderOf(name: string): string {
  return name.replace('://', '-').replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}
