/** A bucket or mirror as a store: its layout, its listing, and faults in the words of people. */
import { StoreError } from '../errors.ts';
import type { Bucket } from './bucket.ts';
import type { BufferSettings } from './buffer.ts';
import { download } from './download.ts';
import { Fault } from './fault.ts';
import { FIRST_LEDGER, objectKey, parseKey, type LedgerRange } from './keys.ts';
import { checkLayout, describeLayout, layoutOf, type Layout } from './layout.ts';
import { computeObjects, listBucket } from './listing.ts';
import { MANIFEST_KEY, parseManifest, resolveSchema, type LocalSchema, type Manifest } from './manifest.ts';
import { newMetrics } from './metrics.ts';
import { withRetries, type RetryPolicy } from './retry.ts';
import { missingObject } from './plan.ts';
import type { AskedRange } from './range.ts';
import {
  isAsked,
  toListing,
  type ListOptions,
  type Listing,
  type ReadOptions,
  type Store,
  type StoreObject,
} from './store.ts';

export interface RemoteOptions {
  policy: RetryPolicy;
  buffer?: Partial<BufferSettings>;
  /** What the user's configuration says of the layout. */
  schema?: LocalSchema;
}

/** Returns the store in a bucket; nothing is asked of it before the first call. */
export function remoteStore(bucket: Bucket, { policy, buffer = {}, schema }: RemoteOptions): Store {
  const metrics = newMetrics();
  const name = bucket.name;
  const retrying = (signal?: AbortSignal) => ({ policy, metrics, signal });
  const failed = (error: unknown, key?: string) => asStoreError(bucket, error, key);
  let manifest: Promise<Manifest | undefined> | undefined;
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
    manifest: ({ signal } = {}) => kept((manifest ??= readManifest(signal)), () => (manifest = undefined)),
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
    async get(key, { range, signal } = {}) {
      try {
        return await download(bucket, key, { ...retrying(signal), range });
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
      const said = await resolveSchema(() => store.manifest(options), schema);
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

/** A question that failed may be asked again. */
async function kept<T>(answer: Promise<T>, forget: () => void): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    forget();
    throw error;
  }
}

interface Probe {
  layout: Layout;
  /** The last ledger there was at the first look. */
  latest: number;
  /** All objects, when one page has them. */
  all?: StoreObject[];
}

/** Looks at the newest keys: they say how the store is cut, and manifest and configuration must not say otherwise. */
async function probeBucket(
  store: Store,
  fetchPage: NonNullable<Bucket['page']>,
  local: LocalSchema | undefined,
  { signal }: ReadOptions,
): Promise<Probe> {
  const page = fetchPage({ signal });
  // When the manifest cannot be read its error is told, and this one is of the same cause.
  page.catch(() => undefined);
  const manifest = await store.manifest({ signal });
  const { objects, next } = await page;
  const head = objects.find(({ key }) => parseKey(key));
  if (!head) throw nothingFound(store.name, objects.length > 0, manifest !== undefined);
  const layout = layoutOf(head.key)!;
  if (layout.folder !== '') {
    throw new StoreError(
      `${store.name}: the first ledger object is ${head.key}; name the store's own root, ${store.name}/${layout.folder}`,
      { store: store.name, key: head.key },
    );
  }
  await checkSaid(store.name, head.key, layout, manifest, local);
  return { layout, latest: parseKey(head.key)!.last, ...(next === undefined && { all: objects }) };
}

function isInRange(key: string, range: AskedRange | undefined): boolean {
  const parsed = parseKey(key);
  return parsed !== undefined && isAsked(parsed, range);
}

function nothingFound(store: string, hasOthers: boolean, hasManifest: boolean): StoreError {
  const text = 'no valid ledger files found on the data store';
  const why = hasManifest
    ? `${store} has a .config.json and no ledgers yet`
    : `${store} holds ${hasOthers ? 'no object named as in FFFFFFFD--2.xdr.zst' : 'nothing at all'}; check bucket and prefix`;
  return new StoreError(`${text}: ${why}`, { store });
}

/** A flat store may have a manifest that speaks of partitions: what the keys show is what counts. */
async function checkSaid(
  store: string,
  key: string,
  layout: Layout,
  manifest: Manifest | undefined,
  local: LocalSchema | undefined,
): Promise<void> {
  const object = { ...parseKey(key)!, key, bytes: 0 };
  checkLayout(store, [object], { manifest });
  if (manifest) await resolveSchema(() => Promise.resolve(manifest), local);
  const { ledgersPerFile = 0, filesPerPartition = 0 } = local ?? {};
  const differs = (said: number, found: number) => said !== 0 && said !== found;
  if (
    manifest ||
    (!differs(ledgersPerFile, layout.ledgersPerFile) && !differs(filesPerPartition, layout.filesPerPartition))
  ) {
    return;
  }
  const said = describeLayout({ ledgersPerFile, filesPerPartition });
  throw new StoreError(
    `${store}: the configuration says ${said}, but ${key} is of ${describeLayout(layout)}; ` +
      'remove the schema section or correct it',
    { store, key },
  );
}

/** Without a listing the objects are those that the layout says. The end is found by asking, when nobody gives one. */
async function listComputed(store: Store, layout: Layout, { range = {}, signal }: ListOptions): Promise<Listing> {
  const first = range.first ?? FIRST_LEDGER;
  const extension =
    (await findExtension(store, layout, first, signal)) ??
    (range.last === undefined ? undefined : await findExtension(store, layout, range.last, signal));
  if (extension === undefined) {
    const why =
      range.first === undefined ? 'it cannot be listed, so give --range FIRST:LAST' : 'check the range and the address';
    const text = `${store.name} has no object for ledger ${first}, ${objectKey(first, layout)}; ${why}`;
    const { message } = missingObject(first, objectKey(first, layout));
    throw new StoreError(range.first === undefined ? text : `${message}; ${text}`, { store: store.name });
  }
  const found = { ...layout, extension };
  const last = range.last ?? (await findLatest(store, found, first, signal));
  const bytes = await guessBytes(store, found, { first, last }, signal);
  const listing = toListing(store.name, computeObjects(found, { first, last }, bytes));
  return { ...listing, computed: true };
}

/** Looks at a few objects of the range: those that are there have this many bytes, one with another. */
async function guessBytes(
  store: Store,
  layout: Layout,
  { first, last }: LedgerRange,
  signal?: AbortSignal,
): Promise<number> {
  const ledgers = [0, 0.25, 0.5, 0.75, 1].map((part) => first + Math.floor((last - first) * part));
  const keys = new Set(ledgers.map((ledger) => objectKey(ledger, layout, layout.extension)));
  const sizes = await Promise.all(
    [...keys].map(async (key) => {
      return (await store.exists(key, { signal })) ? (await store.metadata(key, { signal })).bytes : undefined;
    }),
  );
  const known = sizes.filter((bytes) => bytes !== undefined);
  return Math.ceil(known.reduce((sum, bytes) => sum + bytes, 0) / Math.max(known.length, 1));
}

async function findExtension(
  store: Store,
  layout: Layout,
  ledger: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (const extension of ['zst', 'zstd']) {
    if (await store.exists(objectKey(ledger, layout, extension), { signal })) return extension;
  }
  return undefined;
}

/** Doubles the step until an object is missing, then halves it: about 50 questions for all of pubnet, if there are no gaps. */
async function findLatest(store: Store, layout: Layout, first: number, signal?: AbortSignal): Promise<number> {
  const size = layout.ledgersPerFile;
  const has = (file: number) => store.exists(objectKey(file * size, layout, layout.extension), { signal });
  const range: LedgerRange = { first: Math.floor(first / size), last: Math.floor(first / size) + 1 };
  while (await has(range.last)) {
    const step = range.last - range.first;
    range.first = range.last;
    range.last += step * 2;
  }
  while (range.last - range.first > 1) {
    const middle = Math.floor((range.first + range.last) / 2);
    if (await has(middle)) range.first = middle;
    else range.last = middle;
  }
  return (range.first + 1) * size - 1;
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
