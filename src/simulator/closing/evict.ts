/** Evicts expired contract entries from the live state and archives the persistent ones. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { ScanPlace } from '../buckets/eviction.ts';
import { entryXdr } from '../encode/entry.ts';
import { sha256 } from '../identity.ts';
import type { LedgerView } from '../context.ts';
import { lifetimeOf } from '../soroban/footprint.ts';
import { ttlKeyOf } from '../soroban/keys.ts';
import { settingEntry } from '../soroban/settings.ts';
import type { Entry } from '../state/entries.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { sorobanKey } from '../state/keys.ts';
import type { LedgerState } from '../encode/ledger-state.ts';
import type { BucketList } from './bucket-list.ts';

/** What left the live state when a ledger closed. */
export interface Evictions {
  /** LedgerKeys as XDR, of entries and of their lifetimes. */
  keys: Uint8Array[];
  /** LedgerEntries as XDR that go to the hot archive. */
  archived: Uint8Array[];
  /** Bytes that all entries of contracts have, which the ledger's meta says. */
  stateSize: bigint;
}

/** Evicts entries whose life is over, and notes where the scan stands (stellar-core, `resolveBackgroundEvictionScan`). */
export function evict(state: LedgerState, view: LedgerView, buckets: BucketList): Evictions {
  const { soroban: settings } = view;
  if (!settings || !buckets.scan) return { keys: [], archived: [], stateSize: state.sorobanSize };
  const { bucketListLevel, isCurrBucket, bucketFileOffset } = settings.eviction;
  const from = { level: bucketListLevel, isCurr: isCurrBucket, offset: Number(bucketFileOffset) };
  const { evicted, place } = buckets.scan(from, {
    ledger: view.ledger,
    protocol: view.protocol,
    settings: {
      scanSize: settings.archival.evictionScanSize,
      maxEntries: settings.archival.maxEntriesToArchive,
      startingLevel: settings.archival.startingEvictionScanLevel,
    },
    liveUntil: (hash) => formerLifetime(state.former(ttlKeyOf(hash))),
    isExtended: (hash) => state.isTouched(ttlKeyOf(hash)),
    entry: (key) => xdrOf(state.former(sorobanKey(hexOf(key)))),
  });
  const archived: Uint8Array[] = [];
  for (const { key, archived: bytes } of evicted) {
    const entry = state.get(sorobanKey(hexOf(key)));
    if (bytes && entry) {
      state.archive(entry);
      archived.push(bytes);
    }
    if (entry) removeWithLifetime(state, entry, hexOf(key));
  }
  putPlace(state, place);
  return { keys: evicted.flatMap(({ key, ttlKey }) => [key, ttlKey]), archived, stateSize: state.sorobanSize };
}

function removeWithLifetime(state: LedgerState, entry: Entry, key: string): void {
  const ttl = lifetimeOf(state, hexOf(sha256(Buffer.from(key, 'hex'))));
  state.remove(entry);
  if (ttl) state.remove(ttl);
}

function putPlace(state: LedgerState, { level, isCurr, offset }: ScanPlace): void {
  const iterator = new xdr.EvictionIterator({
    bucketListLevel: level,
    isCurrBucket: isCurr,
    bucketFileOffset: BigInt(offset),
  });
  state.put(settingEntry(xdr.ConfigSettingEntry.configSettingEvictionIterator(iterator), state.ledger));
}

const formerLifetime = (entry: Entry | undefined) => (entry?.kind === 'ttl' ? entry.liveUntil : undefined);
const xdrOf = (entry: Entry | undefined) => (entry ? entryXdr(entry) : undefined);
