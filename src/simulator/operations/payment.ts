/** Executes Payment: transfers an amount of one asset between two accounts. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress } from '../events/log.ts';
import { accountOfMuxed, assetOf, muxedId } from '../encode/from-xdr.ts';
import { issuerOf } from '../state/keys.ts';
import { isValidAsset } from './assets.ts';
import type { OperationKind } from '../context.ts';
import { credit, debit, type TransferFailure } from './transfer.ts';

/** PaymentOpFrame.cpp, which pays as a path payment without a path does. */
export const payment: OperationKind<'payment'> = {
  check({ paymentOp: { amount, asset } }) {
    return amount <= 0n || !isValidAsset(asset) ? result(xdr.PaymentResult.paymentMalformed()) : undefined;
  },

  apply({ paymentOp }, context) {
    const { state, source, events } = context;
    const { amount } = paymentOp;
    const asset = assetOf(paymentOp.asset);
    const destination = accountOfMuxed(paymentOp.destination);
    const toItself = asset === 'native' && destination === source;
    if (!toItself) {
      // credits can always go back to their issuer, even to one who is gone
      if (issuerOf(asset) !== destination && !state.account(destination)) {
        return result(xdr.PaymentResult.paymentNoDestination());
      }
      const refused = credit(context, destination, asset, amount);
      if (refused) return result(creditFailures[refused]());
      const missing = debit(context, source, asset, amount);
      if (missing) return result(debitFailures[missing]());
    }
    const receiver = { muxedId: muxedId(paymentOp.destination) };
    events.move(asset, accountAddress(source), accountAddress(destination), amount, receiver);
    return result(xdr.PaymentResult.paymentSuccess());
  },
};

const creditFailures: Record<TransferFailure, () => xdr.PaymentResult> = {
  underfunded: xdr.PaymentResult.paymentUnderfunded,
  no_trust: xdr.PaymentResult.paymentNoTrust,
  not_authorized: xdr.PaymentResult.paymentNotAuthorized,
  line_full: xdr.PaymentResult.paymentLineFull,
};

const debitFailures: Record<TransferFailure, () => xdr.PaymentResult> = {
  ...creditFailures,
  no_trust: xdr.PaymentResult.paymentSrcNoTrust,
  not_authorized: xdr.PaymentResult.paymentSrcNotAuthorized,
};

const result = (value: xdr.PaymentResult) => xdr.OperationResult.opInner(xdr.OperationResultTr.payment(value));
