/** Finds the entries of a transaction's footprint with their lifetimes, live or archived. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Entry, Ttl } from '../state/entries.ts';
import { entryXdr } from '../encode/entry.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import type { State } from '../state/state.ts';
import { isPersistent, isSoroban, keyHashOf, ttlKeyOf } from './keys.ts';

/** An entry that a transaction may read, or write as well, as it was found and as it is now. */
export interface Slot {
  readonly ledgerKey: xdr.LedgerKey;
  /** By which the state calls it. */
  readonly key: string;
  isWritable: boolean;
  /** SHA-256 of the ledger key, of an entry that has a lifetime. */
  readonly keyHash?: string;
  /** Missing when there was none, or its life as a temporary entry was over. */
  before?: Entry;
  /** The last ledger in which it was to live; 0 for a new one, and for one that is restored. */
  liveUntilBefore: number;
  entry?: Entry;
  liveUntil: number;
  /** The lifetime as it stands in the state, over or not. */
  ttl?: Ttl;
  /** Whether it was archived: among live entries, or in the hot archive. */
  archived?: 'live' | 'hot';
}

/** Returns the slot of an entry as a ledger finds it. */
export function findSlot(state: State, ledgerKey: xdr.LedgerKey, isWritable: boolean): Slot {
  const key = readEntryKey(ledgerKey);
  if (!isSoroban(ledgerKey)) {
    const before = state.get(key);
    return { ledgerKey, key, isWritable, before, entry: before, liveUntilBefore: 0, liveUntil: 0 };
  }
  const keyHash = keyHashOf(key);
  const ttl = lifetimeOf(state, keyHash);
  const slot: Slot = { ledgerKey, key, isWritable, keyHash, ttl, liveUntilBefore: 0, liveUntil: 0 };
  if (ttl && ttl.liveUntil >= state.ledger) {
    const before = state.get(key);
    return { ...slot, before, entry: before, liveUntilBefore: ttl.liveUntil, liveUntil: ttl.liveUntil };
  }
  if (!isPersistent(ledgerKey)) return slot;
  const archived = ttl ? state.get(key) : state.archived(key);
  return archived ? { ...slot, before: archived, entry: archived, archived: ttl ? 'live' : 'hot' } : slot;
}

/** Returns the lifetime of an entry from the hash of its key, or undefined. */
export function lifetimeOf(state: State, keyHash: string): Ttl | undefined {
  const entry = state.get(ttlKeyOf(keyHash));
  return entry?.kind === 'ttl' ? entry : undefined;
}

/** Returns the bytes of an entry as a transaction pays for them. */
export const entrySize = (entry: Entry | undefined): number => (entry ? entryXdr(entry).length : 0);

/** Whether an entry is larger than the network allows. */
export function isTooLarge(entry: Entry, { maxEntrySize, maxCodeSize }: { maxEntrySize: number; maxCodeSize: number }) {
  if (entry.kind === 'contract_code') return entry.data.code.length > maxCodeSize;
  return entry.kind === 'contract_data' && entrySize(entry) > maxEntrySize;
}
