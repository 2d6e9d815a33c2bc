/** Contracts and tokens: how they are called, what they keep and emit. */
import {
  assetKey,
  calls,
  evicted,
  kept,
  latest,
  moved,
  now,
  quoted,
  standing,
  time,
  units,
  within,
  type Given,
  type PlainAnswer,
} from './answer.ts';

const called = `select distinct contract_id as id from ${calls}`;
const hours: Readonly<Record<string, number>> = { '24h': 24, '7d': 168, '30d': 720 };
const ofPeriod = (period: string | undefined) => (hours[period ?? ''] ? within(hours[period ?? '']) : 'true');

/** Live balances of a token, whichever entry has them. */
const holders = (id: string) => `(
    select account_id as holder, balance_stroops::hugeint as raw, true as is_live from ${standing('accounts')}
    where exists (select 1 from ${moved} where contract_id = ${id} and key = 'native' and kind is not null)
    union all
    select account_id, balance_stroops, true from ${standing('trust_lines')}
    where asset_type != 'pool_share' and ${assetKey('asset_')} in (select key from ${moved} where contract_id = ${id} and kind is not null)
    union all
    select holder, raw, is_live from ${kept} where contract_id = ${id})`;

const storage = `
    select contract_id, ledger_key_hash as key_hash,
      if(contract_durability = 'ContractDataDurabilityPersistent', 'persistent', 'temporary') as durability,
      entries.last_modified_ledger, live_until_ledger_seq as live_until_ledger, live_until_ledger_seq >= ${latest} as is_live
    from ${standing('contract_data')} as entries
    left join ${standing('ttl')} as lifetimes on lifetimes.key_hash = entries.ledger_key_hash`;

const ofAll = (condition: string | undefined, rest: string) => (condition === undefined ? '' : rest);

/** Lifetimes, with the entries they are of. */
const lifetimes = `(
    select lifetimes.key_hash, live_until_ledger_seq as live_until_ledger, lifetimes.last_modified_ledger,
      live_until_ledger_seq < ${latest} as expired,
      if(live_until_ledger_seq >= ${latest}, live_until_ledger_seq - ${latest}, null) as ledgers_remaining, contract_id
    from ${standing('ttl')} as lifetimes
    left join (
      select ledger_key_hash, any_value(contract_id) as contract_id from bronze.contract_data_raw_v1 group by all
    ) as entries on entries.ledger_key_hash = lifetimes.key_hash)`;

/** Entries of one contract that are not removed. */
const ofContract = (id: string | undefined) =>
  ofAll(
    id,
    `and contract_id = ${quoted(id)} and key_hash in (select ledger_key_hash from ${standing('contract_data')})`,
  );

/** What a contract is, of a relation with `contract_id`: of simulated ones no code is kept. */
const typeOf = (relation: string) => `
    case
      when contract_id in (
        select contract_id from bronze.history_assets_raw_v1
        union select contract_id from ${moved} where kind is not null
        union select contract_id from bronze.contract_data_raw_v1
          where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
            and (val_decoded::json ->> '$.contract_instance.executable') = 'stellar_asset'
      ) then 'sac'
      when exists (
        select 1 from bronze.contract_data_raw_v1 as entries
        where entries.contract_id = ${relation}.contract_id and contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
          and contains(val_decoded, '{"symbol":"METADATA"}')
      ) or (
        select count(distinct function_name) from ${calls} as one
        where one.contract_id = ${relation}.contract_id
          and function_name in ('transfer', 'balance', 'decimals', 'name', 'symbol')
      ) >= 3 then 'custom_soroban'
      else 'unknown'
    end as contract_type`;

