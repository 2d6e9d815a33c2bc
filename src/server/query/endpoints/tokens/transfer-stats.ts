/** Transfer volume by asset, source, hour or day. */
import { may, fields, text, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import * as parameter from '../../parameters.ts';
import { inRange } from '../../lists/range.ts';
import { raw, sql, where } from '../../sql.ts';
import { sumOf } from './token.ts';

const groups = ['asset', 'source_type', 'hour', 'day'] as const;

/** Grouping of rows, and the fields of a group; amounts of different assets are not added up. */
const groupings = {
  asset: {
    by: 'asset_key, source_type',
    columns: sql`
        asset_key || ' ' || source_type as place,
        any_value(asset_key) as asset_key,
        any_value(if(asset_key = 'native', 'XLM', asset_code)) as asset_code,
        any_value(asset_issuer) as asset_issuer,
        any_value(token_contract_id) as contract_id,
        source_type,
        ${sumOf(raw('amount'))} as volume,
        if(any_value(asset_type) is null, volume, bronze.scaled_text(volume, 7)) as total_volume,`,
  },
  source_type: { by: 'source_type', columns: raw('source_type as place, source_type,') },
  hour: {
    by: 'place',
    columns: raw(`strftime(date_trunc('hour', timestamp), '%Y-%m-%dT%H:00:00Z') as place, place as time_bucket,`),
  },
  day: {
    by: 'place',
    columns: raw(`strftime(date_trunc('day', timestamp), '%Y-%m-%dT00:00:00Z') as place, place as time_bucket,`),
  },
} as const;

export const transferStats = list({
  path: '/api/v1/silver/transfers/stats',
  summary: 'Transfer volume by asset, source, hour or day',
  legacyKey: 'stats',
  parameters: {
    group_by: parameter.choice(
      'group_by',
      groups,
      'asset',
      'invalid group_by, must be: asset, source_type, hour, or day',
    ),
    limit: parameter.limit(100, 1000),
    ...parameter.ledgerRange,
    ...parameter.timeRange,
  },
  row: fields({
    asset_key: may(text('native, CODE:ISSUER, or the contract of a token.')),
    asset_code: may(text()),
    asset_issuer: may(text()),
    contract_id: may(text()),
    source_type: may(text('classic or soroban.')),
    time_bucket: may(text('When the hour or the day began.')),
    transfer_count: whole(),
    unique_senders: whole(),
    unique_receivers: whole(),
    total_volume: may(
      text(
        'Grouped by asset only: seven decimal places for assets, the smallest unit for other tokens; absent if too large.',
      ),
    ),
  }),
  beside: { fields: { group_by: text() }, read: async ({ group_by: group }) => ({ group_by: group }) },
  kind: { isWhole: true },
  key: ({ group_by: group }) =>
    group === 'hour' || group === 'day'
      ? [{ column: 'place', type: 'varchar', descending: true }]
      : [
          { column: 'transfer_count', descending: true },
          { column: 'place', type: 'varchar' },
        ],
  rows: (values, scan) => sql`
    select
        ${groupings[values.group_by].columns}
        count(*) as transfer_count,
        count(distinct from_account) as unique_senders,
        count(distinct to_account) as unique_receivers
    from silver.token_transfers_raw
    ${where(...inRange(values, scan, raw('timestamp')))}
    group by ${raw(groupings[values.group_by].by)}`,
});
