/** Assets that somebody holds (contract 5.1). */
import { amount, may, object, real, text, time, whole } from '../fields.ts';
import { list } from '../list.ts';
import * as parameter from '../parameters.ts';
import { sql, when, where, type Sql } from '../sql.ts';
import { wallClock } from '../wall-clock.ts';

const sorts = ['holder_count', 'volume_24h', 'transfers_24h', 'circulating_supply'] as const;
const types = {
  holder_count: 'bigint',
  volume_24h: 'decimal(38, 7)',
  transfers_24h: 'bigint',
  circulating_supply: 'decimal(38, 7)',
};

const parameters = {
  limit: parameter.limit(100, 1000),
  sort_by: parameter.choice('sort_by', sorts, 'holder_count'),
  order: parameter.order,
  min_holders: parameter.may(parameter.wholeText('Holders that it has at least.')),
  min_volume_24h: parameter.may(parameter.wholeText('Stroops that moved in 24 hours at least.')),
  asset_type: parameter.may(parameter.choice('asset_type', ['native', 'credit_alphanum4', 'credit_alphanum12'])),
  search: parameter.may(parameter.matching(/^[\s\S]{2,}$/, 'Beginning of the code, in letters of any size.')),
  issuer: parameter.may(parameter.address(['G'], 'Who issues it.')),
};

export const assets = list({
  path: '/api/v1/silver/assets',
  summary: 'List tracked assets',
  isWide: true,
  legacyKey: 'assets',
  parameters,
  row: object({
    asset_code: text(),
    asset_issuer: may(text()),
    asset_type: text(),
    holder_count: whole(),
    circulating_supply: amount(),
    volume_24h: amount(),
    transfers_24h: whole(),
    top_10_concentration: real('Part of the ten largest balances, from 0 to 1.'),
    first_seen: may(time()),
    last_activity: may(time()),
    contract_id: may(text()),
    num_trustlines: may(whole()),
  }),
  isState: true,
  beside: { total_assets: whole('Before paging.'), generated_at: text() },
  async readBeside(values, { view }, [first]) {
    const { total = 0 } = first ?? (await view.row(sql`select count(*) as total from (${listed(values)})`)) ?? {};
    return { total_assets: Number(total), generated_at: wallClock() };
  },
  key: ({ sort_by: sort, order }) => [
    { column: sort, type: types[sort], descending: order === 'desc' },
    { column: 'asset_code', type: 'varchar' },
    { column: 'issuer_order', type: 'varchar' },
  ],
  rows: (values) => listed(values),
});

const holdings = sql`
    select
        asset_key,
        count(*) as num_trustlines,
        sum(balance) as supply,
        list_sum(max(balance, 10)) as top_10
    from silver.trust_lines_current
    where not deleted and asset_key is not null
    group by asset_key
    union all
    select 'native', null, sum(balance), list_sum(max(balance, 10))
    from silver.accounts_current
    where not deleted`;

/** The assets that are asked for, with `total`, how many there are. */
function listed(values: parameter.Values<typeof parameters>): Sql {
  return sql`
    select *, count(*) over () as total
    from (
        select
            asset_code,
            asset_issuer,
            coalesce(asset_issuer, '') as issuer_order,
            asset_type,
            holder_count,
            cast(supply as decimal(38, 7)) as circulating_supply,
            cast(transfer_volume_24h as decimal(38, 7)) as volume_24h,
            transfer_count_24h as transfers_24h,
            coalesce(cast(top_10 as double) / nullif(cast(supply as double), 0), 0) as top_10_concentration,
            first_seen,
            last_transfer as last_activity,
            contract_id,
            num_trustlines
        from semantic.semantic_asset_stats
        inner join (${holdings}) using (asset_key)
        where holder_count > 0
    )
    ${where(
      when(values.min_holders, (count) => sql`holder_count >= cast(${count} as hugeint)`),
      when(values.min_volume_24h, (stroops) => sql`volume_24h >= cast(${stroops} as decimal(38, 0)) * 0.0000001`),
      when(values.asset_type, (type) => sql`asset_type = ${type}`),
      when(values.search, (prefix) => sql`starts_with(lower(asset_code), lower(${prefix}))`),
      when(values.issuer, (issuer) => sql`asset_issuer = ${issuer}`),
    )}`;
}
