/** The first look at a bucket: how it is cut, and how far it goes. */
import { StoreError } from '../../core/errors.ts';
import type { Bucket, ListingPage } from '../bucket.ts';
import { parseKey, type Layout } from '../keys.ts';
import { checkLayout, describeLayout, layoutOf } from '../layout.ts';
import { resolveSchema, type LocalSchema, type Manifest } from '../manifest.ts';
import { emptyStore, type ReadOptions, type Store, type StoreObject } from '../store.ts';

/** The newest objects of a bucket: one page of its listing. */
export interface Head {
  /** As listings have them, the newest first. */
  objects: StoreObject[];
  latest: number;
  /** Whether there are no others. */
  isAll: boolean;
}

/** What the first look showed. */
export interface Probe {
  layout: Layout;
  head: Head;
}

/** Returns the head that the first page of a listing shows, undefined when it has no ledger object. */
export function headOf({ objects, next }: ListingPage): Head | undefined {
  const ledgers = objects.filter(({ key }) => parseKey(key));
  const newest = ledgers[0] && parseKey(ledgers[0].key);
  return newest && { objects: ledgers, latest: newest.last, isAll: next === undefined };
}

/** Returns whether a head shows every object from this ledger on. */
export function reaches({ objects, isAll }: Head, first: number | undefined): boolean {
  return isAll || (first !== undefined && parseKey(objects.at(-1)!.key)!.first <= first);
}

/** Looks at the newest keys: they say how the store is cut, and manifest and configuration must not say otherwise. */
export async function probeBucket(
  store: Store,
  fetchPage: NonNullable<Bucket['page']>,
  local: LocalSchema | undefined,
  { signal }: ReadOptions,
): Promise<Probe> {
  const page = fetchPage({ signal });
  // When the manifest cannot be read, its error is reported; this one has the same cause.
  page.catch(() => undefined);
  const manifest = await store.manifest({ signal });
  const shown = await page;
  const head = headOf(shown);
  if (!head) throw nothingFound(store.name, shown.objects.length > 0, manifest !== undefined);
  const { key } = head.objects[0];
  const layout = layoutOf(key)!;
  if (layout.folder !== '') {
    throw new StoreError(
      `${store.name}: the first ledger object is ${key}; name the store's own root, ${store.name}/${layout.folder}`,
      { store: store.name, key },
    );
  }
  await checkSaid(store.name, key, layout, manifest, local);
  return { layout, head };
}

function nothingFound(store: string, hasOthers: boolean, hasManifest: boolean): StoreError {
  const why = hasManifest
    ? `${store} has a .config.json and no ledgers yet; --follow loads new ones`
    : `${store} holds ${hasOthers ? 'no object named as in FFFFFFFD--2.xdr.zst' : 'nothing at all'}; check bucket and prefix`;
  return emptyStore(store, why);
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
