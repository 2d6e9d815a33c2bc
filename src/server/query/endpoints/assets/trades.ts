/** Trades against offers and pools. */
import type { LedgerRange } from '../../../../datastore/keys.ts';
import { amount, big, may, fields, text, time, whole } from '../../fields.ts';
import { inOrder, list, type Scan } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { afterToid, andWithin, inRange } from '../../lists/range.ts';
import { sql, when, where, type Sql } from '../../sql.ts';
import { Asset, assetOfKey, assetRecord, assetStruct, isAssetKey } from '../../asset.ts';
import { readPool } from './liquidity-pools.ts';

const party = fields({ account_id: text() });
const Trade = fields({
  ledger_sequence: whole(),
  transaction_hash: text(),
  operation_id: big(),
  operation_index: whole('Position in the transaction, from 0.'),
  trade_index: whole('Position among the trades of the operation.'),
  trade_type: text('orderbook or liquidity_pool.'),
  timestamp: time(),
  seller: fields({ account_id: text('Whose offer was taken; of a pool its L address.') }),
  selling: fields({ asset: Asset, amount: amount() }),
  buyer: party,
  buying: fields({ asset: Asset, amount: amount('Amount that the buyer gave.') }),
  price: may(text('Price of one sold unit, with ten decimal places; absent if nothing was sold.')),
  offer_id: may(big('The offer that was taken.')),
  liquidity_pool_id: may(text()),
});

const common = {
  limit: parameter.limit(100, 1000),
  order: parameter.order,
  ...parameter.ledgerRange,
  ...parameter.timeRange,
};
type Common = parameter.Values<typeof common>;

const key = inOrder('operation_id', 'trade_index');

/** Price is the quotient of both amounts, rounded to ten places, halves up. */
function trades(values: Common, scan: Scan, ...conditions: readonly (Sql | undefined)[]): Sql {
  return sql`
    select
        *,
        history_operation_id as operation_id,
        "order" as trade_index
    from bronze.history_trades
    ${where(
      ...inRange(values, scan, sql`ledger_closed_at`),
      afterToid(scan, 'operation_id', values.order === 'desc'),
      ...conditions,
    )}`;
}

function records(window: LedgerRange | undefined): Sql {
  return sql`
    select
        page.ledger_sequence,
        transactions.transaction_hash,
        page.operation_id,
        (page.operation_id & 4095) - 1 as operation_index,
        page.trade_index,
        if(page.trade_type = 1, 'orderbook', 'liquidity_pool') as trade_type,
        page.ledger_closed_at as timestamp,
        {account_id: coalesce(nullif(page.selling_account_address, ''), page.selling_liquidity_pool_id_strkey)} as seller,
        {asset: ${assetStruct('page.selling_asset_')}, amount: page.selling_amount} as selling,
        {account_id: page.buying_account_address} as buyer,
        {asset: ${assetStruct('page.buying_asset_')}, amount: page.buying_amount} as buying,
        bronze.scaled_text(
            cast(
                (20000000000 * cast(bronze.stroops(page.buying_amount) as hugeint) + bronze.stroops(page.selling_amount))
                // nullif(2 * cast(bronze.stroops(page.selling_amount) as hugeint), 0)
                as varchar
            ),
            10
        ) as price,
        nullif(page.selling_offer_id, 0) as offer_id,
        page.selling_liquidity_pool_id as liquidity_pool_id
    from page
    inner join bronze.history_transactions_raw_v1 as transactions
        on transactions.ledger_sequence = page.ledger_sequence
            and transactions.id = page.operation_id & ~4095
            ${andWithin(window, 'transactions.ledger_sequence')}`;
}

/** Whoever sold: an account, or a pool by its address. */
function sold(id: string): Sql {
  const pool = readPool(id);
  return pool === undefined ? sql`selling_account_address = ${id}` : sql`selling_liquidity_pool_id = ${pool}`;
}

export const tradesList = list({
  path: '/api/v1/silver/trades',
  summary: 'Trades with offers and pools',
  legacyKey: 'trades',
  parameters: {
    account_id: parameter.may(parameter.account('Seller or buyer.')),
    seller_account: parameter.may(parameter.address(['G', 'M', 'L'], 'Whose offer was taken; or a pool.')),
    buyer_account: parameter.may(parameter.account('Who took.')),
    asset: parameter.may(parameter.asset('Sold or bought asset: CODE:ISSUER or XLM.')),
    ...common,
  },
  row: Trade,
  of: 'history_trades',
  key,
  rows: (values, scan) =>
    trades(
      values,
      scan,
      when(values.account_id, (id) => sql`(selling_account_address = ${id} or buying_account_address = ${id})`),
      when(values.seller_account, sold),
      when(values.buyer_account, (id) => sql`buying_account_address = ${id}`),
      when(
        values.asset,
        (asset) => sql`(${isAssetKey('selling_asset_', asset)} or ${isAssetKey('buying_asset_', asset)})`,
      ),
    ),
  page: (_values, { window }) => records(window),
});

const missing = 'selling_asset and buying_asset parameters required (format: CODE:ISSUER or XLM)';
const side = (name: string) =>
  parameter.required(parameter.refused(parameter.asset('CODE:ISSUER or XLM.'), `invalid ${name} format`), missing);

export const tradesByPair = list({
  path: '/api/v1/silver/trades/by-pair',
  summary: 'Trades of one asset for another',
  legacyKey: 'trades',
  parameters: { selling_asset: side('selling_asset'), buying_asset: side('buying_asset'), ...common },
  row: Trade,
  beside: {
    fields: { pair: fields({ selling_asset: Asset, buying_asset: Asset }) },
    read: async (values) => ({
      pair: {
        selling_asset: assetRecord(assetOfKey(values.selling_asset)),
        buying_asset: assetRecord(assetOfKey(values.buying_asset)),
      },
    }),
  },
  key,
  rows: (values, scan) =>
    trades(
      values,
      scan,
      isAssetKey('selling_asset_', values.selling_asset),
      isAssetKey('buying_asset_', values.buying_asset),
    ),
  page: (_values, { window }) => records(window),
});
