/** Presents a local folder as a store: lists and reads its objects and converts file-system errors. */
import { readFileSync } from 'node:fs';
import { readFile, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { StoreError } from '../../core/errors.ts';
import { readFully, withFile } from '../../core/open-files.ts';
import { errorCode, messageOf, systemReason } from '../../core/system-errors.ts';
import { parseKey, parsePartition, type Layout } from '../keys.ts';
import { checkLayout, layoutOf } from '../layout.ts';
import { MANIFEST_KEY, parseManifest, resolveSchema } from '../manifest.ts';
import {
  emptyStore,
  isAsked,
  toListing,
  type ByteRange,
  type ListOptions,
  type Listing,
  type ObjectMetadata,
  type ReadOptions,
  type Store,
  type StoreObject,
} from '../store.ts';

/** Extensions of objects that can be read; a listing passes over others, such as what a broken download left behind. */
const EXTENSIONS = ['zst', 'zstd', 'gz', ''];
const STATS_AT_ONCE = 32;

/** Returns the folder as a store. Nothing is read before the first call; ledger objects may lie at any depth. */
export function localStore(folder: string): Store {
  return {
    name: folder,
    paths: [folder],
    manifest: (options) => readManifest(folder, options),
    async list(options) {
      const listing = await listFolder(folder, options);
      checkLayout(folder, listing.objects);
      return listing;
    },
    get: (key, options) => readFileObject(join(folder, key), key, folder, options),
    exists: (key, options) => isFile(join(folder, key), key, folder, options),
    metadata: (key) => fileMetadata(join(folder, key), key, folder),
    layout: (options) => folderLayout(folder, options),
  };
}

/** Returns the bytes of the file at `path`; throws StoreError naming `key` and `store` when it cannot be read. */
export async function readFileObject(
  path: string,
  key: string,
  store: string,
  { range, signal }: ReadOptions & { range?: ByteRange } = {},
): Promise<Uint8Array> {
  try {
    if (range) return await readPart(path, range);
    // A worker waits for it anyway, and reads it in one call: by the thread pool it takes four, each behind whatever waits there.
    return isMainThread ? await readFile(path, { signal }) : readFileSync(path);
  } catch (error) {
    signal?.throwIfAborted();
    throw fileError(error, path, { store, key });
  }
}

async function readPart(path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start + 1);
  return withFile(path, async (file) => bytes.subarray(0, await readFully(file, bytes, start)));
}

/** Returns size and time of the file at `path`; throws StoreError naming `key` and `store` when there is none. */
export async function fileMetadata(path: string, key: string, store: string): Promise<ObjectMetadata> {
  try {
    const { size, mtime } = await stat(path);
    return { bytes: size, modified: mtime.toISOString(), notes: {} };
  } catch (error) {
    throw fileError(error, path, { store, key });
  }
}

/** The keys count, and the manifest where there are none; neither is a StoreError. */
async function folderLayout(folder: string, options?: ReadOptions): Promise<Layout> {
  const { objects } = await listFolder(folder, options).catch((error: unknown): Listing => {
    if (error instanceof StoreError && error.kind === 'empty') return { objects: [], files: [] };
    throw error;
  });
  const found = objects.length > 0 ? layoutOf(objects.at(-1)!.key) : undefined;
  return found ?? { ...(await resolveSchema(() => readManifest(folder, options))), extension: 'zst' };
}

/** Returns the StoreError for what the file system said of `path`. */
export function fileError(error: unknown, path: string, fields: { store: string; key?: string }): StoreError {
  const code = errorCode(error);
  if (code === 'ENOENT') return new StoreError(`${path}: no such file or folder; check the path`, fields, error);
  if (code === 'EACCES' || code === 'EPERM') {
    return new StoreError(`${path}: permission denied; make it readable for this user`, fields, error);
  }
  if (code === 'ENOTDIR') return new StoreError(`${path}: not a folder; check the path`, fields, error);
  const why = systemReason(error) ?? messageOf(error);
  return new StoreError(`${path}: cannot be read: ${why}`, fields, error);
}

