/** Executes PathPaymentStrictSend: sends an exact amount and trades it along a path. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import { claimAtom, logClaims, tradedAsset, type Claim } from '../exchange/claims.ts';
import { maxInt64 } from '../exchange/int64.ts';
import { accountOfMuxed, muxedId } from '../encode/from-xdr.ts';
import { isValidAsset } from './assets.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { isReturn, Path, simplePayment, type HopFailure } from './path-payment.ts';
import { credit, debit, type TransferFailure } from './transfer.ts';

/** PathPaymentStrictSendOpFrame.cpp */
export const pathPaymentStrictSend: OperationKind<'pathPaymentStrictSend'> = {
  check({ pathPaymentStrictSendOp: { sendAmount, destMin, sendAsset, destAsset, path } }) {
    const isValid = sendAmount > 0n && destMin > 0n && [sendAsset, destAsset, ...path].every(isValidAsset);
    return isValid ? undefined : result(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendMalformed());
  },

  apply({ pathPaymentStrictSendOp: op }, context) {
    const { state, source, view, events } = context;
    const send = tradedAsset(op.sendAsset);
    const dest = tradedAsset(op.destAsset);
    const destination = accountOfMuxed(op.destination);
    if (!isReturn(send, op.path, dest, destination) && !state.account(destination)) {
      return result(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendNoDestination());
    }
    const missing = debit(context, source, send.id, op.sendAmount);
    if (missing) return result(debitFailures[missing]());
    const walked = walk(op, context);
    if (typeof walked === 'string') return hopFailures[walked]();
    const { amount, claims } = walked;
    if (amount < op.destMin) return result(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendUnderDestmin());
    const refused = credit(context, destination, dest.id, amount);
    if (refused) return result(creditFailures[refused]());
    logClaims(events, source, claims);
    const receiver = { muxedId: muxedId(op.destination) };
    events.move(dest.id, accountAddress(source), accountAddress(destination), amount, receiver);
    const success = new xdr.PathPaymentStrictSendResultSuccess({
      offers: claims.map((claim) => claimAtom(claim, view.protocol)),
      last: simplePayment(destination, dest, amount),
    });
    return result(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(success));
  },
};

function walk(
  { sendAsset, sendAmount, path: between, destAsset }: xdr.PathPaymentStrictSendOp,
  context: OperationContext,
) {
  const path = new Path(context);
  const claims: Claim[] = [];
  let sheep = tradedAsset(sendAsset);
  let amount = sendAmount;
  for (const wheat of [...between, destAsset].map(tradedAsset)) {
    if (wheat.id === sheep.id) continue;
    const limits = { maxSheepSend: amount, maxWheatReceive: maxInt64 };
    const traded = path.trade({ sheep, wheat, ...limits, rounding: 'strict_send' });
    if (typeof traded === 'string') return traded;
    claims.push(...traded.claims);
    amount = traded.wheatReceived;
    sheep = wheat;
  }
  return { amount, claims };
}

const creditFailures: Record<TransferFailure, () => xdr.PathPaymentStrictSendResult> = {
  underfunded: xdr.PathPaymentStrictSendResult.pathPaymentStrictSendUnderfunded,
  no_trust: xdr.PathPaymentStrictSendResult.pathPaymentStrictSendNoTrust,
  not_authorized: xdr.PathPaymentStrictSendResult.pathPaymentStrictSendNotAuthorized,
  line_full: xdr.PathPaymentStrictSendResult.pathPaymentStrictSendLineFull,
};

const debitFailures: Record<TransferFailure, () => xdr.PathPaymentStrictSendResult> = {
  ...creditFailures,
  no_trust: xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSrcNoTrust,
  not_authorized: xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSrcNotAuthorized,
};

const hopFailures: Record<HopFailure, () => xdr.OperationResult> = {
  cross_self: () => result(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendOfferCrossSelf()),
  too_few_offers: () => result(xdr.PathPaymentStrictSendResult.pathPaymentStrictSendTooFewOffers()),
  crossed_too_many: () => xdr.OperationResult.opExceededWorkLimit(),
};

const result = (value: xdr.PathPaymentStrictSendResult) =>
  xdr.OperationResult.opInner(xdr.OperationResultTr.pathPaymentStrictSend(value));
