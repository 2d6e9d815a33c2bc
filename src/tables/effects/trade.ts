/** Effects of the claims of an operation, on offers and on liquidity pools. */
import type { ClaimAtoms } from '../operation/claim-atoms.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { changedPool } from '../operation/pool-change.ts';
import { party } from '../details/pieces.ts';
import { writeMuxedId } from '../details/values.ts';
import { writePool } from './pool.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';

const seller = party('seller');

/** The types of each claim's effects, in their order. */
const ofStrictSends = [effectType.trade, effectType.offerUpdated, effectType.offerRemoved] as const;
const ofOffers = [...ofStrictSends, effectType.offerCreated] as const;

/** Manage sell, manage buy and passive offers have effects only when they are taken at once: those of their claims. */
export function addOfferTrades(rows: EffectRows, at: OperationAt): void {
  addTrades(rows, at, true);
}

/**
 * Writes the effects of every claim that moved anything: trade, offer_updated, offer_removed and offer_created of an offer,
 * liquidity_pool_trade of a pool. As in stellar-etl, strict sends create no offer (`withCreated`).
 */
export function addTrades(rows: EffectRows, at: OperationAt, withCreated: boolean): void {
  const { claims } = at;
  claims.open();
  while (claims.next()) {
    if (isZero(at.view, claims.soldAmount) && isZero(at.view, claims.boughtAmount)) continue;
    if (claims.isPool) addPoolTrade(rows, at);
    else addOfferTrade(rows, at, withCreated);
  }
}

function isZero(view: DataView, p: number): boolean {
  return view.getInt32(p) === 0 && view.getInt32(p + 4) === 0;
}

/** As in stellar-etl each claim updates, removes and creates an offer for both sides, whatever happened to it. */
function addOfferTrade(rows: EffectRows, at: OperationAt, withCreated: boolean): void {
  const { maker } = at.claims;
  const { opposite } = rows;
  openTakerSide(rows, at.claims);
  const middle = rows.close();
  // For the maker the seller is the taker.
  writeMuxedId(rows.w, seller, at.sourceId);
  openMakerSide(rows, at);
  const end = rows.close(middle);
  for (const type of withCreated ? ofOffers : ofStrictSends) {
    rows.source(type, 0, middle);
    rows.account(type, maker, middle, end, opposite);
  }
}

function openTakerSide(rows: EffectRows, claims: ClaimAtoms): void {
  const { view } = rows.w;
  const details = rows.open();
  details.offerId = claims.offerId;
  details.seller = claims.maker;
  details.bought.at(view, claims.soldAmount);
  details.boughtAsset = rows.asset(claims.soldAsset);
  details.sold.at(view, claims.boughtAmount);
  details.soldAsset = rows.asset(claims.boughtAsset);
}

function openMakerSide({ details, opposite }: EffectRows, { claims, sourceKey, view }: OperationAt): void {
  opposite.offerId = claims.offerId;
  opposite.seller = sourceKey;
  opposite.bought.at(view, claims.boughtAmount);
  opposite.boughtAsset = details.soldAsset;
  opposite.sold.at(view, claims.soldAmount);
  opposite.soldAsset = details.boughtAsset;
}

/** Sold and bought are what the pool sold and bought; the pool is shown as the whole operation left it. */
function addPoolTrade(rows: EffectRows, at: OperationAt): void {
  const { claims } = at;
  const details = rows.open();
  writePool(rows, changedPool(at, claims.maker));
  details.sold.at(at.view, claims.soldAmount);
  details.soldAsset = rows.asset(claims.soldAsset);
  details.bought.at(at.view, claims.boughtAmount);
  details.boughtAsset = rows.asset(claims.boughtAsset);
  rows.closeForSource(effectType.liquidityPoolTrade);
}
