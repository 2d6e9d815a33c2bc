/** Executes ExtendFootprintTTL: pays rent so that the contract entries of a footprint live longer. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { rentFee } from '../soroban/fees.ts';
import { rentChanges, writeSlots } from '../soroban/effects.ts';
import { findSlot, isTooLarge, entrySize } from '../soroban/footprint.ts';
import { isSoroban } from '../soroban/keys.ts';
import type { OperationKind } from '../context.ts';

/** ExtendFootprintTTLOpFrame.cpp */
export const extendFootprintTtl: OperationKind<'extendFootprintTtl'> = {
  threshold: () => 'low',

  check({ extendFootprintTtlOp: { extendTo } }, _source, { soroban }, data) {
    const footprint = data?.resources.footprint;
    const isGood =
      footprint?.readWrite.length === 0 &&
      footprint.readOnly.every(isSoroban) &&
      extendTo <= (soroban?.archival.maxEntryTtl ?? 0) - 1;
    return isGood ? undefined : result(xdr.ExtendFootprintTtlResult.extendFootprintTtlMalformed());
  },

  apply({ extendFootprintTtlOp: { extendTo } }, { state, view, soroban }) {
    const run = soroban!;
    const liveUntil = view.ledger + extendTo;
    const slots = run.data.resources.footprint.readOnly
      .map((key) => findSlot(state, key, false))
      .filter((slot) => slot.entry && !slot.archived && slot.liveUntil < liveUntil);
    const read = slots.reduce((sum, { entry }) => sum + entrySize(entry), 0);
    const isOver = view.protocol < 23 && read > run.data.resources.diskReadBytes;
    if (isOver || slots.some(({ entry }) => entry && isTooLarge(entry, run.settings))) {
      return result(xdr.ExtendFootprintTtlResult.extendFootprintTtlResourceLimitExceeded());
    }
    for (const slot of slots) slot.liveUntil = liveUntil;
    if (!run.consume(0, rentFee(rentChanges(slots), run.settings, view.ledger))) {
      return result(xdr.ExtendFootprintTtlResult.extendFootprintTtlInsufficientRefundableFee());
    }
    writeSlots(slots, state, run);
    return result(xdr.ExtendFootprintTtlResult.extendFootprintTtlSuccess());
  },
};

const result = (value: xdr.ExtendFootprintTtlResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.extendFootprintTtl(value));
