/**
 * Ledger entries after the newest ledger. An entry is known if a ledger of the history changed it, or if the history begins
 * with the network or a complete state.
 */
import { createPrivateKey, createPublicKey, hash } from 'node:crypto';
import { FIRST_LEDGER, type LedgerRange } from '../datastore/keys.ts';
import { StoreError } from '../core/errors.ts';
import { entryAfter, liveUntilOf } from '../ledger/entry-in.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { ContractDataDurability, LedgerEntryType } from '../xdr/generated/enums.ts';
import { skipLedgerEntry, skipScAddress, skipScVal } from '../xdr/generated/skip.ts';
import type { History } from './history.ts';
import type { KeptState } from './kept-states.ts';
import type { EntryLedgers } from './lookup.ts';
import { entryKey } from './row-keys.ts';

/** What is known of an entry. One that is found is an XDR LedgerEntry; those of contracts have a lifetime, 0 when archived. */
export type EntryState =
  { kind: 'found'; entry: Uint8Array; liveUntil?: number } | { kind: 'absent' } | { kind: 'unknown'; why: string };

type FoundEntry = EntryState & { kind: 'found' };

/** Where an entry with a LedgerKey and its lifetime were last changed. */
export interface LocatedEntry {
  key: Uint8Array;
  own: EntryLedgers;
  /** Of an entry of contracts: the key and the ledgers of its lifetime. */
  life?: { key: Uint8Array; changed?: number };
  /** Why that is not known. */
  fault?: string;
}

const absent = { kind: 'absent' } as const;
/** Evictions of this protocol could archive another version of an entry than its last (CAP-76). */
const FAULTY_EVICTIONS = 23;

/** The entries after one ledger. */
export class EntryStates {
  readonly #history: History;
  /** The indexed ledgers up to that one, without a gap. */
  readonly #range: LedgerRange;
  /** A state that was read whole, from which on the ledgers are indexed. */
  readonly #kept?: KeptState;

  /** `last` is the newest ledger. */
  constructor(history: History, last: number) {
    this.#history = history;
    const range = history.lookup.ranges().find((one) => one.first <= last && one.last >= last);
    this.#range = { first: range?.first ?? last + 1, last };
    this.#kept = history.states?.newest(this.#range);
  }

  /** Returns where an entry was last changed. All must be located before the next ledger arrives. */
  locate(key: Uint8Array): LocatedEntry {
    try {
      return this.#locate(key);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { key, own: {}, fault: error.message };
    }
  }

  #locate(key: Uint8Array): LocatedEntry {
    const type = typeOf(key);
    const own = this.#lookUp(key);
    if (type !== LedgerEntryType.contractData && type !== LedgerEntryType.contractCode) return { key, own };
    const ttlKey = ttlKeyOf(key);
    return { key, own, life: { key: ttlKey, ...this.#lookUp(ttlKey) } };
  }

  #lookUp(key: Uint8Array): EntryLedgers {
    const view = new DataView(key.buffer, key.byteOffset, key.length);
    return this.#history.lookup.entry(entryKey(view, typeOf(key), 4, key.length), this.#range);
  }

  /** Returns what is known of an entry; throws what reading ledgers throws. */
  async read({ key, own, life, fault }: LocatedEntry, signal?: AbortSignal): Promise<EntryState> {
    if (fault !== undefined) return unknown(fault);
    const { changed = 0, evicted = 0 } = own;
    if (this.#kept && Math.max(changed, evicted) <= this.#kept.ledger)
      return this.#readKept(this.#kept, key, life, signal);
    if (changed === 0 && evicted === 0) return this.#untouched(key);
    const newest = Math.max(changed, evicted);
    if (newest > this.#range.last) return unknown(`ledger ${newest}, which is not served, changed it`);
    if (evicted >= changed) return this.#readEvicted(key, own, signal);
    const found = await this.#readChanged(key, changed, signal);
    return found.kind === 'found' && life ? this.#withLifetime(key, found, life, signal) : found;
  }

  async #withLifetime(
    key: Uint8Array,
    found: FoundEntry,
    life: NonNullable<LocatedEntry['life']>,
    signal?: AbortSignal,
  ): Promise<EntryState> {
    const liveUntil = await this.#readLifetime(life, signal);
    if (typeof liveUntil === 'string') return unknown(liveUntil);
    if (liveUntil >= this.#range.last) return { ...found, liveUntil };
    return isTemporary(key) ? absent : { ...found, liveUntil: 0 };
  }

  /** Returns what is known of an entry that no ledger after the state did anything to. */
  async #readKept(
    kept: KeptState,
    key: Uint8Array,
    life: LocatedEntry['life'],
    signal?: AbortSignal,
  ): Promise<EntryState> {
    const found = kept.find(key);
    if (!found) return absent;
    const { entry, isArchived } = found;
    if (isArchived) return { kind: 'found', entry, liveUntil: 0 };
    return life ? this.#withLifetime(key, { kind: 'found', entry }, life, signal) : { kind: 'found', entry };
  }

  /** What no ledger since the network's first changed is not there, but for what the ledger before those made. */
  #untouched(key: Uint8Array): EntryState {
    const { first, last } = this.#range;
    const isOfGenesis =
      typeOf(key) === LedgerEntryType.configSetting || Buffer.compare(key, rootKey(this.#history.networkId)) === 0;
    if (first <= FIRST_LEDGER && !isOfGenesis) return absent;
    return unknown(`no ledger from ${first} to ${last} changed it`);
  }

  async #readChanged(key: Uint8Array, sequence: number, signal?: AbortSignal): Promise<EntryState> {
    const ledger = await this.#read(sequence, signal);
    if (!ledger) return unknown(`ledger ${sequence}, which changed it, is in no store`);
    const start = entryAfter(ledger, key);
    if (start === undefined) return unknown(`the index takes it for another entry of ledger ${sequence}`);
    if (start === ABSENT) return absent;
    return { kind: 'found', entry: ledger.bytes.slice(start, skipLedgerEntry(ledger.view, start)) };
  }

  async #read(sequence: number, signal?: AbortSignal): Promise<Ledger | undefined> {
    return this.#history.has(sequence) ? this.#history.ledger(sequence, signal) : undefined;
  }

