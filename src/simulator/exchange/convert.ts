/** Fills an order from the order book or from a liquidity pool, whichever pays better. */
import type { LedgerView } from '../context.ts';
import type { ReserveContext } from '../accounts/reserves.ts';
import type { LiquidityPool, Offer } from '../state/entries.ts';
import { Layer, type State } from '../state/state.ts';
import type { Claim, TradedAsset } from './claims.ts';
import { crossOffer } from './cross-offer.ts';
import type { Rounding } from './exchange.ts';
import { poolIdOf } from './pool-id.ts';
import { askedByPool, paidByPool } from './pool.ts';

/** How many trades an operation may make (stellar-core, `MAX_OFFERS_TO_CROSS`; CAP-24). */
export const maxTrades = 1000;

/** What is to be traded: sheep for wheat, within limits. */
export interface Order {
  sheep: TradedAsset;
  wheat: TradedAsset;
  maxSheepSend: bigint;
  maxWheatReceive: bigint;
  rounding: Rounding;
  /** Says why the best offer must not be crossed. */
  stopAt(offer: Offer): 'bad_price' | 'cross_self' | undefined;
  /** How many more trades the operation may make. */
  maxTrades: number;
}

/** What came of an order, and why it ended: `ok` when it is filled as far as its limits go. */
export interface Conversion {
  outcome: 'ok' | 'partial' | 'bad_price' | 'cross_self' | 'crossed_too_many';
  sheepSent: bigint;
  wheatReceived: bigint;
  claims: Claim[];
  /** How many trades count against the operation's limit. */
  trades: number;
}

/**
 * Fills an order from the book or, for path payments, from the pool where that pays better (stellar-core,
 * `convertWithOffersAndPools`). It moves balances of makers only.
 */
export function convert(context: ReserveContext, order: Order): Conversion {
  const quoted = quote(context.state, context.view, order);
  if (!quoted) return convertWithOffers(context, order);
  const layer = new Layer(context.state);
  const booked = convertWithOffers({ ...context, state: layer }, order);
  if (booked.outcome === 'ok' && isBetter(booked, quoted.claim)) {
    layer.commit();
    return booked;
  }
  // since protocol 27 what was tried in vain counts, too
  const tried = context.view.protocol >= 27 ? booked.claims.length : 0;
  if (tried >= order.maxTrades) return { ...nothing, outcome: 'crossed_too_many', claims: [] };
  return tradeWithPool(context.state, quoted, tried);
}

const nothing = { sheepSent: 0n, wheatReceived: 0n, trades: 0 };

interface Quote {
  pool: LiquidityPool;
  /** Whether the pool gives its asset A. */
  givesA: boolean;
  claim: Claim;
}

function quote(state: State, view: LedgerView, order: Order): Quote | undefined {
  if (view.protocol < 18 || order.rounding === 'normal' || order.maxTrades === 0) return undefined;
  const { sheep, wheat } = order;
  const poolId = poolIdOf(sheep.id, wheat.id);
  const pool = state.liquidityPool(poolId);
  if (!pool || pool.reserveA <= 0n || pool.reserveB <= 0n) return undefined;
  const givesA = pool.assetA === wheat.id;
  const reserves = givesA
    ? { given: pool.reserveB, taken: pool.reserveA }
    : { given: pool.reserveA, taken: pool.reserveB };
  const fee = BigInt(pool.fee);
  const isSend = order.rounding === 'strict_send';
  const sheepSent = isSend ? order.maxSheepSend : askedByPool(reserves, order.maxWheatReceive, fee);
  const wheatReceived = isSend ? paidByPool(reserves, order.maxSheepSend, fee) : order.maxWheatReceive;
  if (sheepSent === undefined || wheatReceived === undefined) return undefined;
  return { pool, givesA, claim: { kind: 'pool', poolId, wheat, wheatReceived, sheep, sheepSent } };
}

const isBetter = (booked: Conversion, pooled: Claim) =>
  pooled.sheepSent * booked.wheatReceived > pooled.wheatReceived * booked.sheepSent;

function tradeWithPool(state: State, { pool, givesA, claim }: Quote, tried: number): Conversion {
  const { sheepSent, wheatReceived } = claim;
  state.put({
    ...pool,
    reserveA: pool.reserveA + (givesA ? -wheatReceived : sheepSent),
    reserveB: pool.reserveB + (givesA ? sheepSent : -wheatReceived),
  });
  return { outcome: 'ok', sheepSent, wheatReceived, claims: [claim], trades: tried + 1 };
}

function convertWithOffers(context: ReserveContext, order: Order): Conversion {
  const { sheep, wheat, rounding, maxTrades } = order;
  const claims: Claim[] = [];
  let { maxSheepSend, maxWheatReceive } = order;
  const end = (outcome: Conversion['outcome']): Conversion => ({
    outcome,
    sheepSent: order.maxSheepSend - maxSheepSend,
    wheatReceived: order.maxWheatReceive - maxWheatReceive,
    claims,
    trades: claims.length,
  });
  while (maxWheatReceive > 0n && maxSheepSend > 0n) {
    if (maxTrades === 0 && context.view.protocol >= 18) return end('crossed_too_many');
    const offer = context.state.bestOffer(wheat.id, sheep.id);
    if (!offer) return end('partial');
    const stop = order.stopAt(offer);
    if (stop) return end(stop);
    if (claims.length >= maxTrades) return end('crossed_too_many');
    const taker = { maxSheepSend, maxWheatReceive };
    const { sheepSent, wheatReceived, wheatStays } = crossOffer(context, offer, taker, rounding);
    claims.push({ kind: 'offer', seller: offer.seller, offerId: offer.id, wheat, wheatReceived, sheep, sheepSent });
    maxSheepSend -= sheepSent;
    maxWheatReceive -= wheatReceived;
    if (wheatStays) return end('ok');
  }
  return end('ok');
}
