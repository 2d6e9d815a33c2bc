/** Executes PathPaymentStrictReceive: delivers an exact amount and trades along a path to pay for it. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import { claimAtom, logClaims, tradedAsset, type Claim } from '../exchange/claims.ts';
import { maxInt64 } from '../exchange/int64.ts';
import { accountOfMuxed, muxedId } from '../encode/from-xdr.ts';
import { isValidAsset } from './assets.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { isReturn, Path, simplePayment, type HopFailure } from './path-payment.ts';
import { credit, debit, type TransferFailure } from './transfer.ts';

/** PathPaymentStrictReceiveOpFrame.cpp */
export const pathPaymentStrictReceive: OperationKind<'pathPaymentStrictReceive'> = {
  check({ pathPaymentStrictReceiveOp: { destAmount, sendMax, sendAsset, destAsset, path } }) {
    const isValid = destAmount > 0n && sendMax > 0n && [sendAsset, destAsset, ...path].every(isValidAsset);
    return isValid ? undefined : result(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveMalformed());
  },

  apply({ pathPaymentStrictReceiveOp: op }, context) {
    const { state, source, view, events } = context;
    const send = tradedAsset(op.sendAsset);
    const dest = tradedAsset(op.destAsset);
    const destination = accountOfMuxed(op.destination);
    if (!isReturn(send, op.path, dest, destination) && !state.account(destination)) {
      return result(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveNoDestination());
    }
    const refused = credit(context, destination, dest.id, op.destAmount);
    if (refused) return result(creditFailures[refused]());
    const walked = walk(op, context);
    if (typeof walked === 'string') return hopFailures[walked]();
    const { amount, claims } = walked;
    if (amount > op.sendMax) return result(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveOverSendmax());
    const missing = debit(context, source, send.id, amount);
    if (missing) return result(debitFailures[missing]());
    logClaims(events, source, claims);
    const receiver = { muxedId: muxedId(op.destination) };
    events.move(dest.id, accountAddress(source), accountAddress(destination), op.destAmount, receiver);
    const success = new xdr.PathPaymentStrictReceiveResultSuccess({
      offers: claims.map((claim) => claimAtom(claim, view.protocol)),
      last: simplePayment(destination, dest, op.destAmount),
    });
    return result(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(success));
  },
};

// from the end of the path to its beginning, as what must be sent follows from what must be received
function walk(
  { sendAsset, path: between, destAsset, destAmount }: xdr.PathPaymentStrictReceiveOp,
  context: OperationContext,
) {
  const path = new Path(context);
  const hops: Claim[][] = [];
  let wheat = tradedAsset(destAsset);
  let amount = destAmount;
  for (const sheep of [sendAsset, ...between].map(tradedAsset).reverse()) {
    if (sheep.id === wheat.id) continue;
    const limits = { maxSheepSend: maxInt64, maxWheatReceive: amount };
    const traded = path.trade({ sheep, wheat, ...limits, rounding: 'strict_receive' });
    if (typeof traded === 'string') return traded;
    hops.push(traded.claims);
    amount = traded.sheepSent;
    wheat = sheep;
  }
  return { amount, claims: hops.reverse().flat() };
}

const creditFailures: Record<TransferFailure, () => xdr.PathPaymentStrictReceiveResult> = {
  underfunded: xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveUnderfunded,
  no_trust: xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveNoTrust,
  not_authorized: xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveNotAuthorized,
  line_full: xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveLineFull,
};

const debitFailures: Record<TransferFailure, () => xdr.PathPaymentStrictReceiveResult> = {
  ...creditFailures,
  no_trust: xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSrcNoTrust,
  not_authorized: xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSrcNotAuthorized,
};

const hopFailures: Record<HopFailure, () => xdr.OperationResult> = {
  cross_self: () => result(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveOfferCrossSelf()),
  too_few_offers: () => result(xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveTooFewOffers()),
  crossed_too_many: () => xdr.OperationResult.opExceededWorkLimit(),
};

const result = (value: xdr.PathPaymentStrictReceiveResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.pathPaymentStrictReceive(value));
