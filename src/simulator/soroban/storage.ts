/** Gives an invocation access to the entries of its footprint, or records a footprint. */
import type * as xdr from '@stellar/stellar-sdk/xdr';
import type { Entry } from '../state/entries.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import type { State } from '../state/state.ts';
import { findSlot, type Slot } from './footprint.ts';
import { HostError } from './host-error.ts';
import { isPersistent } from './keys.ts';
import type { SorobanSettings } from './settings.ts';

/** The entries that an invocation may see: those of its footprint, or all of them while a footprint is recorded. */
export class Storage {
  readonly slots: Map<string, Slot>;
  readonly ledger: number;
  readonly #settings: SorobanSettings;
  readonly #recorded?: State;

  /** Takes the slots of a footprint, or none and a state on which one is recorded. */
  constructor(slots: Iterable<Slot>, ledger: number, settings: SorobanSettings, recorded?: State) {
    this.slots = new Map(Array.from(slots, (slot) => [slot.key, slot]));
    this.ledger = ledger;
    this.#settings = settings;
    this.#recorded = recorded;
  }

  /** Returns an entry, or undefined; throws HostError outside the footprint. */
  get(key: xdr.LedgerKey): Entry | undefined {
    return this.slot(key).entry;
  }

  /** Puts an entry; a new one lives as long as the network grants at least. */
  put(key: xdr.LedgerKey, entry: Entry): void {
    const slot = this.#writable(key);
    if (!slot.entry && slot.keyHash !== undefined) slot.liveUntil = this.ledger + this.#minTtl(key) - 1;
    slot.entry = { ...entry, lastModified: this.ledger, xdr: undefined };
  }

  remove(key: xdr.LedgerKey): void {
    const slot = this.#writable(key);
    slot.entry = undefined;
    slot.liveUntil = 0;
  }

  /** Lets an entry that has no more than `threshold` ledgers left live for `extendTo` more (rs-soroban-env storage.rs, `extend_ttl`). */
  extend(key: xdr.LedgerKey, threshold: number, extendTo: number): void {
    const slot = this.slot(key);
    if (!slot.entry) throw new HostError('storage', 'missingValue', 'an entry that is not there cannot live longer');
    const most = this.#settings.archival.maxEntryTtl - 1;
    if (!isPersistent(key) && extendTo > most) {
      throw new HostError('storage', 'invalidAction', 'a temporary entry may not live that long');
    }
    if (slot.liveUntil - this.ledger > threshold) return;
    slot.liveUntil = Math.max(slot.liveUntil, this.ledger + Math.min(extendTo, most));
  }

  slot(key: xdr.LedgerKey): Slot {
    const found = this.slots.get(readEntryKey(key));
    if (found) return found;
    if (!this.#recorded) throw new HostError('storage', 'exceededLimit', 'an entry is outside the footprint');
    const slot = findSlot(this.#recorded, key, false);
    if (slot.archived) restore(slot, this.ledger + this.#settings.archival.minPersistentTtl - 1);
    this.slots.set(slot.key, slot);
    return slot;
  }

  #writable(key: xdr.LedgerKey): Slot {
    const slot = this.slot(key);
    if (this.#recorded) slot.isWritable = true;
    if (!slot.isWritable) throw new HostError('storage', 'exceededLimit', 'an entry is read-only in the footprint');
    return slot;
  }

  #minTtl(key: xdr.LedgerKey): number {
    const { minPersistentTtl, minTemporaryTtl } = this.#settings.archival;
    return isPersistent(key) ? minPersistentTtl : minTemporaryTtl;
  }
}

/** Lets an archived entry live again until this ledger. */
export function restore(slot: Slot, liveUntil: number): void {
  slot.isWritable = true;
  slot.liveUntil = liveUntil;
}
