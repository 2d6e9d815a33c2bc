/** The bucket of what one ledger changed (stellar-core LiveBucket::fresh, HotArchiveBucket::fresh). */
import { META, BucketRecordPlace, WHOLE_RECORD, compareRecords, type BucketMeta } from '../../archive/bucket-record.ts';
import { BucketWriter, type StateBucket } from './bucket.ts';

/** Entries or keys in XDR, and the kind of record that each becomes. */
interface Batch {
  kind: number;
  bodies: readonly Uint8Array[];
}

/** Returns the bucket of the entries in the order of their keys; throws when two have one key. */
export function freshBucket(meta: BucketMeta, batches: readonly Batch[]): StateBucket {
  const records = unsortedRecords(batches);
  const out = new BucketWriter(records.bytes.length, meta);
  const words = new Int32Array(records.bytes.buffer, 0, records.bytes.length >> 2);
  let before: BucketRecordPlace | undefined;
  for (const record of sorted(records)) {
    if (before && compareRecords(before, record) === 0) throw new Error('a ledger changes one entry twice');
    out.copy(words, record.start, record.end);
    before = record;
  }
  return out.finish();
}

interface Records {
  bytes: Buffer;
  starts: number[];
}

function unsortedRecords(batches: readonly Batch[]): Records {
  let length = 0;
  for (const { bodies } of batches) for (const body of bodies) length += body.length + 8;
  const bytes = Buffer.allocUnsafeSlow(length);
  const starts: number[] = [];
  let at = 0;
  for (const { kind, bodies } of batches) {
    for (const body of bodies) {
      starts.push(at);
      at = bytes.writeUInt32BE(WHOLE_RECORD + body.length + 4, at);
      at = bytes.writeInt32BE(kind, at);
      bytes.set(body, at);
      at += body.length;
    }
  }
  return { bytes, starts };
}

function sorted({ bytes, starts }: Records): BucketRecordPlace[] {
  const view = new DataView(bytes.buffer, 0, bytes.length);
  const places = starts.map((start) => {
    const place = new BucketRecordPlace(view);
    place.moveTo(start, bytes.length);
    if (place.kind === META) throw new Error('metadata is no entry');
    return place;
  });
  return places.sort(compareRecords);
}
