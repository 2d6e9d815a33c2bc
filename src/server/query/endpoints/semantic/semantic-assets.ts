/** Figures of assets, tokens and traded pairs. */
import { amount, big, may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { leftOut, withoutTotals } from '../../meta.ts';
import * as parameter from '../../parameters.ts';
import { sql, when, where } from '../../sql.ts';

const assetSorts = { holders: 'known_holder_count', transfers: 'transfer_count_24h', volume: 'volume_order' } as const;

export const semanticAssets = list({
  path: '/api/v1/semantic/assets',
  summary: 'Assets and tokens in numbers',
  legacyKey: 'assets',
  parameters: {
    asset_type: parameter.may(
      parameter.choice('asset_type', ['native', 'credit_alphanum4', 'credit_alphanum12', 'soroban_token']),
    ),
    sort: parameter.choice('sort', ['holders', 'transfers', 'volume'], 'holders'),
    limit: parameter.limit(50, 200),
  },
  row: fields({
    asset_key: text('native or CODE:ISSUER; of a token that is no asset its contract.'),
    asset_code: may(text()),
    asset_issuer: may(text()),
    asset_type: text(),
    token_name: may(text()),
    token_symbol: may(text()),
    token_decimals: may(whole()),
    contract_id: may(text()),
    holder_count: may(whole('Absent while entries are unknown.')),
    transfer_count_24h: whole(),
    transfer_volume_24h: may(text('In the smallest unit for tokens that are not assets.')),
    transfer_count_7d: whole(),
    transfer_volume_7d: may(text('Likewise.')),
    mint_count_24h: whole(),
    burn_count_24h: whole(),
    first_seen: may(time()),
    last_transfer: may(time()),
  }),
  warnings: (_values, view) => leftOut(view.coverage),
  complete: async (rows, { coverage }) => rows.map((row) => withoutTotals(row, ['holder_count'], coverage)),
  kind: { isState: true, isWhole: true },
  key: ({ sort }) => [
    { column: assetSorts[sort], type: 'decimal(38, 7)', descending: true },
    { column: 'asset_key', type: 'varchar' },
  ],
  rows: ({ asset_type: type }) => sql`
    select *, coalesce(transfer_volume_24h, 0) as volume_order
    from semantic.semantic_asset_stats
    ${where(when(type, (one) => sql`asset_type = ${one}`))}`,
});

const pairSorts = { volume: 'selling_volume_24h', trades: 'trade_count_24h' } as const;

export const semanticPairs = list({
  path: '/api/v1/semantic/dex/pairs',
  summary: 'Pairs of assets that are traded, in numbers',
  legacyKey: 'pairs',
  parameters: {
    asset_code: parameter.may(parameter.text('Code of either asset.')),
    sort: parameter.choice('sort', ['volume', 'trades'], 'volume'),
    limit: parameter.limit(50, 200),
  },
  row: fields({
    pair_key: text('Keys of both, sold and given, with a slash between.'),
    selling_asset_code: text(),
    selling_asset_issuer: may(text()),
    buying_asset_code: text(),
    buying_asset_issuer: may(text()),
    trade_count: whole(),
    trade_count_24h: whole(),
    trade_count_7d: whole(),
    selling_volume: amount(),
    buying_volume: amount(),
    selling_volume_24h: amount(),
    buying_volume_24h: amount(),
    last_price: may(text('Price of one sold unit, with seven decimal places.')),
    last_price_n: big(),
    last_price_d: big(),
    unique_sellers: whole('Accounts and pools.'),
    unique_buyers: whole(),
    first_trade: may(time()),
    last_trade: may(time()),
  }),
  kind: { isWhole: true },
  key: ({ sort }) => [
    { column: pairSorts[sort], type: 'decimal(38, 7)', descending: true },
    { column: 'pair_key', type: 'varchar' },
  ],
  // The price of a pool is of two amounts, that of an offer of two numbers of 32 bits.
  rows: ({ asset_code: code }) => sql`
    select
        * exclude (last_price),
        bronze.scaled_text(
            cast(
                (20000000 * cast(last_price_n as hugeint) + last_price_d) // nullif(2 * cast(last_price_d as hugeint), 0)
                as varchar
            ),
            7
        ) as last_price
    from semantic.semantic_dex_pairs
    ${where(when(code, (one) => sql`(selling_asset_code = ${one} or buying_asset_code = ${one})`))}`,
});
