/** Liquidity pools. */
import { Piece } from '../core/bytes.ts';
import { column, defineTable, type ColumnsOf } from '../arrow/table.ts';
import { LedgerEntryType } from '../xdr/generated/enums.ts';
import {
  atLiquidityPoolEntryConstantProduct,
  locateLiquidityPoolEntryConstantProduct,
} from '../xdr/generated/locate.ts';
import { strkeyVersion } from '../xdr/strkey.ts';
import { assetBytes, assetColumns, assetFrom, pushAsset } from './asset/assets.ts';
import { pushKey, type Context } from './context.ts';
import { changeColumn, checkAmount, commonColumns, eachEntry, pushChange } from './entry/entry.ts';

export const liquidityPools = defineTable({
  name: 'liquidity_pools',
  grain: 'One row per liquidity pool and ledger in which it changed.',
  key: ['liquidity_pool_id', 'ledger_sequence'],
  columns: {
    liquidity_pool_id: column('utf8', 'Id of the pool.', 'hex'),
    liquidity_pool_id_strkey: column('utf8', 'Id of the pool as strkey (L…).'),
    type: column('utf8', 'Type of the pool: constant_product.'),
    fee: column('int32', 'Fee that the pool takes of a trade.', 'basis points'),
    trustline_count: column('int64', 'Number of trust lines to the shares of the pool.'),
    pool_share_count_stroops: column('int64', 'Shares that the pool has issued.', 'stroops'),
    pool_share_change_stroops: changeColumn('the shares issued'),
    ...assetColumns('asset_a', 'of reserve A'),
    asset_a_amount_stroops: column('int64', 'Reserve of asset A.', 'stroops'),
    asset_a_change_stroops: changeColumn('reserve A'),
    ...assetColumns('asset_b', 'of reserve B'),
    asset_b_amount_stroops: column('int64', 'Reserve of asset B.', 'stroops'),
    asset_b_change_stroops: changeColumn('reserve B'),
    ...commonColumns,
  },
});

const at = atLiquidityPoolEntryConstantProduct();

const constantProduct = new Piece('constant_product');

export function extractLiquidityPools(context: Context, out: ColumnsOf<typeof liquidityPools>): void {
  const { view } = context;
  const a = assetFrom(out, 'asset_a');
  const b = assetFrom(out, 'asset_b');
  eachEntry(context, LedgerEntryType.liquidityPool, out, (data, entry) => {
    locateLiquidityPoolEntryConstantProduct(view, data + 36, at);
    const assetB = at.params + assetBytes(view, at.params);
    out.liquidity_pool_id.hex(view, data, data + 32);
    pushKey(out.liquidity_pool_id_strkey, strkeyVersion.liquidityPool, context, data);
    out.type.piece(constantProduct);
    out.fee.push(view.getInt32(at.reserveA - 4));
    out.trustline_count.pushAt(view, at.poolSharesTrustLineCount);
    out.pool_share_count_stroops.pushAt(view, at.totalPoolShares);
    pushChange(out.pool_share_change_stroops, view, entry, at.totalPoolShares - data);
    pushAsset(a, context.decoder.assets.at(view, at.params));
    checkAmount(context, entry, at.reserveA - data, 'reserve A of a liquidity pool');
    out.asset_a_amount_stroops.pushAt(view, at.reserveA);
    pushChange(out.asset_a_change_stroops, view, entry, at.reserveA - data);
    pushAsset(b, context.decoder.assets.at(view, assetB));
    checkAmount(context, entry, at.reserveB - data, 'reserve B of a liquidity pool');
    out.asset_b_amount_stroops.pushAt(view, at.reserveB);
    pushChange(out.asset_b_change_stroops, view, entry, at.reserveB - data);
  });
}