async function readManifest(folder: string, { signal }: ReadOptions = {}) {
  const path = join(folder, MANIFEST_KEY);
  try {
    return parseManifest(await readFile(path, { encoding: 'utf8', signal }), folder);
  } catch (error) {
    signal?.throwIfAborted();
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error instanceof StoreError ? error : fileError(error, path, { store: folder, key: MANIFEST_KEY });
  }
}

async function isFile(path: string, key: string, store: string, { signal }: ReadOptions = {}): Promise<boolean> {
  signal?.throwIfAborted();
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw fileError(error, path, { store, key });
  }
}

interface Walk extends ListOptions {
  root: string;
  /** Real paths of the folders seen, since a link may lead back. */
  seen: Set<string>;
  keys: string[];
  /** How many objects and partitions were left out because nobody asked for their ledgers. */
  passed: number;
  /** The folders that have a manifest, `''` for the root. */
  stores: string[];
}

async function listFolder(root: string, { range, signal }: ListOptions = {}) {
  const walk: Walk = { root, range, signal, seen: new Set(), keys: [], passed: 0, stores: [] };
  await walkFolder(walk, '');
  checkRoot(walk);
  if (walk.keys.length === 0 && walk.passed === 0) {
    throw emptyStore(
      root,
      `${root} holds no file named as in FFFFFFFD--2.xdr.zst; ` +
        'name the folder that holds .config.json or the partition folders, or name the files themselves',
    );
  }
  return toListing(root, await withSizes(walk));
}

/** What a manifest in a folder below says counts for nothing here, and its network would be taken for another. */
function checkRoot({ root, stores }: Walk): void {
  if (stores.length === 0 || stores.includes('')) return;
  const paths = stores.slice(0, 3).map((folder) => join(root, folder));
  const more = stores.length > 3 ? `, or one of ${stores.length - 3} more` : '';
  throw new StoreError(`${root} is a folder above a store; did you mean ${paths.join(', ')}${more}?`, { store: root });
}

async function walkFolder(walk: Walk, folder: string): Promise<void> {
  walk.signal?.throwIfAborted();
  const path = join(walk.root, folder);
  for (const entry of await openFolder(walk, path)) {
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const kind = entry.isSymbolicLink() ? await stat(join(path, entry.name)).catch(() => entry) : entry;
    if (kind.isFile() && entry.name === MANIFEST_KEY) walk.stores.push(folder);
    else if (kind.isFile()) takeFile(walk, key);
    // Folders such as .snapshot and .Trash hold second copies.
    else if (kind.isDirectory() && !entry.name.startsWith('.')) await takeFolder(walk, key, entry.name);
  }
}

async function openFolder({ root, seen }: Walk, path: string) {
  try {
    const real = await realpath(path);
    if (seen.has(real)) return [];
    seen.add(real);
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    throw fileError(error, path, { store: root });
  }
}

async function takeFolder(walk: Walk, key: string, name: string): Promise<void> {
  const partition = parsePartition(name);
  if (partition && !isAsked(partition, walk.range)) walk.passed++;
  else await walkFolder(walk, key);
}

function takeFile(walk: Walk, key: string): void {
  const parsed = parseKey(key);
  if (!parsed || !EXTENSIONS.includes(parsed.extension)) return;
  if (isAsked(parsed, walk.range)) walk.keys.push(key);
  else walk.passed++;
}

async function withSizes({ root, keys, signal }: Walk): Promise<StoreObject[]> {
  const objects: StoreObject[] = [];
  for (let start = 0; start < keys.length; start += STATS_AT_ONCE) {
    signal?.throwIfAborted();
    const sized = keys.slice(start, start + STATS_AT_ONCE).map(async (key) => {
      const path = join(root, key);
      const { size } = await stat(path).catch((error: unknown) => {
        throw fileError(error, path, { store: root, key });
      });
      return { key, bytes: size };
    });
    objects.push(...(await Promise.all(sized)));
  }
  return objects;
}
