/** Trades with a single offer and updates its seller's balances and liabilities. */
import { holderOf } from '../accounts/balances.ts';
import { removeEntry, type ReserveContext } from '../accounts/reserves.ts';
import type { Offer } from '../state/entries.ts';
import { adjustedAmount, exchangeOffers, offerLiabilities, type Rounding, type Trade } from './exchange.ts';
import { buyable, moved, sellable, type Holder } from './holdings.ts';
import { maxInt64, smaller } from './int64.ts';

/** What binds who crosses an offer. */
export interface TakerLimits {
  maxSheepSend: bigint;
  maxWheatReceive: bigint;
}

/** Trades with an offer: moves its seller's balances and liabilities, and leaves or removes it (`crossOfferV10`). */
export function crossOffer(context: ReserveContext, offer: Offer, taker: TakerLimits, rounding: Rounding): Trade {
  const { state, view } = context;
  const { seller, price } = offer;
  const owed = offerLiabilities(price, offer.amount);
  const wheat = holderOf(state, seller, offer.selling);
  const sheep = holderOf(state, seller, offer.buying);
  const maxWheat = unlessIssuer(wheat, sellable(wheat, view) + owed.selling);
  const maxSheep = unlessIssuer(sheep, buyable(sheep) + owed.buying);
  const limits = { ...taker, maxWheatSend: smaller(offer.amount, maxWheat), maxSheepReceive: maxSheep };
  const trade = exchangeOffers(price, limits, rounding);
  const { wheatReceived, sheepSent } = trade;
  const wheatLeft = smaller(offer.amount - wheatReceived, unlessIssuer(wheat, maxWheat - wheatReceived));
  const sheepLeft = unlessIssuer(sheep, maxSheep - sheepSent);
  const amount = trade.wheatStays ? adjustedAmount(price, wheatLeft, sheepLeft) : 0n;
  const owing = amount > 0n ? offerLiabilities(price, amount) : { buying: 0n, selling: 0n };
  if (sheep && sheep !== 'issuer') {
    state.put(moved(sheep, sheepSent, { buying: owing.buying - owed.buying, selling: 0n }));
  }
  if (wheat && wheat !== 'issuer') {
    state.put(moved(wheat, -wheatReceived, { buying: 0n, selling: owing.selling - owed.selling }));
  }
  if (amount > 0n) state.put({ ...offer, amount });
  else removeEntry(context, offer, seller);
  return trade;
}

const unlessIssuer = (holder: Holder, amount: bigint) => (holder === 'issuer' ? maxInt64 : amount);
