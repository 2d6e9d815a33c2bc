/** The past: accounts, holders and supply after a ledger, and what moved. */
import { assetKey, moved, quoted, standing, time, units, type Given, type PlainAnswer } from './answer.ts';

/** Some ledgers of which there may be a question, and the time of each. */
const moments = `(select sequence::varchar as ledger, ${time('closed_at')} as closed from bronze.history_ledgers_raw_v1 order by hash(sequence) limit 20)`;

/** Assets that somebody holds or held, as requests name them. */
const assets = `(
    select 'XLM' as asset_code, null as asset_issuer
    union all
    select distinct asset_code, asset_issuer from bronze.trust_lines_raw_v1 where asset_type != 'pool_share')`;

/** The ledger after which a request asks: the last that closed by its time. */
export const ledgerOf = ({ ledger, timestamp }: Given) =>
  ledger ??
  `(select max(sequence) from bronze.history_ledgers_raw_v1 where closed_at <= ${quoted(timestamp)}::timestamp)`;

const keyOf = (code: string | undefined, issuer: string | undefined) =>
  quoted(issuer === undefined ? 'native' : `${String(code)}:${issuer}`);

/** All that is held of an asset after a ledger, with the kind of the holder. What was evicted from contracts is still held. */
export const heldAfter = (key: string, ledger: string) => `(
    select 'account' as holder_type, account_id, balance_stroops::hugeint as held from ${standing('accounts', ledger)} where ${key} = 'native'
    union all
    select 'account', account_id, balance_stroops from ${standing('trust_lines', ledger)}
    where asset_type != 'pool_share' and ${assetKey('asset_')} = ${key}
    union all
    select 'claimable_balance', balance_id, asset_amount_stroops from ${standing('claimable_balances', ledger)}
    where ${assetKey('asset_')} = ${key}
    union all
    select 'liquidity_pool', liquidity_pool_id, asset_a_amount_stroops from ${standing('liquidity_pools', ledger)}
    where ${assetKey('asset_a_')} = ${key}
    union all
    select 'liquidity_pool', liquidity_pool_id, asset_b_amount_stroops from ${standing('liquidity_pools', ledger)}
    where ${assetKey('asset_b_')} = ${key}
    union all
    select 'contract', balance_holder, try_cast(balance as hugeint) from (
      select * from bronze.contract_data_raw_v1 where ledger_sequence <= ${ledger} and balance_holder != ''
      qualify row_number() over (partition by ledger_key_hash order by ledger_sequence desc) = 1
    ) as entries
    where contract_id in (select contract_id from ${moved} where kind is not null and key = ${key})
      and (not deleted or exists (
        select 1 from bronze.evicted_keys_raw_v1 as evicted
        where evicted.ledger_sequence = entries.ledger_sequence and evicted.ledger_key_hash = entries.ledger_key_hash_base_64
      )))`;

/** Accounts that hold an asset after a ledger, the largest first; `scope` says of what their part is told. */
export const holdersAfter = (key: string, ledger: string, scope = 'true') => `
    select account_id, ${units('held')} as balance,
      cast(((20000 * held + total) // (2 * total))::decimal(30, 0) * cast('0.01' as decimal(3, 2)) as decimal(38, 2)) as percent_of_supply
    from (
      select *, sum(held) over () as total from ${heldAfter(key, ledger)} where held > 0 and ${scope}
    ) where holder_type = 'account' order by held desc, account_id`;

/** What there is of an asset after a ledger. */
export const supplyAfter = (key: string, ledger: string, scope = 'true') => `
    select count(*) filter (holder_type = 'account') as total_holders, ${units('coalesce(sum(held), 0)')} as total_supply,
      ${units('coalesce(sum(held), 0)')} as circulating_supply, '0.0000000' as issuer_balance
    from ${heldAfter(key, ledger)} where held > 0 and ${scope}`;

/** Returns a day's first or last millisecond, or the time that is given. */
export const momentIn = (given: string, isEnd: boolean) =>
  given.length > 10 ? given : `${given}T${isEnd ? '23:59:59.999' : '00:00:00.000'}Z`;

/** Periods of assets: days, and times of ledgers; the first ends before the last ledger, so that its day is over. */
const periods = `(
    with days as (select distinct closed_at::date as day from bronze.history_ledgers_raw_v1),
    moments as (from ${moments})
    select asset_code, asset_issuer, first.day::varchar as start_date, last.day::varchar as end_date
    from ${assets} cross join days as first inner join days as last on last.day between first.day and first.day + 5
    where first.day > (select min(day) from days) and last.day < (select max(day) from days)
    union all
    select asset_code, asset_issuer, first.closed, last.closed
    from ${assets} cross join moments as first inner join moments as last
      on last.ledger::integer between first.ledger::integer and first.ledger::integer + 60)`;

/** Movements of an asset in a period, both ends in it. */
export const movedBetween = (key: string, start: string, end: string) => `
    select ledger_sequence, ${time('closed_at')} as closed_at, transaction_hash, event_index, "from" as from_account, "to" as to_account,
      ${units('amount_raw::hugeint')} as amount
    from ${moved} where kind is not null and key = ${key} 
      and closed_at between '${momentIn(start, false)}'::timestamp and '${momentIn(end, true)}'::timestamp
    order by ledger_sequence, event_index`;

const state = `{
    balance: ${units('balance_stroops')}, balance_stroops: balance_stroops::varchar, sequence_number: sequence_number::varchar,
    num_subentries: num_subentries, home_domain: nullif(home_domain, ''),
    thresholds: {low: threshold_low, med: threshold_medium, high: threshold_high},
    flags: {auth_required: flags & 1 > 0, auth_revocable: flags & 2 > 0, auth_immutable: flags & 4 > 0}}`;

