/** Writes the entries and lifetimes that an invocation changed, and lists the entries that owe rent. */
import type { Entry, Ttl } from '../state/entries.ts';
import type { State } from '../state/state.ts';
import { entrySize, type Slot } from './footprint.ts';
import type { RentChange } from './fees.ts';
import { isPersistent, ttlKeyOf } from './keys.ts';
import type { SorobanRun } from './run.ts';

/**
 * Writes what an invocation made of its entries: all that it may write, changed or not, and longer lives (stellar-core,
 * `recordStorageChanges`).
 */
export function writeSlots(slots: Iterable<Slot>, state: State, run: SorobanRun): void {
  for (const slot of slots) {
    if (slot.isWritable) writeEntry(slot, state, run);
    if (slot.keyHash !== undefined && slot.entry && slot.liveUntil > slot.liveUntilBefore)
      writeLifetime(slot, state, run);
  }
}

function writeEntry(slot: Slot, state: State, run: SorobanRun): void {
  const { key, keyHash, entry, archived, before } = slot;
  if (archived === 'hot') state.unarchive(key);
  if (archived && before) run.restored.set(key, modified(before, state));
  if (entry) return void state.put(entry);
  const found = state.get(key) ?? (archived === 'hot' ? before : undefined);
  if (found) state.remove(found);
  if (slot.ttl) state.remove(slot.ttl);
  if (archived && keyHash !== undefined) run.restored.set(ttlKeyOf(keyHash), restoredLifetime(slot, state, run));
}

function writeLifetime(slot: Slot, state: State, run: SorobanRun): void {
  const ttl = lifetime(slot.keyHash!, slot.liveUntil, state);
  if (slot.archived) run.restored.set(ttl.key, restoredLifetime(slot, state, run));
  // CAP-63: until the end of a stage nobody sees that an entry lives longer which was only read
  if (!slot.isWritable && run.settings.ledgerCostExt) run.extended.push(modified(ttl, state));
  else state.put(ttl);
}

// of an entry that still stood among live ones, the lifetime that was over, when it grew further (`processOpLedgerEntryChanges`)
function restoredLifetime(slot: Slot, state: State, { settings }: SorobanRun): Ttl {
  const granted = state.ledger + settings.archival.minPersistentTtl - 1;
  if (slot.archived === 'live' && slot.liveUntil !== granted) return modified(slot.ttl!, state);
  return modified(lifetime(slot.keyHash!, granted, state), state);
}

/** Returns the lifetime of an entry. */
export function lifetime(keyHash: string, liveUntil: number, { ledger }: Pick<State, 'ledger'>): Ttl {
  return { kind: 'ttl', key: ttlKeyOf(keyHash), keyHash, liveUntil, lastModified: ledger };
}

const modified = <E extends Entry>(entry: E, { ledger }: State): E => ({
  ...entry,
  lastModified: ledger,
  xdr: undefined,
});

/** Returns what rent is due for (rs-soroban-env e2e_invoke.rs, `extract_rent_changes`). */
export function rentChanges(slots: Iterable<Slot>): RentChange[] {
  return Array.from(slots).flatMap(rentChange);
}

function rentChange({ ledgerKey, keyHash, entry, before, liveUntil, liveUntilBefore, archived }: Slot): RentChange[] {
  if (keyHash === undefined || !entry) return [];
  const oldSize = archived ? 0 : entrySize(before);
  const newSize = entrySize(entry);
  if (liveUntilBefore >= liveUntil && oldSize >= newSize) return [];
  return [
    {
      isPersistent: isPersistent(ledgerKey),
      isCode: ledgerKey.type === 'contractCode',
      oldSize,
      newSize,
      oldLiveUntil: liveUntilBefore,
      newLiveUntil: liveUntil,
    },
  ];
}
