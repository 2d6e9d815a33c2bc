/** The current state of liquidity pools. */
import { readKey, strkeyVersion } from '../../../../xdr/strkey.ts';
import { amount, listOf, fields, text, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where, type Sql } from '../../sql.ts';
import { Asset, assetStruct, isAssetKey } from '../../asset.ts';

const LiquidityPool = fields({
  pool_id: text('Hex.'),
  pool_address: text('The same as an L address.'),
  pool_type: text(),
  fee_bp: whole('Hundredths of a percent.'),
  trustline_count: whole(),
  total_shares: amount(),
  reserves: listOf(fields({ asset: Asset, amount: amount() })),
  last_modified_ledger: whole(),
});

/** Returns the id of a pool in hex, of that or its address; undefined where it is neither. */
export function readPool(given: string): string | undefined {
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase();
  const key = readKey(given, strkeyVersion.liquidityPool);
  return key && Buffer.from(key).toString('hex');
}

function pools(condition: Sql | undefined): Sql {
  return sql`
    select
        liquidity_pool_id as pool_id,
        liquidity_pool_id_strkey as pool_address,
        type as pool_type,
        fee as fee_bp,
        trustline_count,
        pool_share_count as total_shares,
        [
            {asset: ${assetStruct('asset_a_')}, amount: asset_a_amount},
            {asset: ${assetStruct('asset_b_')}, amount: asset_b_amount}
        ] as reserves,
        last_modified_ledger
    from silver.liquidity_pools_current
    ${where(sql`not deleted`, condition)}`;
}

export const liquidityPoolsEndpoint = list({
  path: '/api/v1/silver/liquidity-pools',
  summary: 'Liquidity pools',
  legacyKey: 'liquidity_pools',
  parameters: {
    asset: parameter.may(parameter.asset('Only pools with this asset: CODE:ISSUER or XLM.')),
    limit: parameter.limit(100, 1000),
  },
  row: LiquidityPool,
  kind: { isState: true },
  key: () => [{ column: 'pool_id', type: 'varchar' }],
  rows: ({ asset }) =>
    pools(when(asset, (key) => sql`(${isAssetKey('asset_a_', key)} or ${isAssetKey('asset_b_', key)})`)),
});

export const liquidityPool = object({
  path: '/api/v1/silver/liquidity-pools/{id}',
  summary: 'One liquidity pool',
  parameters: {
    id: parameter.refused(
      parameter.read(
        parameter.matching(/^([0-9a-fA-F]{64}|L[A-D][A-Z2-7]{54})$/, 'Id in hex, or L address.'),
        readPool,
      ),
      'invalid pool_id',
    ),
  },
  answer: { liquidity_pool: LiquidityPool },
  isState: true,
  async read({ id }, view) {
    const row = await view.row(pools(sql`liquidity_pool_id = ${id}`));
    if (!row) throw view.notFound('liquidity pool');
    return { body: { liquidity_pool: row } };
  },
});
