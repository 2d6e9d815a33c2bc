/** The first look at a bucket: how it is cut, and how far it goes. */
import { StoreError } from '../errors.ts';
import type { Bucket } from './bucket.ts';
import { parseKey } from './keys.ts';
import { checkLayout, describeLayout, layoutOf, type Layout } from './layout.ts';
import { resolveSchema, type LocalSchema, type Manifest } from './manifest.ts';
import type { ReadOptions, Store, StoreObject } from './store.ts';

/** What the first look showed. */
export interface Probe {
  layout: Layout;
  /** The last ledger there was at the first look. */
  latest: number;
  /** All objects, when one page has them. */
  all?: StoreObject[];
}

/** Looks at the newest keys: they say how the store is cut, and manifest and configuration must not say otherwise. */
export async function probeBucket(
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

function nothingFound(store: string, hasOthers: boolean, hasManifest: boolean): StoreError {
  const text = 'no valid ledger files found on the data store';
  const why = hasManifest
    ? `${store} has a .config.json and no ledgers yet; with --follow those that come are loaded`
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
