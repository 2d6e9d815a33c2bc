/** Presents single ledger files, named one by one, as a store. */
import { stat } from 'node:fs/promises';
import { StoreError } from '../../core/errors.ts';
import { fileError, fileMetadata, readFileObject } from './local.ts';
import { isAsked, toListing, type ListOptions, type Listing, type Store, type StoreObject } from '../store.ts';

/**
 * Returns plain files, of any name, as a store whose keys are their paths. Those with the name of a ledger object are
 * listed with their ledgers; the ledgers of the others are known when they have been decoded.
 */
export function fileStore(paths: readonly string[]): Store {
  const name = paths.length === 1 ? paths[0] : `${paths.length} files`;
  return {
    name,
    paths,
    manifest: () => Promise.resolve(undefined),
    list: (options) => listFiles(name, paths, options),
    get: (key, options) => readFileObject(key, key, name, options),
    exists: (key) => Promise.resolve(paths.includes(key)),
    metadata: (key) => fileMetadata(key, key, name),
    layout: () =>
      Promise.reject(
        new StoreError(`${name}: files that are named one by one have no layout; name their folder`, { store: name }),
      ),
  };
}

async function listFiles(
  name: string,
  paths: readonly string[],
  { range, signal }: ListOptions = {},
): Promise<Listing> {
  const found: StoreObject[] = [];
  for (const path of new Set(paths)) {
    signal?.throwIfAborted();
    found.push({ key: path, bytes: await sizeOf(path, name) });
  }
  const { objects, files } = toListing(name, found);
  return { objects: objects.filter((object) => isAsked(object, range)), files };
}

async function sizeOf(path: string, store: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw fileError(error, path, { store, key: path });
  }
}
