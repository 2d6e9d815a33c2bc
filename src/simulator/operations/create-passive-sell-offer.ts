/** Executes CreatePassiveSellOffer: creates an offer that does not cross offers at its own price. */
import type { OperationKind } from '../context.ts';
import { checkOrder, manageOffer } from './manage-offer.ts';
import { sellOrder } from './manage-sell-offer.ts';

/** CreatePassiveSellOfferOpFrame.cpp, whose results say manage_sell_offer since it runs as one. */
export const createPassiveSellOffer: OperationKind<'createPassiveSellOffer'> = {
  check: ({ createPassiveSellOfferOp }, _source, view) => checkOrder(sellOrder(createPassiveSellOfferOp), view),
  apply: ({ createPassiveSellOfferOp }, context) => manageOffer(sellOrder(createPassiveSellOfferOp), context),
};