const accountsThen = `select account_id, if(even, ledger, null) as ledger, if(even, null, closed) as timestamp
    from (select distinct account_id from bronze.accounts_raw_v1)
    cross join (select *, ledger::integer % 2 = 0 as even from ${moments})`;

const assetsThen = `select asset_code, asset_issuer, if(even, ledger, null) as ledger, if(even, null, closed) as timestamp
    from ${assets} cross join (select *, ledger::integer % 2 = 0 as even from ${moments})`;

export const goldAnswers: readonly PlainAnswer[] = [
  {
    path: '/gold/compliance/balances',
    requests: `select *, unnest(['v1', 'v2', null]) as methodology from (${assetsThen})`,
    members({ asset_code: code, asset_issuer: issuer, methodology = 'v2', ...moment }) {
      const key = keyOf(code, issuer);
      const scope = methodology === 'v1' ? `holder_type = 'account'` : 'true';
      return {
        '.': `select ${ledgerOf(moment)} as snapshot_ledger`,
        holders: holdersAfter(key, ledgerOf(moment), scope),
        summary: supplyAfter(key, ledgerOf(moment), scope),
      };
    },
  },
  {
    path: '/gold/snapshots/balance',
    requests: assetsThen,
    members: ({ asset_code: code, asset_issuer: issuer, ...moment }) => ({
      '.': `select ${ledgerOf(moment)} as snapshot_ledger`,
      holders: holdersAfter(keyOf(code, issuer), ledgerOf(moment)),
    }),
  },
  {
    path: '/gold/compliance/supply',
    requests: `select *, unnest(['v1', 'v2']) as methodology, '1d' as interval from ${periods}`,
    members({ asset_code: code, asset_issuer: issuer, methodology, start_date: start = '', end_date: end = '' }) {
      const scope = methodology === 'v1' ? `holder_type = 'account'` : 'true';
      const [first, last] = [Date.parse(momentIn(start, false)), Date.parse(momentIn(end, true))];
      const whole = Array.from(
        { length: Math.floor((last - first) / 86_400_000) + 1 },
        (_, i) => first + i * 86_400_000,
      );
      const points = (whole.at(-1) === last ? whole : [...whole, last]).map((at) => new Date(at).toISOString());
      const written = (timestamp: string) => timestamp.replace('T23:59:59.999Z', 'T23:59:59Z').replace('.000Z', 'Z');
      const point = (timestamp: string) => `
        select '${written(timestamp)}' as timestamp, ${ledgerOf({ timestamp })} as ledger_sequence, total_supply, total_holders as holder_count
        from (${supplyAfter(keyOf(code, issuer), ledgerOf({ timestamp }), scope)})`;
      return { timeline: `from (${points.map(point).join(' union all ')}) order by timestamp::timestamp` };
    },
  },
  {
    path: '/gold/compliance/transactions',
    requests: `
      with days as (select distinct closed_at::date as day from bronze.history_ledgers_raw_v1)
      select asset_code, asset_issuer, first.day::varchar as start_date, last.day::varchar as end_date
      from ${assets} cross join days as first inner join days as last on last.day between first.day and first.day + 5
      union all
      from ${periods}`,
    members: ({ asset_code: code, asset_issuer: issuer, start_date: start, end_date: end }) => ({
      data: movedBetween(keyOf(code, issuer), String(start), String(end)),
    }),
  },
  {
    path: '/gold/snapshots/account',
    requests: accountsThen,
    members: ({ account_id: id, ...moment }) => ({
      '.': `select ${ledgerOf(moment)} as snapshot_ledger,
          (select ${state} from ${standing('accounts', ledgerOf(moment))} where account_id = ${quoted(id)}) as state`,
    }),
  },
  {
    path: '/gold/snapshots/portfolio',
    requests: accountsThen,
    members: ({ account_id: id, ...moment }) => ({
      balances: `select * exclude (raw) from (
          select 'native' as asset_type, null as asset_issuer, null as liquidity_pool_id, ${units('balance_stroops')} as balance,
            'XLM' as asset_code, balance_stroops as raw
          from ${standing('accounts', ledgerOf(moment))} where account_id = ${quoted(id)}
          union all
          select if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type), nullif(asset_issuer, ''), nullif(liquidity_pool_id, ''),
            ${units('balance_stroops')}, nullif(asset_code, ''), balance_stroops
          from ${standing('trust_lines', ledgerOf(moment))} where account_id = ${quoted(id)} and balance_stroops > 0
        ) order by asset_type != 'native', raw desc, asset_code, asset_issuer, liquidity_pool_id`,
    }),
  },
  {
    path: '/gold/snapshots/accounts/batch',
    requests: `select string_agg(account_id, ',' order by account_id) as accounts, ledger from (
        select *, row_number() over (order by hash(account_id), ledger) % 5 as part from (${accountsThen}) where ledger is not null
      ) group by part, ledger`,
    body: ({ accounts = '', ledger }) => ({ account_ids: accounts.split(','), ledger: Number(ledger) }),
    members: ({ accounts = '', ledger }) => ({
      '.': `select ${String(ledger)} as snapshot_ledger, ${accounts.split(',').length} as requested`,
      accounts: `select wanted.account_id, known.account_id is not null as found, if(known.account_id is null, null, ${state}) as state
        from (select unnest(string_split(${quoted(accounts)}, ',')) as account_id, generate_subscripts(string_split(${quoted(accounts)}, ','), 1) as place)
          as wanted
        left join ${standing('accounts', ledger)} as known on known.account_id = wanted.account_id order by place`,
    }),
  },
];
