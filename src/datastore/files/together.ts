/** Several folders and files on this machine as one store. */
import { join } from 'node:path';
import { StoreError } from '../../core/errors.ts';
import { fileStore } from './file-store.ts';
import { fileMetadata, localStore, readFileObject } from './local.ts';
import type { Manifest } from '../manifest.ts';
import { mergeRanges, subtractRanges } from '../spans.ts';
import { toListing, type ListOptions, type Listing, type ReadOptions, type Store, type StoreObject } from '../store.ts';

/** A folder or file, and what its keys are called in the whole. */
interface Part {
  store: Store;
  path: string;
  isFolder: boolean;
}

/**
 * Returns folders and files as one store whose keys are paths. An object whose ledgers all lie in parts that were named before is
 * left out: the first that has a ledger gives it. Listing throws StoreError when objects overlap in part, asking for the manifest
 * when parts are of two networks.
 */
export function storesTogether(sources: readonly { path: string; isFolder: boolean }[]): Store {
  const parts: Part[] = sources.map(({ path, isFolder }) => {
    return { path, isFolder, store: isFolder ? localStore(path) : fileStore([path]) };
  });
  const paths = sources.map(({ path }) => path);
  const name = paths.join(', ');
  const metadata = (key: string) => fileMetadata(key, key, name);
  return {
    name,
    paths,
    manifest: (options) => manifestOf(parts, options),
    list: (options) => list(name, parts, options),
    get: (key, options) => readFileObject(key, key, name, options),
    exists: (key) =>
      metadata(key).then(
        () => true,
        () => false,
      ),
    metadata,
    layout: () => Promise.reject(new StoreError(`${name}: several stores together have no layout`, { store: name })),
  };
}

async function list(name: string, parts: readonly Part[], options?: ListOptions): Promise<Listing> {
  const found: StoreObject[] = [];
  const taken: Listing['objects'] = [];
  for (const { store, path, isFolder } of parts) {
    const { objects, files } = await store.list(options);
    const held = mergeRanges(taken);
    const added = objects.filter((object) => subtractRanges(object, held).length > 0);
    taken.push(...added);
    found.push(...[...added, ...files].map(({ key, bytes }) => ({ key: isFolder ? join(path, key) : key, bytes })));
  }
  return toListing(name, found);
}

async function manifestOf(parts: readonly Part[], options?: ReadOptions): Promise<Manifest | undefined> {
  let first: { manifest: Manifest; path: string } | undefined;
  for (const { store, path } of parts) {
    const manifest = await store.manifest(options);
    const [one, other] = [first?.manifest.networkPassphrase, manifest?.networkPassphrase];
    if (first && one !== undefined && other !== undefined && one !== other) {
      throw new StoreError(`${first.path} is of the network "${one}", ${path} of "${other}": load each into a lake`, {
        store: path,
      });
    }
    if (manifest) first ??= { manifest, path };
  }
  return first?.manifest;
}
