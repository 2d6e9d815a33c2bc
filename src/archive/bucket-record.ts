/**
 * What a bucket file holds: records, each a mark (the high bit and the length) and a BucketEntry or HotArchiveBucketEntry,
 * one for each key, in the order of keys; since protocol 11 the first says the protocol. Entries of both kinds have their
 * numbers alike: 0 and 2 hold a LedgerEntry, 1 a LedgerKey that says it is gone, -1 the metadata.
 */
import { BucketEntryType, LedgerEntryType } from '../xdr/generated/enums.ts';
import { AFTER_ALL, compareBucketKeys, keyPrefix } from './key-order.ts';

/** The high bit of a record's mark: every record is whole. */
export const WHOLE_RECORD = 0x80000000;

/** What a record is, of a live bucket; a hot archive has ARCHIVED for LIVE and, with a key only, LIVE for DEAD. */
export const { metaentry: META, liveentry: LIVE, deadentry: DEAD, initentry: INIT } = BucketEntryType;

/** What the first record of a bucket says. */
export interface BucketMeta {
  /** The newest protocol of what was merged into it. */
  protocol: number;
  /** BucketListType; none before protocol 23. */
  listType?: number;
}

/** Returns what the metadata at `p`, after its discriminant, says. */
export function readMeta(view: DataView, p: number): BucketMeta {
  const protocol = view.getUint32(p);
  return view.getInt32(p + 4) === 1 ? { protocol, listType: view.getInt32(p + 8) } : { protocol };
}

/** Where one entry of a bucket stands, and the identity by which entries are in order. */
export class BucketRecordPlace {
  view: DataView;
  /** Where its record's mark stands; its end is the next one's. */
  start = 0;
  end = 0;
  /** META, LIVE, DEAD or INIT. */
  kind = 0;
  /** LedgerEntryType. */
  type = 0;
  /** Where the LedgerKey stands, without its type. */
  key = 0;
  /** Orders it before `key` does; AFTER_ALL past the last one. */
  prefix = AFTER_ALL;

  constructor(view: DataView) {
    this.view = view;
  }

  /** Steps to the record whose mark stands at `start`; at `limit` there is none. */
  moveTo(start: number, limit: number): void {
    this.start = start;
    this.end = start;
    this.prefix = AFTER_ALL;
    if (start >= limit) return;
    const { view } = this;
    this.end = start + 4 + view.getUint32(start) - WHOLE_RECORD;
    this.kind = view.getInt32(start + 4);
    if (this.kind === META) return;
    if (this.kind === DEAD) this.#identify(view.getInt32(start + 8), start + 12);
    else this.#identify(view.getInt32(start + 12), start + 16);
  }

  /** The identity of an entry whose body stands at `p`. */
  #identify(type: number, p: number): void {
    this.type = type;
    this.key = this.kind === DEAD ? p : keyInEntry(this.view, type, p);
    this.prefix = keyPrefix(type, this.view, this.key);
  }
}

/** Compares the keys of two records; returns less than, equal to or more than 0. */
export function compareRecords(a: BucketRecordPlace, b: BucketRecordPlace): number {
  if (a.prefix !== b.prefix) return a.prefix < b.prefix ? -1 : 1;
  return a.prefix === AFTER_ALL ? 0 : compareBucketKeys(a.type, a.view, a.key, b.view, b.key);
}

/** Where in the entry of this type whose body stands at `p` its key starts: contract entries begin with an extension. */
function keyInEntry(view: DataView, type: number, p: number): number {
  if (type === LedgerEntryType.contractData) return p + 4;
  if (type !== LedgerEntryType.contractCode) return p;
  return view.getInt32(p) === 0 ? p + 4 : p + 52;
}
