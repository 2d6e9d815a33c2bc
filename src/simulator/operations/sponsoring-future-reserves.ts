/** Executes BeginSponsoringFutureReserves and EndSponsoringFutureReserves within one transaction. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountOf } from '../encode/from-xdr.ts';
import type { OperationKind } from '../context.ts';

/** BeginSponsoringFutureReservesOpFrame.cpp */
export const beginSponsoringFutureReserves: OperationKind<'beginSponsoringFutureReserves'> = {
  check({ beginSponsoringFutureReservesOp: { sponsoredId } }, source) {
    const isItself = accountOf(sponsoredId) === source;
    return isItself ? began(Begin.beginSponsoringFutureReservesMalformed()) : undefined;
  },

  apply({ beginSponsoringFutureReservesOp }, { source, transaction: { sponsorships } }) {
    const sponsored = accountOf(beginSponsoringFutureReservesOp.sponsoredId);
    if (sponsorships.has(sponsored)) return began(Begin.beginSponsoringFutureReservesAlreadySponsored());
    if (sponsorships.has(source) || [...sponsorships.values()].includes(sponsored)) {
      return began(Begin.beginSponsoringFutureReservesRecursive());
    }
    sponsorships.set(sponsored, source);
    return began(Begin.beginSponsoringFutureReservesSuccess());
  },
};

/** EndSponsoringFutureReservesOpFrame.cpp */
export const endSponsoringFutureReserves: OperationKind<'endSponsoringFutureReserves'> = {
  apply(_, { source, transaction: { sponsorships } }) {
    const wasSponsored = sponsorships.delete(source);
    return ended(
      wasSponsored ? End.endSponsoringFutureReservesSuccess() : End.endSponsoringFutureReservesNotSponsored(),
    );
  },
};

const Begin = xdr.BeginSponsoringFutureReservesResult;
const End = xdr.EndSponsoringFutureReservesResult;
const began = (value: xdr.BeginSponsoringFutureReservesResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.beginSponsoringFutureReserves(value));
const ended = (value: xdr.EndSponsoringFutureReservesResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.endSponsoringFutureReserves(value));
