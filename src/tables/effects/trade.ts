/** Effects of the claims of an operation, on offers and on liquidity pools. */
import type { Piece } from '../../bytes.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { ClaimAtoms } from '../claim-atoms.ts';
import type { OperationAt } from '../operation-at.ts';
import { assetNames, canonicalAsset } from '../operation-details/assets.ts';
import { append, member, party, piece } from '../operation-details/pieces.ts';
import { writeInt64, writeKeyMember, writeParty } from '../operation-details/values.ts';
import { changedPool, writePool } from './pool.ts';
import type { EffectRows } from './rows.ts';
import { effectType } from './types.ts';
import { writeStroops } from './values.ts';

const name = {
  amount: member('amount'),
  boughtAmount: member('bought_amount'),
  offerId: member('offer_id'),
  seller: party('seller'),
  soldAmount: member('sold_amount'),
};
const bought = piece(',"bought":{"asset":');
const sold = piece(',"sold":{"asset":');
const boughtAsset = assetNames('bought_');
const soldAsset = assetNames('sold_');
const CLOSE = 125;
const claims = new ClaimAtoms();

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
  claims.open(at);
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
  const { maker } = claims;
  const w = rows.open();
  writeTakerSide(w);
  const middle = rows.close();
  writeMakerSide(w, at);
  const end = rows.close(middle);
  for (const type of withCreated ? ofOffers : ofStrictSends) {
    rows.source(type, 0, middle);
    rows.account(type, maker, middle, end);
  }
}

function writeTakerSide(w: JsonWriter): void {
  writeInt64(w, name.offerId, claims.offerId);
  writeKeyMember(w, name.seller.account, strkeyVersion.account, claims.maker);
  writeStroops(w, name.boughtAmount, claims.soldAmount);
  boughtAsset.write(w, claims.soldAsset);
  writeStroops(w, name.soldAmount, claims.boughtAmount);
  soldAsset.write(w, claims.boughtAsset);
}

/** For the maker the seller is the taker. */
function writeMakerSide(w: JsonWriter, { sourceKey, sourceId }: OperationAt): void {
  writeInt64(w, name.offerId, claims.offerId);
  writeParty(w, name.seller, sourceKey, sourceId);
  writeStroops(w, name.boughtAmount, claims.boughtAmount);
  boughtAsset.write(w, claims.boughtAsset);
  writeStroops(w, name.soldAmount, claims.soldAmount);
  soldAsset.write(w, claims.soldAsset);
}

/** Sold and bought are what the pool sold and bought; the pool is shown as the whole operation left it. */
function addPoolTrade(rows: EffectRows, at: OperationAt): void {
  const w = rows.open();
  writePool(w, changedPool(at, claims.maker));
  writeAmountOf(w, sold, claims.soldAsset, claims.soldAmount);
  writeAmountOf(w, bought, claims.boughtAsset, claims.boughtAmount);
  rows.close();
  rows.source(effectType.liquidityPoolTrade);
}

function writeAmountOf(w: JsonWriter, opening: Piece, asset: number, amount: number): void {
  append(w, opening);
  canonicalAsset.write(w, asset);
  writeStroops(w, name.amount, amount);
  w.byte(CLOSE);
}
