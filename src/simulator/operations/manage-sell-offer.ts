/** Executes ManageSellOffer: creates, changes or removes an offer with a fixed amount to sell. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { tradedAsset } from '../exchange/claims.ts';
import type { OperationKind } from '../context.ts';
import { checkOrder, manageOffer, type OfferOrder } from './manage-offer.ts';

/** ManageSellOfferOpFrame.cpp */
export const manageSellOffer: OperationKind<'manageSellOffer'> = {
  check: ({ manageSellOfferOp }, _source, view) => checkOrder(sellOrder(manageSellOfferOp), view),
  apply: ({ manageSellOfferOp }, context) => manageOffer(sellOrder(manageSellOfferOp), context),
};

/** Returns what an operation that sells wants, passive or not. */
export function sellOrder(op: xdr.ManageSellOfferOp | xdr.CreatePassiveSellOfferOp): OfferOrder {
  return {
    sheep: tradedAsset(op.selling),
    wheat: tradedAsset(op.buying),
    price: op.price,
    sells: op.amount,
    offerId: 'offerId' in op ? op.offerId : 0n,
    isPassive: !('offerId' in op),
    failed: (failure) => tr(xdr.ManageSellOfferResult[`manageSellOffer${failure}`]()),
    done: (success) => tr(xdr.ManageSellOfferResult.manageSellOfferSuccess(success)),
  };
}

const tr = (value: xdr.ManageSellOfferResult) => xdr.OperationResultTr.manageSellOffer(value);
