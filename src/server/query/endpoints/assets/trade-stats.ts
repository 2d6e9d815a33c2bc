/** Trade volume by asset pair, hour or day. */
import { amount, may, fields, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inRange } from '../../lists/range.ts';
import { raw, sql, where } from '../../sql.ts';
import { Asset, assetStruct } from '../../asset.ts';

const groups = ['asset_pair', 'hour', 'day'] as const;

/** What rows of a group have in common, as SQL; amounts of different assets are not added up. */
const groupColumns = {
  asset_pair: sql`
        selling_asset_key || '/' || buying_asset_key as "group",
        any_value(${assetStruct('selling_asset_')}) as selling,
        any_value(${assetStruct('buying_asset_')}) as buying,
        sum(selling_amount) as volume_selling,
        sum(buying_amount) as volume_buying,
        bronze.scaled_text(
            cast(
                (20000000 * sum(bronze.stroops(buying_amount)) + sum(bronze.stroops(selling_amount)))
                // nullif(2 * sum(bronze.stroops(selling_amount)), 0)
                as varchar
            ),
            7
        ) as avg_price,`,
  hour: sql`strftime(date_trunc('hour', ledger_closed_at), '%Y-%m-%dT%H:00:00Z') as "group",`,
  day: sql`strftime(ledger_closed_at, '%Y-%m-%d') as "group",`,
};

export const tradeStats = list({
  path: '/api/v1/silver/trades/stats',
  summary: 'Trade volume by asset pair, hour or day',
  legacyKey: 'stats',
  parameters: {
    group_by: parameter.choice('group_by', groups, 'asset_pair', 'invalid group_by, must be: asset_pair, hour, or day'),
    limit: parameter.limit(100, 1000),
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: fields({
    group: text('Keys of both assets with a slash between, sold and given; an hour; or a day, in UTC.'),
    selling: may(Asset),
    buying: may(Asset),
    trade_count: whole(),
    volume_selling: may(amount('For an asset pair only, as the optional fields below.')),
    volume_buying: may(amount()),
    avg_price: may(text('Bought amount divided by sold amount, with seven decimal places.')),
    unique_sellers: whole('Accounts and pools.'),
    unique_buyers: whole(),
    last_trade: time(),
  }),
  beside: { fields: { group_by: text() }, read: async ({ group_by: group }) => ({ group_by: group }) },
  kind: { isWhole: true },
  key: ({ group_by: group }) =>
    group === 'asset_pair'
      ? [
          { column: 'trade_count', descending: true },
          { column: '"group"', type: 'varchar' },
        ]
      : [{ column: '"group"', type: 'varchar', descending: true }],
  rows: (values, scan) => sql`
    select
        ${groupColumns[values.group_by]}
        count(*) as trade_count,
        count(distinct coalesce(nullif(selling_account_address, ''), selling_liquidity_pool_id)) as unique_sellers,
        count(distinct buying_account_address) as unique_buyers,
        max(ledger_closed_at) as last_trade
    from bronze.history_trades
    ${where(...inRange(values, scan, raw('ledger_closed_at')))}
    group by ${raw(values.group_by === 'asset_pair' ? 'selling_asset_key, buying_asset_key' : '"group"')}`,
});
