/** What a load would read. */
import { inLanes } from '../core/lanes.ts';
import { checkLayout } from '../datastore/layout.ts';
import { askedRange } from '../datastore/listing/newest.ts';
import { planUnits, type Plan } from '../datastore/plan.ts';
import type { LedgerObject, Listing, Store } from '../datastore/store.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { settingsFor } from '../workers/read.ts';
import { knownOptions } from '../options/known-options.ts';
import { LOAD_OPTIONS, SEGMENT_LEDGERS, type ResolvedLoadOptions, type LoadOptions } from './load-options.ts';
import { shardRange } from './shard.ts';

/** A plan, and the listing that it was made of. */
export interface PlannedLoad {
  plan: Plan;
  listing: Listing;
}

/** Returns what a load would read, without reading it. */
export async function planLoad(
  lake: Pick<Lake, 'loaded'> | undefined,
  store: Store,
  asked: LoadOptions = {},
): Promise<PlannedLoad> {
  const options = await withRange(store, knownOptions('planLoad', asked, LOAD_OPTIONS));
  const { range, allowGaps, segmentLedgers, signal } = options;
  const listing = options.listing ?? (await listStore(store, options));
  const manifest = await store.manifest({ signal });
  checkLayout(store.name, listing.objects, { manifest });
  const loaded = (await lake?.loaded()) ?? [];
  const cut = { unitLedgers: segmentLedgers ?? SEGMENT_LEDGERS, joinSmall: segmentLedgers === undefined };
  const plan = planUnits({ listing, range, loaded, ...cut, allowGaps, schema: manifest });
  return { plan, listing };
}

/**
 * Returns the options with the range of this store, or of one part of it. Throws StoreError, and UsageError for an
 * impossible part.
 */
export async function withRange(store: Store, options: LoadOptions): Promise<ResolvedLoadOptions> {
  const range = await askedRange(store, options.range, options);
  const { shard, ...others } = options;
  return { ...others, range: shard ? await shardRange(store, range, { ...others, shard }) : range };
}

/** Where objects are computed, what gaps are allowed is found by asking for each of them. */
async function listStore(store: Store, { range, allowGaps = false, signal }: ResolvedLoadOptions): Promise<Listing> {
  const listing = await store.list({ range, signal });
  if (!listing.computed || !allowGaps) return listing;
  const { objects } = listing;
  const isThere: boolean[] = [];
  const ask = async ({ key }: LedgerObject, i: number, stop: AbortSignal) => {
    isThere[i] = await store.exists(key, { signal: stop });
  };
  await inLanes(objects, settingsFor(store, objects).workers, ask, signal);
  signal?.throwIfAborted();
  return { ...listing, objects: objects.filter((_, i) => isThere[i]) };
}
