/** Trades: the claims of successful operations. */
import { column, defineTable, nullable, type ColumnsOf } from '../arrow/table.ts';
import { sameSpans } from '../ledger/compact.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { OperationType } from '../xdr/generated/enums.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { assetBytes, assetColumns, pushAsset } from './asset/assets.ts';
import { ClaimAtoms, isOfferType, isTradingType } from './operation/claim-atoms.ts';
import { claimedEntryBefore, offerPrice } from './operation/claimed-entry.ts';
import { pushClosedAt, pushKey, pushToid, type Context } from './context.ts';
import { OperationAt } from './operation/operation-at.ts';
import { roundingSlippage, type PoolTrade } from './operation/rounding-slippage.ts';

export const historyTrades = defineTable({
  name: 'history_trades',
  grain: 'One row per claim of an offer or a liquidity pool by a successful operation.',
  key: ['history_operation_id', 'order'],
  columns: {
    history_operation_id: column('int64', 'TOID of the operation.'),
    order: column('int32', 'Position among the claims of the operation, from 0; empty claims count, but have no row.'),
    ledger_closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
    ledger_sequence: column('int32', 'Ledger of the trade.'),
    selling_account_address: column('utf8', 'Maker: the account whose offer was taken; empty for a pool.'),
    ...assetColumns('selling_asset', 'that the maker gave'),
    selling_amount_stroops: column('int64', 'Amount that the maker gave.', 'stroops'),
    buying_account_address: column('utf8', 'Taker: the source of the operation.'),
    ...assetColumns('buying_asset', 'that the taker paid'),
    buying_amount_stroops: column('int64', 'Amount that the taker paid.', 'stroops'),
    price_n: column(
      'int64',
      "Numerator of the maker's price of one unit sold, in units bought; for a pool, the stroops that the taker paid.",
    ),
    price_d: column(
      'int64',
      "Denominator of the maker's price of one unit sold; for a pool, the stroops that the pool gave.",
    ),
    selling_offer_id: nullable('int64', 'Offer that was taken; null for a pool.'),
    buying_offer_id: column('int64', 'Offer that the taker has left; without one, TOID of the operation plus 2^62.'),
    selling_liquidity_pool_id: nullable('utf8', 'Pool that traded; null for an offer.', 'hex'),
    selling_liquidity_pool_id_strkey: nullable('utf8', 'Id of the pool as strkey (L…).'),
    liquidity_pool_fee: nullable('int32', 'Fee of the pool; null for an offer.', 'basis points'),
    trade_type: column('int32', 'Type of the trade: 1 offer, 2 liquidity pool.'),
    rounding_slippage: nullable(
      'int64',
      'Effect of rounding on the amount that a pool paid, or charged for strict receive; null for offers.',
      'percent',
    ),
    seller_is_exact: nullable('bool', 'True for strict receive, false for strict send, null for offers.'),
  },
});

type Out = ColumnsOf<typeof historyTrades>;

const OFFER = 1;
const POOL = 2;
const KEY = 32;
/** The bit that tells an id made of a TOID from that of an offer, in the upper half. */
const SYNTHETIC = 0x40000000;

export function extractTrades(context: Context, out: Out): void {
  const { ledger, view } = context;
  const at = new OperationAt(context);
  const { claims } = at;
  const { assets } = context.decoder;
  const selling = sellingColumns(out);
  const buying = buyingColumns(out);
  for (const transaction of ledger.transactions) {
    if (!transaction.successful) continue;
    for (let index = 0; index < transaction.envelope.operations.length; index++) {
      at.move(transaction, index);
      if (!isTradingType(at.type) || !claims.open()) continue;
      while (claims.next()) {
        if (isOfNothing(claims, view)) continue;
        pushTrade(context, out, at);
        pushAsset(selling, assets.at(view, claims.soldAsset));
        pushAsset(buying, assets.at(view, claims.boughtAsset));
      }
    }
  }
}

function isOfNothing({ soldAmount: sold, boughtAmount: bought }: ClaimAtoms, view: DataView): boolean {
  return (view.getInt32(sold) | view.getInt32(sold + 4) | view.getInt32(bought) | view.getInt32(bought + 4)) === 0;
}

function pushTrade(context: Context, out: Out, at: OperationAt): void {
  const { ledger, view } = context;
  const { claims } = at;
  pushToid(out.history_operation_id, context, at.transaction.order, at.index + 1);
  out.order.push(claims.index);
  pushClosedAt(out.ledger_closed_at, context);
  out.ledger_sequence.push(ledger.sequence);
  out.selling_amount_stroops.pushAt(view, claims.soldAmount);
  pushKey(out.buying_account_address, strkeyVersion.account, context, at.sourceKey);
  out.buying_amount_stroops.pushAt(view, claims.boughtAmount);
  pushTakerOffer(context, out, at);
  if (claims.isPool) pushPool(context, out, at);
  else pushOffer(context, out, at);
  if (isOfferType(at.type)) out.seller_is_exact.pushNull();
  else out.seller_is_exact.push(at.type === OperationType.pathPaymentStrictReceive);
}

