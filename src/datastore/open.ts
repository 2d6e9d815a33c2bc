/** Opens stores and buckets by address, path or configuration file. */
import { stat } from 'node:fs/promises';
import { UsageError } from '../core/errors.ts';
import { parseAddress } from './config/address.ts';
import type { CacheOptions } from './cache/cache-folder.ts';
import { cachedStore } from './cache/cached-store.ts';
import { checkBuffer, readConfig } from './config/config-file.ts';
import { knownStores } from './config/known.ts';
import { fileStore } from './files/file-store.ts';
import type { StoreSpec } from './kind.ts';
import type { AccessOptions } from './config/access.ts';
import { fileError, localStore } from './files/local.ts';
import { RemoteStore, type RemoteOptions } from './remote.ts';
import { RetriedBucket } from './transfer/retried-bucket.ts';
import { defaultPolicy, type RetryPolicy } from './transfer/retry.ts';
import type { BufferSettings, Store } from './store.ts';
import { storesTogether } from './files/together.ts';

/** How a store is opened and read: access, configuration, retries and cache. */
export interface StoreOptions extends AccessOptions {
  /** A TOML or YAML file with `datastore_config`; it names the store if no source does. */
  config?: string;
  /**
   * How objects are downloaded ahead; missing members come from the configuration file, else fit the size of its
   * objects.
   */
  buffer?: Partial<BufferSettings>;
  /** Retries of failed requests. By default 6, the first after 250 ms, each given up after 30 s without a byte. */
  policy?: Partial<RetryPolicy>;
  /** Keeps what is read over a network; means nothing for folders and files. */
  cache?: CacheOptions;
}

/** How a store that was named is read. */
export type SpecOptions = Omit<RemoteOptions, 'policy'> & { policy?: Partial<RetryPolicy> };

/**
 * Returns the store that a command line names: folders and files, one address, or what a configuration file says.
 * A store behind a network is asked nothing yet. Throws StoreError when a path or credentials file is not there, UsageError
 * for several addresses or one that is none, SpecError for a wrong configuration.
 */
export async function openLedgerStore(sources: readonly string[], options: StoreOptions = {}): Promise<Store> {
  const { config: file, buffer = {}, policy = {}, cache, ...access } = options;
  const config = file === undefined ? undefined : await readConfig(file);
  const spec = config && sources.length === 0 ? config.spec : parseAddress(sources, access);
  const settings = { ...config?.buffer, ...buffer };
  if (spec.kind.open) checkBuffer(settings);
  const store = await openSpec(spec, {
    policy: { ...config?.policy, ...policy },
    buffer: settings,
    ...(config && { schema: config.schema }),
  });
  return cache && store.remote ? cachedStore(store, cache) : store;
}

/** How a bucket is reached, and how often it is asked again. */
export interface BucketOptions extends AccessOptions {
  /** Retries of failed requests. By default 6, the first after 250 ms, each given up after 30 s without a byte. */
  policy?: Partial<RetryPolicy>;
}

/** Returns whether a text is the address of a bucket or mirror, and not a path. */
export function isBucketAddress(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) && parseAddress([text]).kind.open !== undefined;
}

/**
 * Returns the bucket of an address, without a request. Throws UsageError for an invalid address, StoreError for a missing or
 * malformed credentials file.
 */
export async function openBucket(address: string, { policy, ...access }: BucketOptions = {}): Promise<RetriedBucket> {
  const { kind, places, values } = parseAddress([address], access);
  const [place] = places;
  if (!kind.open || place === undefined)
    throw new UsageError(`${address} is not a bucket: give s3://BUCKET/PREFIX or gs://BUCKET/PREFIX`);
  return new RetriedBucket(await kind.open(place, values), { ...defaultPolicy, ...policy });
}

/** Returns the named store. Throws StoreError if a file is missing, UsageError for an impossible place. */
export async function openSpec(
  { kind, places, values }: StoreSpec,
  { policy, ...options }: SpecOptions = {},
): Promise<Store> {
  const [place] = places;
  if (!kind.open || place === undefined) return openPaths(places);
  return new RemoteStore(await kind.open(place, values), { policy: { ...defaultPolicy, ...policy }, ...options });
}

async function openPaths(sources: readonly string[]): Promise<Store> {
  const [first] = sources;
  if (first === undefined) throw new UsageError('no store given: name a folder of ledger objects, or ledger files');
  const parts: { path: string; isFolder: boolean }[] = [];
  for (const path of sources) parts.push({ path, isFolder: await isFolder(path) });
  if (!parts.some(({ isFolder }) => isFolder)) return fileStore(sources);
  return sources.length === 1 ? localStore(first) : storesTogether(parts);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const ofNetwork = knownStores.filter(({ network }) => network === path).map(({ name }) => name);
    if (ofNetwork.length === 0) throw fileError(error, path, { store: path });
    throw new UsageError(`no folder ${path} here; public stores of that network are ${ofNetwork.join(', ')}`);
  }
}
