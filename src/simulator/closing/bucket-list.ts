/** Defines the interface between ledger closing and the bucket list. */
import type { Evicted, ScannedLedger, ScanPlace } from '../buckets/eviction.ts';

/** Changes of a ledger, as XDR: new entries, changed entries, and keys of removed ones. */
export interface LedgerBatch {
  ledger: number;
  protocol: number;
  /** Before upgrades, where they change it. */
  protocolBefore: number;
  /** LedgerEntries that were not there before this ledger. */
  init: readonly Uint8Array[];
  /** LedgerEntries. */
  live: readonly Uint8Array[];
  /** LedgerKeys. */
  dead: readonly Uint8Array[];
  /** LedgerEntries that go to the hot archive. */
  archived: readonly Uint8Array[];
  /** LedgerKeys that came out of it. */
  restored: readonly Uint8Array[];
}

/** The list of buckets that headers commit to. */
export interface BucketList {
  /** Takes what there is before the first ledger is closed, and returns the hash of that ledger's header; without it that is zero. */
  begin?(ledger: number, protocol: number, entries: readonly Uint8Array[]): Uint8Array;
  /** Adds the changes of the next ledger and returns the hash that its header has. */
  add(batch: LedgerBatch): Uint8Array;
  /** Returns what is evicted from the list as it is, and where the next scan begins; without it nothing is. */
  scan?(from: ScanPlace, scanned: ScannedLedger): { evicted: Evicted[]; place: ScanPlace };
}