  /** A temporary entry is gone then; others are in the archive as they were. */
  async #readEvicted(key: Uint8Array, { changed, evicted }: EntryLedgers, signal?: AbortSignal): Promise<EntryState> {
    if (isTemporary(key)) return absent;
    const kept = (changed ?? 0) <= (this.#kept?.ledger ?? -1) ? this.#kept?.find(key) : undefined;
    if (changed === undefined && !kept)
      return unknown(`ledger ${evicted} evicted it, and none before in the index changed it`);
    const ledger = await this.#read(evicted!, signal);
    if (!ledger) return unknown(`ledger ${evicted}, which evicted it, is in no store`);
    if (ledger.protocolVersion === FAULTY_EVICTIONS) return unknown(`ledger ${evicted} of protocol 23 evicted it`);
    if (kept) return { kind: 'found', entry: kept.entry, liveUntil: 0 };
    const found = await this.#readChanged(key, changed!, signal);
    return found.kind === 'found' ? { ...found, liveUntil: 0 } : found;
  }

  /** Returns the last ledger in which an entry lives, or why that is not known. */
  async #readLifetime({ key, changed }: { key: Uint8Array; changed?: number }, signal?: AbortSignal) {
    const { first, last } = this.#range;
    const kept = (changed ?? 0) <= (this.#kept?.ledger ?? -1) ? this.#kept?.find(key) : undefined;
    if (kept) return liveUntilOf(kept.entry);
    if (changed === undefined) return `no ledger from ${first} to ${last} tells its lifetime`;
    if (changed > last) return `ledger ${changed}, which is not served, changed its lifetime`;
    const found = await this.#readChanged(key, changed, signal);
    if (found.kind === 'found') return liveUntilOf(found.entry);
    return found.kind === 'unknown' ? `${found.why} (its lifetime)` : `ledger ${changed} ended its lifetime`;
  }
}

function unknown(why: string): EntryState {
  return { kind: 'unknown', why };
}

function typeOf(key: Uint8Array): number {
  return Buffer.from(key.buffer, key.byteOffset, key.length).readInt32BE();
}

function isTemporary(key: Uint8Array): boolean {
  if (typeOf(key) !== LedgerEntryType.contractData) return false;
  const view = new DataView(key.buffer, key.byteOffset, key.length);
  return view.getInt32(skipScVal(view, skipScAddress(view, 4))) === ContractDataDurability.temporary;
}

/** The key of an entry's lifetime is the hash of its own key. */
function ttlKeyOf(key: Uint8Array): Uint8Array {
  return Buffer.concat([word(LedgerEntryType.ttl), hash('sha256', key, 'buffer')]);
}

function word(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** What PKCS #8 writes before an Ed25519 seed, and X.509 before a public key. */
const SEED_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX_BYTES = 12;

/** Returns the LedgerKey of the account that ledger 1 makes: the network's id is the seed of its key. */
function rootKey(networkId: Uint8Array): Uint8Array {
  const seed = createPrivateKey({ key: Buffer.concat([SEED_PREFIX, networkId]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(seed).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX_BYTES);
  return Buffer.concat([word(LedgerEntryType.account), word(0), publicKey]);
}
