/** Assets that have holders. */
import { amount, may, fields, real, text, time, whole } from '../../fields.ts';
import { list } from '../../lists/list.ts';
import { leftOut, withoutTotals } from '../../meta.ts';
import * as parameter from '../../parameters.ts';
import { hourAfter, lastHours, within, type LastHours } from '../../lists/period.ts';
import { counted, sql, when, where, units, type Sql } from '../../sql.ts';
import { wallClock } from '../../wall-clock.ts';

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

/** What counts entries. Assets are in their order, as far as it is known. */
const TOTALS = ['holder_count', 'circulating_supply', 'top_10_concentration', 'num_trustlines'];

export const assets = list({
  path: '/api/v1/silver/assets',
  summary: 'List tracked assets',
  legacyKey: 'assets',
  parameters,
  row: fields({
    asset_code: text(),
    asset_issuer: may(text()),
    asset_type: text(),
    holder_count: may(whole('Absent, as other totals over entries, while entries are unknown.')),
    circulating_supply: may(amount()),
    volume_24h: amount(),
    transfers_24h: whole(),
    top_10_concentration: may(real('Part of the ten largest balances, from 0 to 1.')),
    first_seen: may(time()),
    last_activity: may(time()),
    contract_id: may(text()),
    num_trustlines: may(whole()),
  }),
  beside: {
    fields: { total_assets: whole('Known assets, before paging.'), generated_at: text() },
    async read(values, { view }, [first], day) {
      const count = sql`select count(*) as total from (${listed(values, day)})`;
      const { total = 0 } = first ?? (await view.row(count)) ?? {};
      return { total_assets: Number(total), generated_at: wallClock() };
    },
  },
  warnings: (_values, view) => leftOut(view.coverage),
  complete: async (rows, { coverage }) => rows.map((row) => withoutTotals(row, TOTALS, coverage)),
  prepare: async (_values, view) => JSON.stringify(await lastHours(view, 24)),
  kind: { isState: true, isWhole: true },
  key: ({ sort_by: sort, order }) => [
    { column: sort, type: types[sort], descending: order === 'desc' },
    { column: 'asset_code', type: 'varchar' },
    { column: 'issuer_order', type: 'varchar' },
  ],
  rows: (values, _scan, day) => listed(values, day),
});

const holdings = sql`
    select
        asset_key,
        any_value(asset_type) as asset_type,
        any_value(asset_code) as asset_code,
        any_value(asset_issuer) as asset_issuer,
        count(*) filter (balance > 0) as holder_count,
        count(*) as num_trustlines,
        sum(balance) as supply,
        list_sum(max(balance, 10)) as top_10
    from silver.trust_lines_current
    where not deleted and asset_key is not null
    group by asset_key
    union all
    select 'native', 'native', 'XLM', null, count(*) filter (balance > 0), null, sum(balance), list_sum(max(balance, 10))
    from silver.accounts_current
    where not deleted`;

/** The contracts of assets, of those that moved, or that more than an entry names. */
const contracts = sql`
    select
        asset_key,
        any_value(contract_id) as contract_id,
        any_value(first_transfer) as first_transfer,
        any_value(last_transfer) as last_transfer
    from (
        select asset_key, contract_id, first_transfer, last_transfer
        from silver.contract_activity
        where asset_type is not null
        union all
        select asset_key, contract_id, null, null
        from bronze.history_assets
    )
    group by asset_key`;

/** What moved of each contract in a day: in whole hours, and in the ledgers of the hour in which it begins, without what closed later in its last hour. */
const movements = ({ start, end, ledgers }: LastHours): Sql => sql`
    select
        contract_id,
        cast(sum(transfers) as bigint) as transfers_24h,
        if(sum(larges) = 0, sum(amount), null) as moved
    from (
        select contract_id, sent_count as transfers, sent_raw as amount, large_count as larges
        from silver.hourly_transfer_agg_address
        where ${within({ start, end }, 'hour_agg')}
        union all
        ${movedInHour(ledgers[0].first, start, 1)}
        union all
        ${movedInHour(ledgers[0].first, end, -1)}
    )
    group by contract_id`;

/** What moved after a time, in its hour. */
const movedInHour = (first: number, after: string, sign: number): Sql => sql`
    select
        contract_id,
        ${sign},
        ${sign} * cast(coalesce(bronze.summable(amount_raw), 0) as hugeint),
        ${sign} * cast(bronze.summable(amount_raw) is null as integer)
    from bronze.token_transfers_raw_raw_v1
    where event_topic != 'fee' and ledger_sequence >= ${first}
        and closed_at > cast(${after} as timestamp) and closed_at < cast(${hourAfter(after)} as timestamp)`;

/**
 * The assets that are asked for, with `total`, how many there are. `semantic.semantic_asset_stats` has the same of them and of all tokens.
 */
function listed(values: parameter.Values<typeof parameters>, day: string | null): Sql {
  const known = sql`
    from (
        select
            asset_code,
            nullif(asset_issuer, '') as asset_issuer,
            coalesce(asset_issuer, '') as issuer_order,
            asset_type,
            holder_count,
            cast(supply as decimal(38, 7)) as circulating_supply,
            cast(semantic.volume(asset_type, if(transfers_24h is null, 0, moved)) as decimal(38, 7)) as volume_24h,
            coalesce(transfers_24h, 0) as transfers_24h,
            coalesce(cast(top_10 as double) / nullif(cast(supply as double), 0), 0) as top_10_concentration,
            first_transfer as first_seen,
            last_transfer as last_activity,
            contract_id,
            num_trustlines
        from (${holdings})
        left join (${contracts}) using (asset_key)
        left join (${movements(JSON.parse(day ?? '') as LastHours)}) using (contract_id)
        where holder_count > 0
    )
    ${where(
      when(values.min_holders, (count) => sql`holder_count >= cast(${count} as hugeint)`),
      when(values.min_volume_24h, (stroops) => sql`volume_24h >= ${units(stroops)}`),
      when(values.asset_type, (type) => sql`asset_type = ${type}`),
      when(values.search, (prefix) => sql`starts_with(lower(asset_code), lower(${prefix}))`),
      when(values.issuer, (issuer) => sql`asset_issuer = ${issuer}`),
    )}`;
  return counted(known, 'total');
}
