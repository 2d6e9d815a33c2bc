/** A folder that keeps what was read from a store, so that it need not be read again. */
import { readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StoreError } from '../errors.ts';
import { makeFolder } from './folder.ts';
import { MANIFEST_KEY } from './manifest.ts';
import { parseListings, recallListing, rememberListing, type KeptListing } from './listings.ts';
import type { ReadOptions, Store } from './store.ts';

export interface CacheOptions {
  /** The folder; each store has one of its own in it, laid out like the store. */
  dir: string;
  /** Bytes that all objects in the folder may have together; those that were not used for longest go first. */
  bytes: number;
  /** Called when the store cannot be reached and what the cache remembers of it is answered. */
  onOffline?: (message: string) => void;
}

const LISTINGS = '.listings.json';

/** What a cache may have when nobody says how much. */
export const CACHE_BYTES = 10e9;

/**
 * Returns the store with a cache in front of whole objects. What is in it is taken as it is; `fresh` fetches an object anew and
 * replaces it. Manifest and listings are asked of the store each time; where it cannot be reached, those that were kept
 * stand, if they tell of all that is asked. Throws StoreError when the folder cannot be written.
 */
export async function cachedStore(store: Store, options: CacheOptions): Promise<Store> {
  const cache = await openCache(options);
  const folder = folderOf(store.name);
  const [listings, manifestPath] = [join(folder, LISTINGS), join(folder, MANIFEST_KEY)];
  const recall = async () => parseListings(await cache.take(listings));
  let told = false;
  /** Answers from what is kept when the store cannot be reached; `answer` gives undefined when that does not say it. */
  const orKept = async <T>(
    ask: () => Promise<T>,
    answer: (kept: KeptListing[]) => Promise<{ value: T; time: string } | undefined>,
  ) => {
    try {
      return await ask();
    } catch (error) {
      if (!isOffline(error)) throw error;
      const kept = await answer(await recall());
      if (!kept) throw error;
      if (!told) options.onOffline?.(`store not reached, going by the listing of ${kept.time}`);
      told = true;
      return kept.value;
    }
  };
  return {
    ...store,
    manifest: (reading) =>
      orKept(
        async () => {
          const manifest = await store.manifest(reading);
          if (manifest && !cache.has(manifestPath))
            await cache.put(manifestPath, await store.get(MANIFEST_KEY, reading));
          return manifest;
        },
        ([newest]) => Promise.resolve(newest && { value: newest.manifest, time: newest.time }),
      ),
    list: (listing = {}) =>
      orKept(
        async () => {
          const found = await store.list(listing);
          const layout = await store.layout(listing);
          const manifest = await store.manifest(listing);
          const kept = rememberListing(await recall(), { asked: listing.range ?? {}, layout, manifest, ...found });
          await cache.put(listings, Buffer.from(JSON.stringify(kept)));
          return found;
        },
        (kept) => Promise.resolve(recallListing(kept, listing.range)),
      ),
    layout: (reading) =>
      orKept(
        () => store.layout(reading),
        ([newest]) => Promise.resolve(newest && { value: newest.layout, time: newest.time }),
      ),
    ...(store.latest && {
      latest: (reading?: ReadOptions) =>
        orKept(
          () => store.latest!(reading),
          ([newest]) => Promise.resolve(newest && latestOf(newest)),
        ),
    }),
    async get(key, reading = {}) {
      if (reading.range || key === MANIFEST_KEY) return store.get(key, reading);
      const path = join(folder, key);
      const kept = reading.fresh ? undefined : await cache.take(path);
      if (kept) {
        store.remote!.metrics.cached++;
        return kept;
      }
      const bytes = await store.get(key, reading);
      await cache.put(path, bytes);
      return bytes;
    },
  };
}

function isOffline(error: unknown): boolean {
  return error instanceof StoreError && error.fields['fault'] === 'offline';
}

function latestOf({ objects, time }: KeptListing): { value: number; time: string } | undefined {
  const last = objects.at(-1)?.last;
  return last === undefined ? undefined : { value: last, time };
}

/** Returns the name of a store's folder: its address in letters that every file system takes. */
export function folderOf(name: string): string {
  return name.replace('://', '-').replaceAll(/[^A-Za-z0-9._-]+/g, '-');
}

async function openCache({ dir, bytes }: CacheOptions): Promise<Cache> {
  const files = await listCache(dir);
  files.sort((a, b) => a.used - b.used);
  const cache = new Cache(dir, bytes, new Map(files.map(({ path, bytes }) => [path, bytes])));
  await cache.trim();
  return cache;
}

async function listCache(dir: string): Promise<{ path: string; bytes: number; used: number }[]> {
  try {
    await makeFolder(dir);
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = await stat(path);
        return { path: relative(dir, path), bytes: size, used: mtimeMs };
      }),
    );
  } catch (error) {
    throw cacheError(dir, error);
  }
}

/** The files of a cache, those that were used least recently first. */
class Cache {
  readonly #dir: string;
  readonly #limit: number;
  readonly #files: Map<string, number>;
  #bytes: number;

  constructor(dir: string, limit: number, files: Map<string, number>) {
    this.#dir = dir;
    this.#limit = limit;
    this.#files = files;
    this.#bytes = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Returns the bytes of a file, undefined when the cache has none. */
  async take(path: string): Promise<Uint8Array | undefined> {
    const bytes = this.#files.get(path);
    if (bytes === undefined) return undefined;
    try {
      const found = new Uint8Array(await readFile(join(this.#dir, path)));
      const now = new Date();
      await utimes(join(this.#dir, path), now, now);
      this.#note(path, found.length);
      return found;
    } catch {
      // Somebody else cleared it away.
      this.#forget(path);
      return undefined;
    }
  }

  /** Keeps a file, and lets go of others to make room; one that is larger than the cache is not kept. */
  async put(path: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#limit) return;
    const target = join(this.#dir, path);
    const partial = `${target}.${process.pid}.partial`;
    try {
      await makeFolder(dirname(target));
      await writeFile(partial, bytes);
      await rename(partial, target);
      // What is noted is on the disk: another download that makes room meanwhile must find what it removes.
      this.#note(path, bytes.length);
      await this.trim();
    } catch (error) {
      await rm(partial, { force: true });
      throw cacheError(this.#dir, error);
    }
  }

  /** Removes what is too much. */
  async trim(): Promise<void> {
    for (const path of this.#tooMany()) await rm(join(this.#dir, path), { force: true });
  }

  #note(path: string, bytes: number): void {
    this.#forget(path);
    this.#files.set(path, bytes);
    this.#bytes += bytes;
  }

  #forget(path: string): void {
    this.#bytes -= this.#files.get(path) ?? 0;
    this.#files.delete(path);
  }

  #tooMany(): string[] {
    const gone: string[] = [];
    for (const path of this.#files.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#forget(path);
      gone.push(path);
    }
    return gone;
  }
}

function cacheError(dir: string, error: unknown): StoreError {
  const why = error instanceof Error ? error.message : String(error);
  return new StoreError(
    `the cache ${dir} cannot be used: ${why}; give another --cache, or none`,
    { store: dir },
    error,
  );
}