export const contractAnswers: readonly PlainAnswer[] = [
  {
    path: '/silver/contracts/top',
    requests: `select period, sort_by from (values ('24h'), ('7d'), ('30d'), ('all'), (null)) as periods(period)
      cross join (values ('total_calls'), ('root_calls'), ('sub_calls'), ('unique_callers')) as sorts(sort_by)`,
    members: ({ period = '24h', sort_by: sort }) => ({
      data: `
        with wanted as (select * from ${calls} where ${ofPeriod(period)})
        select contract_id, count(*) as total_calls, count(distinct caller) as unique_callers,
          sum((origin = 'root')::integer) as root_calls, sum((origin != 'root')::integer) as sub_calls,
          sum((origin = 'root' and successful)::integer) / nullif(sum((origin = 'root')::integer), 0) as success_rate,
          ${time('max(closed_at)')} as last_activity,
          (
            select function_name from wanted as one where one.contract_id = wanted.contract_id and function_name is not null
            group by function_name order by count(*) desc, function_name limit 1
          ) as top_function,
          ${typeOf('wanted')}
        from wanted group by contract_id order by ${String(sort)} desc, contract_id`,
    }),
  },
  {
    path: '/silver/contracts/{id}/analytics',
    requests: `${called} union select caller from ${calls} where starts_with(caller, 'C')`,
    members: ({ id }) => ({
      '.': `select
          count(*) filter (contract_id = ${quoted(id)} and ${within(168)}) as total_calls_7d,
          count(*) filter (contract_id = ${quoted(id)} and ${within(720)}) as total_calls_30d,
          sum((contract_id = ${quoted(id)} and origin = 'root' and successful)::integer)
            / nullif(sum((contract_id = ${quoted(id)} and origin = 'root')::integer), 0) as success_rate
        from ${calls} where contract_id = ${quoted(id)} or caller = ${quoted(id)}`,
      stats: `select
          (select count(*) from ${calls} where caller = ${quoted(id)}) as total_calls_as_caller,
          (select count(*) from ${calls} where contract_id = ${quoted(id)}) as total_calls_as_callee,
          (select count(distinct caller) from ${calls} where contract_id = ${quoted(id)}) as unique_callers,
          (select count(distinct contract_id) from ${calls} where caller = ${quoted(id)}) as unique_callees`,
      timeline: `select ${time('min(closed_at)')} as first_seen, ${time('max(closed_at)')} as last_activity
        from ${calls} where contract_id = ${quoted(id)} or caller = ${quoted(id)}`,
      top_functions: `select function_name as name, count(*) as count, count(*) filter (${within(24)}) as calls_24h,
          count(*) filter (${within(168)}) as calls_7d, count(*) filter (${within(720)}) as calls_30d,
          avg(successful::integer) as success_rate, ${time('max(closed_at)')} as last_called
        from ${calls} where contract_id = ${quoted(id)} group by function_name order by count desc, name limit 10`,
      daily_calls_7d: daily(id, 7),
      daily_calls_30d: daily(id, 30),
    }),
  },
  {
    path: '/silver/contracts/{id}/call-summary',
    requests: called,
    members: ({ id }) => ({
      '.': `select count(*) filter (caller = ${quoted(id)}) as total_calls_as_caller,
          count(*) filter (contract_id = ${quoted(id)}) as total_calls_as_callee,
          ${time('min(closed_at)')} as first_seen, ${time('max(closed_at)')} as last_seen
        from ${calls} where contract_id = ${quoted(id)} or caller = ${quoted(id)}`,
    }),
  },
  ...(['caller', 'contract_id'] as const).map((other) => ({
    path: `/silver/contracts/{id}/${other === 'caller' ? 'callers' : 'callees'}`,
    requests: other === 'caller' ? called : `select distinct caller as id from ${calls} where starts_with(caller, 'C')`,
    members: ({ id }: Given) => ({
      data: `select ${other} as contract_id, count(*) as call_count, ${time('max(closed_at)')} as last_call,
          list_sort(list_distinct(list(function_name))) as functions
        from ${calls} where ${other === 'caller' ? 'contract_id' : 'caller'} = ${quoted(id)} and ${other} is not null
        group by ${other} order by call_count desc, ${other}`,
    }),
  })),
  {
    path: '/silver/contracts/{id}/activity/summary',
    requests: called,
    members: ({ id }) => ({
      '.': `select
          (select count(*) from ${calls} where contract_id = ${quoted(id)}) as invocation_count_all,
          (select count(*) from ${calls} where contract_id = ${quoted(id)} and ${within(24)}) as invocation_count_24h,
          (select count(*) from ${calls} where contract_id = ${quoted(id)} and ${within(168)}) as invocation_count_7d,
          (select count(distinct caller) from ${calls} where contract_id = ${quoted(id)} and ${within(720)}) as unique_callers_30d,
          (
            select count(*) from bronze.history_contract_events_raw_v1
            where contract_id = ${quoted(id)} and event_kind != 'diagnostic' and ${within(24)}
          ) as event_count_24h,
          (
            select max(ledger_sequence) from (
              select ledger_sequence from ${calls} where contract_id = ${quoted(id)}
              union all
              select ledger_sequence from bronze.history_contract_events_raw_v1
              where contract_id = ${quoted(id)} and event_kind != 'diagnostic'
            )
          ) as last_seen_ledger`,
    }),
  },
  {
    path: '/silver/contracts/{id}/transactions',
    requests: `select contract_id as id, unnest([null, function_name]) as function_name, unnest([null, 'true']) as successful
      from ${calls} where origin = 'root'`,
    members: ({ id, function_name: name, successful }) => ({
      data: `select id as operation_id, transaction_hash, ledger_sequence, operation_index, function_name, source_account,
          transaction_successful as successful
        from bronze.history_operations_raw_v1
        where type = 24 and contract_id = ${quoted(id)} and function_name is not null
          ${ofAll(name, `and function_name = ${quoted(name)}`)} ${ofAll(successful, `and transaction_successful = ${String(successful)}`)}
        order by id desc`,
    }),
  },
  {
    path: '/silver/calls',
    requests: `select contract_id, null as function_name from ${calls} union select null, function_name from ${calls}`,
    members: ({ contract_id: id, function_name: name }) => byFunction(id, name),
  },
  {
    path: '/silver/operations/soroban/by-function',
    requests: `select contract_id, function_name from ${calls} where origin = 'root'`,
    members: ({ contract_id: id, function_name: name }) => byFunction(id, name),
  },
  {
    path: '/silver/events/contract/{id}',
    requests: `select contract_id as id, unnest(['asc', 'desc']) as "order" from bronze.history_contract_events_raw_v1 where contract_id != ''`,
    members: ({ id, order }) => ({
      data: `select transaction_hash, contract_id, event_index, topic0 as topic0_decoded, topic_count
        from bronze.history_contract_events_raw_v1
        where contract_id = ${quoted(id)} and event_kind != 'diagnostic'
        order by transaction_id ${String(order)}, if(event_kind = 'operation', 1, if(event_stage like '%before%', 0, 2)) ${String(order)},
          coalesce(operation_id, 0) ${String(order)}, event_index ${String(order)}`,
    }),
  },
  {
    path: '/semantic/contracts/functions',
    requests: `select contract_id, period, include_sub_calls from (select distinct contract_id from ${calls})
      cross join (values ('24h'), ('7d'), ('30d'), (null)) as periods(period)
      cross join (values ('true'), (null)) as subs(include_sub_calls)`,
    members: ({ contract_id: id, period, include_sub_calls: withSub }) => ({
      data: `select contract_id, function_name, count(*) as total_calls, sum(successful::integer) as successful_calls,
          sum((not successful)::integer) as failed_calls, avg(successful::integer) as success_rate,
          count(distinct caller) as unique_callers, ${time('min(closed_at)')} as first_called, ${time('max(closed_at)')} as last_called
        from ${calls}
        where contract_id = ${quoted(id)} and ${ofPeriod(period)} ${withSub === undefined ? "and origin = 'root'" : ''}
        group by all order by total_calls desc, function_name`,
    }),
  },
  {
    path: '/semantic/contracts',
    requests: `select unnest(['total_invocations', 'deployed_ledger', 'last_activity']) as sort_by, null as contract_id, null as function_any
      union all select null, contract_id, null from ${calls} union all select null, null, function_name from ${calls}`,
    members: ({ sort_by: sort = 'total_invocations', contract_id: id, function_any: name }) => ({
      data: `
        with known as (
          select contract_id from ${calls}
          union select contract_id from bronze.contract_creations_raw_v1
          union select contract_id from bronze.history_contract_events_raw_v1 where contract_id != ''
          union select contract_id from bronze.contract_data_raw_v1 where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
        )
        select contract_id,
          (select count(*) from ${calls} as one where one.contract_id = known.contract_id and origin = 'root') as total_invocations,
          (select count(distinct caller) from ${calls} as one where one.contract_id = known.contract_id and origin = 'root')
            as unique_callers,
          (select ${time('max(closed_at)')} from ${calls} as one where one.contract_id = known.contract_id) as last_activity,
          (select list_sort(list_distinct(list(function_name))) from ${calls} as one where one.contract_id = known.contract_id)
            as observed_functions,
          (select min(ledger_sequence) from bronze.contract_creations_raw_v1 as one where one.contract_id = known.contract_id)
            as deployed_ledger,
          ${typeOf('known')}
        from known
        where (${quoted(id)} is null or contract_id = ${quoted(id)})
          and (${quoted(name)} is null or contract_id in (select contract_id from ${calls} where function_name = ${quoted(name)}))
        order by ${sort} desc nulls last, contract_id`,
    }),
  },
  {
    path: '/silver/contracts/{id}/storage',
    requests: `select distinct contract_id as id, unnest([null, 'true']) as live_only, null as durability
      from ${standing('contract_data')}`,
    members: ({ id, live_only: isLive }) => ({
      data: `select * from (${storage}) where contract_id = ${quoted(id)} ${ofAll(isLive, 'and coalesce(is_live, true)')}
        order by key_hash`,
    }),
  },
  {
    path: '/silver/soroban/contract-data',
    requests: `select distinct contract_id, unnest([null, 'persistent', 'temporary']) as durability from ${standing('contract_data')}`,
    members: ({ contract_id: id, durability }) => ({
      data: `select * from (${storage}) where contract_id = ${quoted(id)} ${ofAll(durability, `and durability = ${quoted(durability)}`)}
        order by key_hash`,
    }),
  },
  {
    path: '/silver/soroban/contract-data/entry',
    requests: `select contract_id, ledger_key_hash as key_hash from ${standing('contract_data')}`,
    members: ({ key_hash: hash }) => ({ '.': `select * from (${storage}) where key_hash = ${quoted(hash)}` }),
  },
  {
    path: '/silver/contracts/{id}/storage/summary',
    requests: `select distinct contract_id as id from ${standing('contract_data')}`,
    members: ({ id }) => ({
      '.': `select count(*) as entries, count(*) filter (durability = 'persistent') as persistent_entries,
          count(*) filter (durability = 'temporary') as temporary_entries, count(*) filter (is_live) as live_entries,
          count(*) filter (not is_live and durability = 'persistent') as archived_entries,
          count(*) filter (not is_live and durability = 'temporary') as expired_entries,
          min(if(is_live, live_until_ledger, null)) as next_to_end, max(last_modified_ledger) as last_modified_ledger
        from (${storage}) where contract_id = ${quoted(id)}`,
    }),
  },
  {
    path: '/silver/soroban/ttl',
    requests: `select distinct contract_id from ${standing('contract_data')}`,
    members: ({ contract_id: id }) => ({
      data: `select * from ${lifetimes} where contract_id = ${quoted(id)} and key_hash in (
          select ledger_key_hash from ${standing('contract_data')}) order by key_hash`,
    }),
  },
  {
    path: '/silver/soroban/ttl/expiring',
    requests: `select within_ledgers, contract_id from (select unnest(['1', '10', '100', '1000', '100000']) as within_ledgers)
      cross join (select distinct unnest([null, contract_id]) as contract_id from ${standing('contract_data')})`,
    members: ({ within_ledgers: ledgers, contract_id: id }) => ({
      data: `select * from ${lifetimes} where ledgers_remaining <= ${String(ledgers)} ${ofContract(id)}
        order by live_until_ledger, key_hash`,
    }),
  },
  {
    path: '/silver/soroban/ttl/expired',
    requests: `select distinct unnest([null, contract_id]) as contract_id from ${standing('contract_data')}`,
    members: ({ contract_id: id }) => ({
      data: `select * from ${lifetimes} where expired ${ofContract(id)} order by live_until_ledger desc, key_hash`,
    }),
  },
  ...(['evicted_keys', 'restored_key'] as const).map((table) => ({
    path: `/silver/soroban/${table === 'evicted_keys' ? 'evicted-keys' : 'restored-keys'}`,
    requests: `select distinct unnest([null, if(starts_with(contract_id, 'C'), contract_id, null)]) as contract_id
      from bronze.${table}_raw_v1`,
    members: ({ contract_id: id }: Given) => ({
      data: `select nullif(contract_id, '') as contract_id, ledger_sequence, ${time('closed_at')} as closed_at,
          sha256(from_base64(ledger_key_hash)) as key_hash
        from bronze.${table}_raw_v1 where ${quoted(id)} is null or contract_id = ${quoted(id)}
        order by ledger_sequence desc, ledger_key_hash`,
    }),
  })),
  {
    path: '/silver/tokens/{contract_id}',
    requests: `select distinct contract_id from ${moved}`,
    members: ({ contract_id: id }) => ({
      '.': `select (select count(*) from ${holders(quoted(id))} where raw > 0 and is_live) as holder_count,
          case when exists (from ${moved} where contract_id = ${quoted(id)} and kind is not null)
            then (select ${units('coalesce(sum(raw), 0)')} from ${holders(quoted(id))} where raw > 0) end as total_supply,
          count(*) as transfer_count, ${time('min(closed_at)')} as first_seen, ${time('max(closed_at)')} as last_activity
        from ${moved} where contract_id = ${quoted(id)}`,
    }),
  },
  {
    path: '/silver/tokens/{contract_id}/balances',
    requests: `select distinct contract_id, unnest([null, 'archived']) as include from ${moved}`,
    members: ({ contract_id: id, include }) => ({
      data: `select holder as address, raw as balance_raw, if(is_live, null, true) as is_archived
        from (
          from ${holders(quoted(id))}
          union all
          select holder, raw, false from ${evicted} where contract_id = ${quoted(id)}
        )
        where raw > 0 ${include === undefined ? 'and is_live' : ''} order by raw desc, holder`,
    }),
  },
  {
    path: '/semantic/tokens/{contract_id}',
    requests: `select distinct contract_id from ${moved}`,
    members: ({ contract_id: id }) => ({
      token: `select (select count(*) from ${holders(quoted(id))} where raw > 0 and is_live) as holder_count, count(*) as transfer_count
        from ${moved} where contract_id = ${quoted(id)}`,
    }),
  },
  {
    path: '/silver/tokens/{contract_id}/stats',
    requests: `select distinct contract_id from ${moved}`,
    members: ({ contract_id: id }) => ({
      '.': `select (select count(*) from ${holders(quoted(id))} where raw > 0 and is_live) as holder_count,
          (select coalesce(sum(raw), 0)::varchar from ${holders(quoted(id))} where raw > 0) as total_supply_raw,
          count(*) filter (${within(24)}) as transfers_24h,
          coalesce(sum(amount_raw::hugeint) filter (${within(24)}), 0)::varchar as volume_24h_raw
        from ${moved} where contract_id = ${quoted(id)}`,
    }),
  },
  {
    path: '/silver/tokens/{contract_id}/balance/{address}',
    requests: `select contract_id, holder as address from ${kept} where raw > 0
      union all select contract_id, holder from ${evicted} where raw > 0`,
    members: ({ contract_id: id, address }) => ({
      balance: `select raw as balance_raw, ledger_sequence as last_updated_ledger, if(is_live, null, true) as is_archived
        from (
          select contract_id, holder, raw, ledger_sequence, is_live from ${kept}
          union all
          select contract_id, holder, raw, ledger_sequence, false from ${evicted}
        )
        where contract_id = ${quoted(id)} and holder = ${quoted(address)}`,
    }),
  },
  {
    path: '/silver/stats/soroban',
    members: () => ({
      execution: `select
          (select count(*) from ${calls} where origin = 'root' and ${within(24)}) as total_invocations_24h,
          (select count(*) from ${calls} where origin = 'root' and successful and ${within(24)}) as successful_24h,
          (select count(distinct caller) from ${calls} where origin = 'root' and ${within(24)}) as unique_callers_24h,
          (
            select coalesce(sum(soroban_resources_instructions), 0) from bronze.history_transactions_raw_v1
            where ${within(24)} and resource_fee > 0
          ) as total_cpu_insns
        where ${now} is not null`,
      state: `select count(*) filter (contract_durability like '%Persistent') as persistent_entries,
          count(*) filter (contract_durability like '%Temporary') as temporary_entries,
          (select count(*) from ${standing('contract_code')}) as contract_codes
        from ${standing('contract_data')}`,
    }),
  },
  {
    path: '/silver/soroban/contract-code',
    requests: `select contract_code_hash as hash from ${standing('contract_code')}`,
    members: ({ hash }) => ({
      contract_code: `select contract_code_hash as hash, last_modified_ledger, ${time('closed_at')} as updated_at,
          (
            select live_until_ledger_seq from ${standing('ttl')} as lifetimes where lifetimes.key_hash = codes.ledger_key_hash
          ) as live_until_ledger
        from ${standing('contract_code')} as codes where contract_code_hash = ${quoted(hash)}`,
    }),
  },
  ...(['/silver/events', '/silver/events/by-contract', '/silver/tokens/{contract_id}/transfers'] as const).map(
    (path) => ({
      path,
      requests: `select contract_id, event_topic as event_type, unnest(['asc', 'desc']) as "order" from bronze.token_transfers_raw_raw_v1`,
      members: ({ contract_id: id, event_type: type, order }: Given) => ({
        data: `select transaction_hash as tx_hash, ledger_sequence, ${time('closed_at')} as closed_at, event_topic as event_type,
          "from", "to", amount_raw as amount, operation_id, if(asset_type = 'native', 'XLM', asset_code) as asset_code,
          asset_issuer, if(coalesce(is_soroban, false), 'soroban', 'classic') as source_type
        from bronze.token_transfers_raw
        where contract_id = ${quoted(id)} and event_topic = ${quoted(type)}
        order by ledger_sequence ${order}, event_index ${order}`,
      }),
    }),
  ),
  {
    path: '/silver/contracts/{id}/metadata',
    requests: `select distinct contract_id as id from ${standing('contract_data')} where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'`,
    members: ({ id }) => ({
      '.': `select count(*) as total_entries, count(*) filter (contract_durability like '%Persistent') as persistent_entries,
          count(*) filter (contract_durability like '%Temporary') as temporary_entries,
          any_value(val_decoded::json ->> '$.contract_instance.executable.wasm')
            filter (contract_key_type = 'ScValTypeScvLedgerKeyContractInstance') as wasm_hash
        from ${standing('contract_data')} where contract_id = ${quoted(id)}`,
    }),
  },
  {
    path: '/silver/soroban/ttl/resolve',
    requests: `select distinct contract_id, 'instance' as key_type from ${standing('contract_data')}
      where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'`,
    members: ({ contract_id: id }) => ({
      ttl: `select lifetimes.* from ${lifetimes} as lifetimes inner join ${standing('contract_data')} as entries
          on entries.ledger_key_hash = lifetimes.key_hash
        where entries.contract_id = ${quoted(id)} and contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'`,
    }),
  },
];

/** Calls of a contract by days, the newest of which is that of the latest ledger. */
function daily(id: string | undefined, days: number): string {
  return `select day::date::varchar as date,
      (select count(*) from ${calls} where contract_id = ${quoted(id)} and closed_at::date = day::date) as count
    from (select unnest(generate_series(${now}::date - interval ${days - 1} days, ${now}::date, interval 1 day)) as day) order by day`;
}

function byFunction(id: string | undefined, name: string | undefined) {
  return {
    data: `select id as operation_id, transaction_hash, source_account, contract_id as soroban_contract_id, function_name as soroban_function
      from bronze.history_operations_raw_v1
      where type = 24 and function_name is not null ${ofAll(id, `and contract_id = ${quoted(id)}`)}
        ${ofAll(name, `and function_name = ${quoted(name)}`)}
      order by id desc`,
  };
}
