/** What a ledger changed, as XDR: entries that are new, entries that were there, and keys of those that are gone. */
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
}

/** The list of buckets that headers commit to. */
export interface BucketList {
  /** Takes what there is before the first ledger is closed, and returns the hash of that ledger's header; without it that is zero. */
  begin?(ledger: number, protocol: number, entries: readonly Uint8Array[]): Uint8Array;
  /** Adds the changes of the next ledger and returns the hash that its header has. */
  add(batch: LedgerBatch): Uint8Array;
}
