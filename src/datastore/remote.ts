/** A bucket or mirror as a store: its layout, its listing, and faults in the words of people. */
import { StoreError } from '../errors.ts';
import type { Bucket } from './bucket.ts';
import type { BufferSettings } from './buffer.ts';
import { listComputed } from './computed.ts';
import { download } from './download.ts';
import { Fault } from './fault.ts';
import { parseKey } from './keys.ts';
import { checkLayout } from './layout.ts';
import { listBucket } from './listing.ts';
import { MANIFEST_KEY, parseManifest, resolveSchema, type LocalSchema, type Manifest } from './manifest.ts';
import { newMetrics } from './metrics.ts';
import { probeBucket, type Probe } from './probe.ts';
import type { AskedRange } from './range.ts';
import { withRetries, type RetryPolicy } from './retry.ts';
import { isAsked, toListing, type ReadOptions, type Store } from './store.ts';

export interface RemoteOptions {
  policy: RetryPolicy;
  buffer?: Partial<BufferSettings>;
  /** What the user's configuration says of the layout. */
  schema?: LocalSchema;
}

/** So long it stands that a store has no manifest. */
const ABSENT_MS = 2000;

/** Returns the store in a bucket; nothing is asked of it before the first call. */
export function remoteStore(bucket: Bucket, { policy, buffer = {}, schema }: RemoteOptions): Store {
  const metrics = newMetrics();
  const name = bucket.name;
  const retrying = (signal?: AbortSignal) => ({ policy, metrics, signal });
  const failed = (error: unknown, key?: string) => asStoreError(bucket, error, key);
  let manifest: Promise<Manifest | undefined> | undefined;
  let absentAt = Infinity;
  let probe: Promise<Probe> | undefined;

  const readManifest = async (signal?: AbortSignal) => {
    try {
      const bytes = await download(bucket, MANIFEST_KEY, retrying(signal));
      return parseManifest(Buffer.from(bytes).toString('utf8'), name);
    } catch (error) {
      if (error instanceof Fault && error.kind === 'missing' && error.code !== 'NoSuchBucket') return undefined;
      throw failed(error, MANIFEST_KEY);
    }
  };
  const fetchPage: NonNullable<Bucket['page']> = async ({ signal, ...request }) => {
    try {
      return await withRetries(retrying(signal), (attempt) => bucket.page!({ ...request, signal: attempt.signal }));
    } catch (error) {
      throw failed(error);
    }
  };
  const exists = async (key: string, signal?: AbortSignal) => {
    try {
      await withRetries(retrying(signal), (attempt) => bucket.head(key, { signal: attempt.signal }));
      return true;
    } catch (error) {
      if (error instanceof Fault && error.kind === 'missing') return false;
      throw failed(error, key);
    }
  };

  const store: Store = {
    name,
    remote: { kind: bucket.kind, metrics, buffer, requesterPays: bucket.requesterPays },
    async manifest({ signal } = {}) {
      if (performance.now() - absentAt > ABSENT_MS) manifest = undefined;
      const found = await kept((manifest ??= readManifest(signal)), () => (manifest = undefined));
      // A store that grows may get one.
      absentAt = found ? Infinity : Math.min(absentAt, performance.now());
      return found;
    },
    async list(options = {}) {
      const layout = await store.layout(options);
      if (!bucket.page) return listComputed(store, layout, options);
      const { latest, all } = await probed(options);
      // What the first look showed serves once: a store may grow.
      probe = Promise.resolve({ layout, latest });
      const objects =
        all?.filter(({ key }) => isInRange(key, options.range)) ??
        (await listBucket(fetchPage, layout, { ...options, latest }));
      const listing = toListing(name, objects);
      checkLayout(name, listing.objects, { layout });
      return listing;
    },
    async get(key, { range, signal, onHash } = {}) {
      try {
        return await download(bucket, key, { ...retrying(signal), range, onHash });
      } catch (error) {
        throw failed(error, key);
      }
    },
    exists: (key, { signal } = {}) => exists(key, signal),
    async metadata(key, { signal } = {}) {
      try {
        return await withRetries(retrying(signal), (attempt) => bucket.head(key, { signal: attempt.signal }));
      } catch (error) {
        throw failed(error, key);
      }
    },
    async layout(options = {}) {
      if (bucket.page) return (await probed(options)).layout;
      const said = await resolveSchema(() => store.manifest(options), schema, name);
      return { ...said, extension: 'zst' };
    },
    ...(bucket.page && { latest: async (options: ReadOptions = {}) => (await probed(options)).latest }),
    close: () => bucket.close(),
  };
  const probed = (options: ReadOptions) => {
    return kept((probe ??= probeBucket(store, fetchPage, schema, options)), () => (probe = undefined));
  };
  return store;
}

function isInRange(key: string, range: AskedRange | undefined): boolean {
  const parsed = parseKey(key);
  return parsed !== undefined && isAsked(parsed, range);
}

/** A question that failed may be asked again. */
async function kept<T>(answer: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    forget();
    throw error;
  }
}

/** Returns the error for a fault: where, what, and what to do next. */
function asStoreError(bucket: Bucket, error: unknown, key?: string): unknown {
  if (!(error instanceof Fault)) return error;
  const place = key === undefined ? bucket.name : `${bucket.name}/${key}`;
  const fields = { store: bucket.name, key, fault: error.kind };
  const advice = bucket.advice(error);
  if (advice !== undefined) return new StoreError(`${place}: ${error.message}; ${advice}`, fields, error);
  if (error.kind === 'missing') {
    const text = key === undefined ? `${place}: ${error.message}` : `${place}: no such object`;
    return new StoreError(text, fields, error);
  }
  const what =
    error.kind === 'offline' ? `the store cannot be reached: ${error.message}; this needs a network` : error.message;
  return new StoreError(`${place}: ${what}`, fields, error);
}
