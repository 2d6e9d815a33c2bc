/** Executes RestoreFootprint: brings archived contract entries back to the live state. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { lifetime, rentChanges } from '../soroban/effects.ts';
import { rentFee } from '../soroban/fees.ts';
import { findSlot, isTooLarge, entrySize, type Slot } from '../soroban/footprint.ts';
import { isPersistent } from '../soroban/keys.ts';
import type { SorobanRun } from '../soroban/run.ts';
import { restore } from '../soroban/storage.ts';
import type { State } from '../state/state.ts';
import type { OperationKind } from '../context.ts';

/** RestoreFootprintOpFrame.cpp */
export const restoreFootprint: OperationKind<'restoreFootprint'> = {
  threshold: () => 'low',

  check(_body, _source, _view, data) {
    const footprint = data?.resources.footprint;
    const isGood = footprint?.readOnly.length === 0 && footprint.readWrite.every(isPersistent);
    return isGood ? undefined : result(xdr.RestoreFootprintResult.restoreFootprintMalformed());
  },

  apply(_body, { state, view, soroban }) {
    const run = soroban!;
    const { footprint, diskReadBytes, writeBytes } = run.data.resources;
    const slots = footprint.readWrite.map((key) => findSlot(state, key, true)).filter(({ archived }) => archived);
    const size = slots.reduce((sum, { entry }) => sum + entrySize(entry), 0);
    const isOver = size > diskReadBytes || size > writeBytes;
    if (isOver || slots.some(({ entry }) => entry && isTooLarge(entry, run.settings))) {
      return result(xdr.RestoreFootprintResult.restoreFootprintResourceLimitExceeded());
    }
    for (const slot of slots) restore(slot, view.ledger + run.settings.archival.minPersistentTtl - 1);
    if (!run.consume(0, rentFee(rentChanges(slots), run.settings, view.ledger))) {
      return result(xdr.RestoreFootprintResult.restoreFootprintInsufficientRefundableFee());
    }
    for (const slot of slots) revive(slot, state, run);
    return result(xdr.RestoreFootprintResult.restoreFootprintSuccess());
  },
};

// an entry that still stands among live ones is left as it is, with a new lifetime
function revive({ key, keyHash, before, archived, liveUntil }: Slot, state: State, run: SorobanRun): void {
  const ttl = state.put(lifetime(keyHash!, liveUntil, state));
  const isRestoredInMeta = run.settings.ledgerCostExt !== undefined;
  if (isRestoredInMeta) run.restored.set(ttl.key, ttl);
  if (archived === 'hot') {
    state.unarchive(key);
    run.restored.set(key, state.put(before!));
  } else if (isRestoredInMeta) run.restored.set(key, before!);
}

const result = (value: xdr.RestoreFootprintResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.restoreFootprint(value));
