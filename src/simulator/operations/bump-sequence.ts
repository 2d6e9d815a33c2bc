/** Executes BumpSequence: raises the sequence number of an account. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import type { OperationKind } from '../context.ts';

/** BumpSequenceOpFrame.cpp */
export const bumpSequence: OperationKind<'bumpSequence'> = {
  threshold: () => 'low',

  check({ bumpSequenceOp: { bumpTo } }) {
    return bumpTo < 0n ? result(xdr.BumpSequenceResult.bumpSequenceBadSeq()) : undefined;
  },

  apply({ bumpSequenceOp: { bumpTo } }, { state, view, source }) {
    const account = state.account(source)!;
    // bumping to where the account is writes its time, though not its number (CAP-21)
    state.put({
      ...account,
      sequence: bumpTo > account.sequence ? bumpTo : account.sequence,
      extension: 3,
      sequenceLedger: view.ledger,
      sequenceTime: view.closeTime,
    });
    return result(xdr.BumpSequenceResult.bumpSequenceSuccess());
  },
};

const result = (value: xdr.BumpSequenceResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.bumpSequence(value));
