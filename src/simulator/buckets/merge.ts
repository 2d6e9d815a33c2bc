/** Two buckets as one (stellar-core BucketBase::merge, LiveBucket::mergeCasesWithEqualKeys). */
import { DEAD, INIT, LIVE, BucketRecordPlace, compareRecords, type BucketMeta } from '../../archive/bucket-record.ts';
import { AFTER_ALL } from '../../archive/key-order.ts';
import { BucketWriter, INIT_PROTOCOL, type StateBucket } from './bucket.ts';

/** The first protocol without shadows. */
export const SHADOWLESS_PROTOCOL = 12;

/** What is merged. */
export interface Merge {
  older: StateBucket;
  newer: StateBucket;
  /** Whether it is kept that an entry is gone; nothing older than the last level could bring it back. */
  keepTombstones: boolean;
  /** Newer buckets of higher levels, before protocol 12: what they have is left out here. */
  shadows?: readonly StateBucket[];
}

/** Returns the bucket of both; of entries with one key the newer counts. */
export function mergeBuckets({ older, newer, keepTombstones, shadows = [] }: Merge): StateBucket {
  const meta = mergedMeta(older, newer, shadows);
  const out = new BucketWriter(older.bytes.length + newer.bytes.length, meta);
  const shades = shadows.map((bucket) => new BucketCursor(bucket));
  const put = putter(out, { keepTombstones, keepLifecycle: meta.protocol >= INIT_PROTOCOL, shades });
  const a = new BucketCursor(older);
  const b = new BucketCursor(newer);
  while (a.prefix !== AFTER_ALL || b.prefix !== AFTER_ALL) {
    const order = compareRecords(a, b);
    if (order === 0) putBoth(a, b, put);
    else put(order < 0 ? a : b);
    if (order <= 0) a.next();
    if (order >= 0) b.next();
  }
  return out.finish();
}

/** A place in a bucket that goes from entry to entry. */
class BucketCursor extends BucketRecordPlace {
  readonly words: Int32Array;

  constructor({ bytes, start }: StateBucket) {
    super(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    this.words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    this.moveTo(start, bytes.length);
  }

  next(): void {
    this.moveTo(this.end, this.view.byteLength);
  }

  /** Whether the bucket has the key of the entry; goes there, and back never. */
  has(entry: BucketRecordPlace): boolean {
    let order = compareRecords(this, entry);
    for (; order < 0; order = compareRecords(this, entry)) this.next();
    return order === 0;
  }
}

type Put = (entry: BucketCursor, kind?: number) => void;

/** Puts what becomes of two entries with one key. */
function putBoth(older: BucketCursor, newer: BucketCursor, put: Put): void {
  if (newer.kind === INIT) {
    if (older.kind !== DEAD) throw new Error('an entry that was there is put as one that is new');
    put(newer, LIVE);
  } else if (older.kind !== INIT) put(newer);
  else if (newer.kind === LIVE) put(newer, INIT);
}

function putter(
  out: BucketWriter,
  {
    keepTombstones,
    keepLifecycle,
    shades,
  }: { keepTombstones: boolean; keepLifecycle: boolean; shades: BucketCursor[] },
): Put {
  return (entry, kind = entry.kind) => {
    const isLasting = keepLifecycle && kind !== LIVE;
    if (!isLasting && shades.some((shade) => shade.has(entry))) return;
    if (kind === DEAD && !keepTombstones) return;
    const { words, start, end } = entry;
    if (kind === entry.kind) out.copy(words, start, end);
    else out.copyAs(kind, words, start, end);
  };
}

function mergedMeta(older: StateBucket, newer: StateBucket, shadows: readonly StateBucket[]): BucketMeta {
  const protocols = [older, newer].map(protocolOf);
  const shadowed = shadows.map(protocolOf).filter((protocol) => protocol < SHADOWLESS_PROTOCOL);
  const listType = newer.meta?.listType ?? older.meta?.listType;
  const protocol = Math.max(...protocols, ...shadowed);
  return listType === undefined ? { protocol } : { protocol, listType };
}

/** Returns the protocol that the bucket says it is of, 0 when it does not. */
export function protocolOf({ meta }: StateBucket): number {
  return meta?.protocol ?? 0;
}
