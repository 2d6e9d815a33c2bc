/**
 * Which contract entries are evicted when a ledger closes: the scan goes on through the buckets from where it stood, a number of bytes
 * a ledger, and takes entries whose lifetime is over (stellar-core scanForEviction, resolveBackgroundEvictionScan; CAP-46-12, CAP-62).
 */
import { ContractDataDurability, LedgerEntryType } from '../../xdr/generated/enums.ts';
import { INIT, LIVE, BucketRecordPlace } from '../../archive/bucket-record.ts';
import { endOfKey } from '../../ledger/compact.ts';
import { LEVELS, spills, type BucketLevels } from './bucket-list.ts';
import { sha256 } from '../identity.ts';
import type { StateBucket } from './bucket.ts';
import { protocolOf } from './merge.ts';

/** Where the scan stands: EvictionIterator of the configuration. */
export interface ScanPlace {
  level: number;
  isCurr: boolean;
  /** In bytes of the bucket's file. */
  offset: number;
}

/** StateArchivalSettings, as far as the scan needs them. */
export interface ScanSettings {
  /** Bytes a ledger: `evictionScanSize`. */
  scanSize: number;
  /** `maxEntriesToArchive`. */
  maxEntries: number;
  /** `startingEvictionScanLevel`. */
  startingLevel: number;
}

/** The ledger that closes, and what its state says of entries. Hashes are SHA-256 of a LedgerKey, in hex: those of TTL keys. */
export interface ScannedLedger {
  /** Its sequence; the buckets are those of the ledger before. */
  ledger: number;
  protocol: number;
  settings: ScanSettings;
  /** Returns the last ledger in which the entry lives, before this ledger; undefined when it has no lifetime. */
  liveUntil(keyHash: string): number | undefined;
  /** Whether this ledger's transactions changed the lifetime. */
  isExtended(keyHash: string): boolean;
  /** Returns the LedgerEntry with the LedgerKey as it was before this ledger. */
  entry(key: Uint8Array): Uint8Array | undefined;
}

/** An entry that leaves the live state, and its lifetime with it. */
export interface Evicted {
  /** LedgerKey in XDR. */
  key: Uint8Array;
  /** LedgerKey of its TTL in XDR. */
  ttlKey: Uint8Array;
  /** The LedgerEntry that goes to the hot archive; none of a temporary entry. */
  archived?: Uint8Array;
}

/** Returns what is evicted, in the order of the scan, and where the next scan begins. */
export function scanForEviction(
  list: BucketLevels,
  from: ScanPlace,
  scanned: ScannedLedger,
): { evicted: Evicted[]; place: ScanPlace } {
  const scan = new Scan(list, startOf(from, scanned), scanned);
  const found = scan.run().filter(({ hash }) => !scanned.isExtended(hash));
  const { maxEntries } = scanned.settings;
  const evicted = found.slice(0, maxEntries);
  // What is left of the region is scanned again.
  const place = evicted.length > 0 && evicted.length === maxEntries ? evicted[evicted.length - 1].after : scan.place;
  return { evicted: evicted.map((candidate) => evictedOf(candidate, scanned)), place };
}

/** The first protocol that evicts persistent entries. */
const PERSISTENT_PROTOCOL = 23;
/** Protocol 23 archived an entry as it was found, which may be an old version of it. */
const NEWEST_PROTOCOL = 24;
const SOROBAN_PROTOCOL = 20;

interface Candidate {
  key: Uint8Array;
  hash: string;
  entry: Uint8Array;
  isPersistent: boolean;
  after: ScanPlace;
}

/** A bucket that changed since the last scan is scanned from its start. */
function startOf(place: ScanPlace, { ledger, settings: { startingLevel } }: ScannedLedger): ScanPlace {
  if (place.level < startingLevel) return { level: startingLevel, isCurr: true, offset: 0 };
  const hasChanged = spills(ledger - 1, place.isCurr ? place.level - 1 : place.level);
  return hasChanged ? { ...place, offset: 0 } : place;
}

function nextBucket({ level, isCurr }: ScanPlace, { startingLevel }: ScanSettings): ScanPlace {
  if (isCurr && level < LEVELS - 1) return { level, isCurr: false, offset: 0 };
  return { level: level + 1 < LEVELS ? level + 1 : startingLevel, isCurr: true, offset: 0 };
}

class Scan {
  place: ScanPlace;
  readonly #list: BucketLevels;
  readonly #ledger: ScannedLedger;
  readonly #found = new Map<string, Candidate>();
  #left: number;

  constructor(list: BucketLevels, place: ScanPlace, ledger: ScannedLedger) {
    this.place = place;
    this.#list = list;
    this.#ledger = ledger;
    this.#left = ledger.settings.scanSize;
  }

  run(): Candidate[] {
    const { level, isCurr } = this.place;
    for (;;) {
      const { curr, snap } = this.#list.levels[this.place.level];
      if (this.#scanBucket(this.place.isCurr ? curr : snap)) break;
      this.place = nextBucket(this.place, this.#ledger.settings);
      if (this.place.level === level && this.place.isCurr === isCurr) break;
    }
    return [...this.#found.values()];
  }

  /** Returns whether the region ends in the bucket. */
  #scanBucket(bucket: StateBucket): boolean {
    if (protocolOf(bucket) < SOROBAN_PROTOCOL) return false;
    if (this.#left === 0) return true;
    const { bytes } = bucket;
    const record = new BucketRecordPlace(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    for (record.moveTo(this.place.offset, bytes.length); record.end > record.start;) {
      const length = record.end - record.start;
      this.place = { ...this.place, offset: record.end };
      if (record.kind === LIVE || record.kind === INIT) this.#consider(record, bytes);
      this.#left = Math.max(0, this.#left - length);
      if (this.#left === 0) return true;
      record.moveTo(record.end, bytes.length);
    }
    return false;
  }

  #consider(record: BucketRecordPlace, bytes: Uint8Array): void {
    const { type, view, key: start } = record;
    const end = endOfKey(view, type, start);
    const isPersistent = durabilityOf(view, type, end);
    if (isPersistent === undefined || (isPersistent && this.#ledger.protocol < PERSISTENT_PROTOCOL)) return;
    const key = Buffer.concat([bytes.subarray(record.start + 12, record.start + 16), bytes.subarray(start, end)]);
    const hash = Buffer.from(sha256(key)).toString('hex');
    const liveUntil = this.#ledger.liveUntil(hash);
    if (liveUntil === undefined || liveUntil >= this.#ledger.ledger || this.#found.has(hash)) return;
    const entry = bytes.subarray(record.start + 8, record.end);
    this.#found.set(hash, { key, hash, entry, isPersistent, after: this.place });
  }
}

/** Whether an entry whose key ends at `end` is persistent; undefined when it has no lifetime at all. */
function durabilityOf(view: DataView, type: number, end: number): boolean | undefined {
  if (type === LedgerEntryType.contractCode) return true;
  if (type !== LedgerEntryType.contractData) return undefined;
  return view.getInt32(end - 4) === ContractDataDurability.persistent;
}

function evictedOf({ key, hash, entry, isPersistent }: Candidate, { protocol, entry: newest }: ScannedLedger): Evicted {
  const ttlKey = Buffer.alloc(36);
  ttlKey.writeInt32BE(LedgerEntryType.ttl);
  ttlKey.write(hash, 4, 'hex');
  if (!isPersistent) return { key, ttlKey };
  return { key, ttlKey, archived: (protocol >= NEWEST_PROTOCOL ? newest(key) : undefined) ?? entry };
}
