import { sha256 } from '../identity.ts';

/** An entry or a key as a ledger's changes name it, both as XDR. */
export interface BucketEntry {
  key: Uint8Array;
  entry: Uint8Array;
}

/** What a ledger changed: entries that are new, entries that were there, and keys of those that are gone. */
export interface LedgerBatch {
  ledger: number;
  protocol: number;
  /** Hash of the ledger's results. */
  resultHash: Uint8Array;
  /** Entries that were not there before this ledger. */
  init: readonly BucketEntry[];
  live: readonly BucketEntry[];
  /** Keys as XDR. */
  dead: readonly Uint8Array[];
}

/** The list of buckets that headers commit to. */
export interface BucketList {
  /** Adds the changes of the next ledger and returns the hash that its header has. */
  add(batch: LedgerBatch): Uint8Array;
}

/** Returns what stands for a bucket list where none is kept: its hash depends on all results. */
export function hashOnly(): BucketList {
  let hash: Uint8Array = new Uint8Array(32);
  return {
    add({ resultHash }) {
      hash = sha256(hash, resultHash);
      return hash;
    },
  };
}
