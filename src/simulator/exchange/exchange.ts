/** Computes the amounts of a trade, and the liabilities of an offer, with stellar-core's rounding. */
import type { Liabilities, Price } from '../state/entries.ts';
import { divideUp, maxInt64, smaller } from './int64.ts';
import { isNearPrice } from './price.ts';

/** Who bears the rounding: both sides within 1 %, or the sender of a path payment, whose amounts are strict. */
export type Rounding = 'normal' | 'strict_send' | 'strict_receive';

/**
 * What binds a trade with an offer of the book: wheat is what the offer sells and sheep what it buys, as in
 * stellar-core. The offer sends wheat and receives sheep, who crosses it the other way round.
 */
export interface TradeLimits {
  maxWheatSend: bigint;
  maxWheatReceive: bigint;
  maxSheepSend: bigint;
  maxSheepReceive: bigint;
}

/** What changes hands, and whether the offer of the book stays (otherwise it is used up). */
export interface Trade {
  wheatReceived: bigint;
  sheepSent: bigint;
  wheatStays: boolean;
}

/**
 * Returns the trade of an offer with who crosses it (stellar-core's exchangeV10): the smaller side is used up, and
 * rounding favours the one that stays. A normal trade that would be more than 1 % off the price moves nothing.
 */
export function exchangeOffers(price: Price, limits: TradeLimits, rounding: Rounding): Trade {
  const trade = exchangeUnchecked(price, limits, rounding);
  const { wheatReceived, sheepSent, wheatStays } = trade;
  if (rounding === 'strict_send') return trade;
  const isEmpty = wheatReceived === 0n || sheepSent === 0n;
  if (isEmpty || (rounding === 'normal' && !isNearPrice(price, wheatReceived, sheepSent, false))) {
    return { wheatReceived: 0n, sheepSent: 0n, wheatStays };
  }
  return trade;
}

/** Returns the trade without the bound of 1 %, from which liabilities follow. */
function exchangeUnchecked({ n, d }: Price, limits: TradeLimits, rounding: Rounding): Trade {
  const dear = BigInt(n);
  const cheap = BigInt(d);
  const wheatValue = smaller(limits.maxWheatSend * dear, limits.maxSheepReceive * cheap);
  const sheepValue = smaller(limits.maxSheepSend * cheap, limits.maxWheatReceive * dear);
  const wheatStays = wheatValue > sheepValue;
  if (!wheatStays) {
    const amounts = n > d ? wheatFirst(wheatValue, dear, cheap, false) : sheepFirst(wheatValue, dear, cheap, true);
    return { ...amounts, wheatStays };
  }
  if (rounding === 'strict_send') {
    return {
      wheatReceived: sheepValue / dear,
      sheepSent: smaller(limits.maxSheepSend, limits.maxSheepReceive),
      wheatStays,
    };
  }
  const byWheat = n > d || rounding === 'strict_receive';
  const amounts = byWheat ? wheatFirst(sheepValue, dear, cheap, true) : sheepFirst(sheepValue, dear, cheap, false);
  return { ...amounts, wheatStays };
}

function wheatFirst(value: bigint, n: bigint, d: bigint, up: boolean) {
  const wheatReceived = value / n;
  return { wheatReceived, sheepSent: up ? divideUp(wheatReceived * n, d) : (wheatReceived * n) / d };
}

function sheepFirst(value: bigint, n: bigint, d: bigint, up: boolean) {
  const sheepSent = value / d;
  return { wheatReceived: up ? divideUp(sheepSent * d, n) : (sheepSent * d) / n, sheepSent };
}

/** Returns the amount that an offer may have in the book: all of it trades near its price (stellar-core's adjustOffer). */
export function adjustedAmount(price: Price, maxWheatSend: bigint, maxSheepReceive: bigint): bigint {
  const limits = { maxWheatSend, maxWheatReceive: maxInt64, maxSheepSend: maxInt64, maxSheepReceive };
  return exchangeOffers(price, limits, 'normal').wheatReceived;
}

/** Returns the liabilities of an offer that sells at most the one amount and buys at most the other. */
export function offerLiabilities(price: Price, maxWheatSend: bigint, maxSheepReceive = maxInt64): Liabilities {
  const limits = { maxWheatSend, maxWheatReceive: maxInt64, maxSheepSend: maxInt64, maxSheepReceive };
  const { wheatReceived, sheepSent } = exchangeUnchecked(price, limits, 'normal');
  return { selling: wheatReceived, buying: sheepSent };
}
