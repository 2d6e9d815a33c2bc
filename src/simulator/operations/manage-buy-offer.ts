/** Executes ManageBuyOffer: creates, changes or removes an offer with a fixed amount to buy. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { tradedAsset } from '../exchange/claims.ts';
import { inverse } from '../exchange/price.ts';
import type { OperationKind } from '../context.ts';
import { checkOrder, manageOffer, type OfferOrder } from './manage-offer.ts';

/** ManageBuyOfferOpFrame.cpp */
export const manageBuyOffer: OperationKind<'manageBuyOffer'> = {
  check: ({ manageBuyOfferOp }, _source, view) => checkOrder(buyOrder(manageBuyOfferOp), view),
  apply: ({ manageBuyOfferOp }, context) => manageOffer(buyOrder(manageBuyOfferOp), context),
};

function buyOrder({ selling, buying, buyAmount, price, offerId }: xdr.ManageBuyOfferOp): OfferOrder {
  return {
    sheep: tradedAsset(selling),
    wheat: tradedAsset(buying),
    price: inverse(price),
    buys: buyAmount,
    offerId,
    isPassive: false,
    failed: (failure) => tr(xdr.ManageBuyOfferResult[`manageBuyOffer${failure}`]()),
    done: (success) => tr(xdr.ManageBuyOfferResult.manageBuyOfferSuccess(success)),
  };
}

const tr = (value: xdr.ManageBuyOfferResult) => xdr.OperationResultTr.manageBuyOffer(value);