function pushTakerOffer({ ledger, view }: Context, { buying_offer_id }: Out, at: OperationAt): void {
  const { claims } = at;
  // The id follows the seller in the entry.
  if (claims.offer !== ABSENT) buying_offer_id.pushAt(view, claims.offer + 4 + KEY);
  else buying_offer_id.push(ledger.sequence | SYNTHETIC, (at.transaction.order << 12) | (at.index + 1));
}

function pushOffer(context: Context, out: Out, at: OperationAt): void {
  const { view } = context;
  const { claims } = at;
  const price = offerPrice(view, claimedEntryBefore(at, claims));
  pushKey(out.selling_account_address, strkeyVersion.account, context, claims.maker);
  out.price_n.pushNumber(view.getInt32(price));
  out.price_d.pushNumber(view.getInt32(price + 4));
  out.selling_offer_id.pushAt(view, claims.offerId);
  out.selling_liquidity_pool_id.pushNull();
  out.selling_liquidity_pool_id_strkey.pushNull();
  out.liquidity_pool_fee.pushNull();
  out.trade_type.push(OFFER);
  out.rounding_slippage.pushNull();
}

function pushPool(context: Context, out: Out, at: OperationAt): void {
  const { view } = context;
  const { claims } = at;
  const { maker } = claims;
  const poolTrade = readPoolTrade(at);
  const slippage = roundingSlippage(poolTrade);
  out.selling_account_address.end();
  out.price_n.pushAt(view, claims.boughtAmount);
  out.price_d.pushAt(view, claims.soldAmount);
  out.selling_offer_id.pushNull();
  out.selling_liquidity_pool_id.hex(view, maker, maker + KEY);
  pushKey(out.selling_liquidity_pool_id_strkey, strkeyVersion.liquidityPool, context, maker);
  out.liquidity_pool_fee.push(poolTrade.fee);
  out.trade_type.push(POOL);
  if (slippage === undefined) out.rounding_slippage.pushNull();
  else out.rounding_slippage.pushBigInt(slippage);
}

/** Returns the current claim as a trade of a pool. The entry of a pool is: id, type, the two assets, fee, the two reserves. */
function readPoolTrade(at: OperationAt): PoolTrade {
  const { claims, view } = at;
  if (isOfferType(at.type)) throw at.fault('a liquidity pool traded with an operation on offers', claims.maker);
  const assetA = claimedEntryBefore(at, claims) + KEY + 4;
  const assetB = assetA + assetBytes(view, assetA);
  const fee = assetB + assetBytes(view, assetB);
  const reserveA = fee + 4;
  const reserveB = reserveA + 8;
  const gaveA = sameAsset(view, claims.soldAsset, assetA);
  const holdsBoth =
    sameAsset(view, claims.soldAsset, gaveA ? assetA : assetB) &&
    sameAsset(view, claims.boughtAsset, gaveA ? assetB : assetA);
  if (!holdsBoth) {
    throw at.fault(`claim ${claims.index} trades what the liquidity pool does not hold`, claims.soldAsset);
  }
  const isStrictReceive = at.type === OperationType.pathPaymentStrictReceive;
  const trade = {
    depositedReserve: view.getBigInt64(gaveA ? reserveB : reserveA),
    disbursedReserve: view.getBigInt64(gaveA ? reserveA : reserveB),
    fee: view.getInt32(fee),
    amount: view.getBigInt64(isStrictReceive ? claims.soldAmount : claims.boughtAmount),
    isStrictReceive,
  };
  if (claims.count > 1) addTradesBefore(at, trade);
  return trade;
}

/** Moves the reserves on to the current claim: a path may pass a pool twice, and strict receive walks its path backwards. */
function addTradesBefore(at: OperationAt, trade: PoolTrade): void {
  const { claims, view } = at;
  const { maker } = claims;
  const others = new ClaimAtoms(at);
  others.open();
  while (others.next()) {
    const isBefore = trade.isStrictReceive ? others.index > claims.index : others.index < claims.index;
    const isSamePool = others.isPool && sameSpans(view, others.maker, others.maker + KEY, maker, maker + KEY);
    if (!isBefore || !isSamePool) continue;
    const sold = view.getBigInt64(others.soldAmount);
    const bought = view.getBigInt64(others.boughtAmount);
    const isSameWay = sameAsset(view, others.soldAsset, claims.soldAsset);
    trade.depositedReserve += isSameWay ? bought : -sold;
    trade.disbursedReserve += isSameWay ? -sold : bought;
  }
}

function sameAsset(view: DataView, a: number, b: number): boolean {
  return sameSpans(view, a, a + assetBytes(view, a), b, b + assetBytes(view, b));
}

function sellingColumns(out: Out) {
  return {
    type: out.selling_asset_type,
    code: out.selling_asset_code,
    issuer: out.selling_asset_issuer,
    id: out.selling_asset_id,
  };
}

function buyingColumns(out: Out) {
  return {
    type: out.buying_asset_type,
    code: out.buying_asset_code,
    issuer: out.buying_asset_issuer,
    id: out.buying_asset_id,
  };
}
