/** The files of a cache. */
import { readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StoreError } from '../../core/errors.ts';
import { makeFolder } from '../../core/folders.ts';
import { messageOf } from '../../core/system-errors.ts';

/** A cache that a user has. */
export interface CacheOptions {
  /** The folder; each store has one of its own in it, laid out like the store. */
  dir: string;
  /** Size limit of the folder in bytes, 10 GB by default; the least recently used objects go first. */
  bytes?: number;
  /** Called when the store cannot be reached and what the cache remembers of it is answered. */
  onOffline?: (message: string) => void;
}

/** What a cache may have when nobody says how much. */
const CACHE_BYTES = 10e9;

/** Opens the folder, made when there is none, and clears away what is too much; throws StoreError when it cannot be used. */
export async function openCache({ dir, bytes = CACHE_BYTES }: CacheOptions): Promise<CacheFolder> {
  const files = await listCache(dir);
  files.sort((a, b) => a.used - b.used);
  const cache = new CacheFolder(dir, bytes, new Map(files.map(({ path, bytes }) => [path, bytes])));
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

/** The files of a cache, the least recently used first. */
export class CacheFolder {
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
  const why = messageOf(error);
  return new StoreError(
    `the cache ${dir} cannot be used: ${why}; give another --cache, or none`,
    { store: dir },
    error,
  );
}
