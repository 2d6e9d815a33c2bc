/**
 * The entries of a checkpoint: of each key what its newest bucket says. Buckets are in the order of keys, so all of them are read
 * side by side, one piece of each in memory, and what older buckets say of a key is met together with the newest.
 */
import type { Store } from '../datastore/store.ts';
import { NO_BUCKET, type ArchiveState } from './archive-state.ts';
import { BucketFile, type ListName } from './bucket-file.ts';
import { DEAD, compareRecords } from './bucket-record.ts';
import { AFTER_ALL } from './key-order.ts';

const BATCH = 1024;

/**
 * Yields the LedgerEntries of the live state or the hot archive as XDR, in key order. They count only at the end, when all
 * hashes are verified. Throws VerifyError, DecodeError and StoreError.
 */
export async function* entriesOf(
  store: Store,
  state: ArchiveState,
  list: ListName = 'live',
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array[]> {
  const hashes = state[list].flatMap(({ curr, snap }) => [curr, snap]).filter((hash) => hash !== NO_BUCKET);
  const buckets = hashes.map((hash) => new BucketFile(store, hash, list, signal));
  try {
    yield* mergedEntries(buckets);
  } finally {
    await Promise.all(buckets.map((bucket) => bucket.close()));
  }
}

async function* mergedEntries(buckets: readonly BucketFile[]): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = [];
  for (;;) {
    if (buckets.some(({ isDry }) => isDry)) await Promise.all(buckets.map((bucket) => bucket.read()));
    const newest = firstOf(buckets);
    if (!newest) break;
    if (newest.kind !== DEAD) batch.push(newest.body);
    passBy(newest, buckets);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the newest bucket with the lowest key. */
function firstOf(buckets: readonly BucketFile[]): BucketFile | undefined {
  let first: BucketFile | undefined;
  for (const bucket of buckets) if (!first || compareRecords(bucket, first) < 0) first = bucket;
  return first?.prefix === AFTER_ALL ? undefined : first;
}

/** Steps all buckets past the key of the first one. */
function passBy(first: BucketFile, buckets: readonly BucketFile[]): void {
  for (const bucket of buckets) if (bucket !== first && compareRecords(bucket, first) === 0) bucket.next();
  first.next();
}
