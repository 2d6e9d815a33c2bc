import { stat } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { parseAddress, type AccessOptions, type StoreSpec } from './address.ts';
import type { Bucket } from './bucket.ts';
import type { BufferSettings } from './buffer.ts';
import { cachedStore, type CacheOptions } from './cache.ts';
import { checkBuffer, readConfig } from './config.ts';
import { fileStore } from './files.ts';
import { fileError, localStore } from './local.ts';
import { remoteStore } from './remote.ts';
import { defaultPolicy, type RetryPolicy } from './retry.ts';
import type { Store } from './store.ts';

export interface StoreOptions extends AccessOptions {
  /** A TOML or YAML file with `datastore_config` and `buffered_storage_backend_config`; it names the store when no source does. */
  config?: string;
  buffer?: Partial<BufferSettings>;
  policy?: Partial<RetryPolicy>;
  /** Keeps what is read over a network; means nothing for folders and files. */
  cache?: CacheOptions;
}

/**
 * Returns the store that a command line names: one folder, one or more files, one address, or what a configuration file says.
 * A store behind a network is asked nothing yet. Throws StoreError when a path or credentials file is not there, UsageError
 * for a mixture, several folders or an address that is none, SpecError for a wrong configuration.
 */
export async function openStore(sources: readonly string[], options: StoreOptions = {}): Promise<Store> {
  const { config: file, buffer = {}, policy = {}, cache, ...access } = options;
  const config = file === undefined ? undefined : await readConfig(file);
  const spec = config && sources.length === 0 ? config.spec : parseAddress(sources, access);
  if (spec.kind === 'paths') return openPaths(spec.paths);
  const settings = { ...config?.buffer, ...buffer };
  checkBuffer(settings);
  const store = remoteStore(await openBucket(spec), {
    policy: { ...defaultPolicy, ...config?.policy, ...policy },
    buffer: settings,
    ...(config && { schema: config.schema }),
  });
  return cache ? cachedStore(store, cache) : store;
}

/** The clients are large: each is imported only when it is used. */
async function openBucket(spec: Exclude<StoreSpec, { kind: 'paths' }>): Promise<Bucket> {
  switch (spec.kind) {
    case 'gcs':
      return (await import('./gcs.ts')).gcsBucket(spec);
    case 's3':
      return (await import('./s3.ts')).s3Bucket(spec);
    case 'http':
      return (await import('./http.ts')).httpBucket(spec);
  }
}

async function openPaths(sources: readonly string[]): Promise<Store> {
  const [first] = sources;
  if (first === undefined) throw new UsageError('no store given: name a folder of ledger objects, or ledger files');
  const folders: string[] = [];
  for (const path of sources) if (await isFolder(path)) folders.push(path);
  if (folders.length === 0) return fileStore(sources);
  if (sources.length === 1) return localStore(first);
  throw new UsageError(`a store is one folder or any number of files, not ${sources.join(' ')}`);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw fileError(error, path, { store: path });
  }
}
