/** Accounts: what they are, have and did. */
import {
  assetKey,
  calls,
  evicted,
  kept,
  latest,
  moved,
  quoted,
  standing,
  time,
  units,
  type PlainAnswer,
} from './answer.ts';

const ids = `select distinct account_id from bronze.accounts_raw_v1`;

const record = `
    account_id, ${units('balance_stroops')} as balance, balance_stroops, sequence_number, num_subentries, num_sponsoring,
    num_sponsored, last_modified_ledger, ${time('closed_at')} as updated_at, home_domain, sponsor,
    flags & 1 > 0 as auth_required, flags & 2 > 0 as auth_revocable, flags & 4 > 0 as auth_immutable,
    flags & 8 > 0 as auth_clawback_enabled, ${units('buying_liabilities_stroops')} as buying_liabilities,
    ${units('selling_liabilities_stroops')} as selling_liabilities,
    {low: threshold_low, med: threshold_medium, high: threshold_high, master_weight: master_weight} as thresholds,
    (
      select ${time('max(closed_at)')} from bronze.accounts_raw_v1 as made
      where made.account_id = page.account_id and ledger_entry_change = 0
    ) as created_at`;

/** What an account holds in contracts, lines and lumens. */
const held = (id: string) => `
    select 0 as kind, 'native' as asset_type, 'XLM' as asset_code, null as asset_issuer, null as liquidity_pool_id,
      null as contract_id, balance_stroops::hugeint as raw, null as is_authorized, null as "limit", last_modified_ledger, 'native' as key
    from ${standing('accounts')} where account_id = ${id}
    union all
    select if(asset_type = 'pool_share', 2, 1), if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type),
      nullif(asset_code, ''), nullif(asset_issuer, ''), nullif(liquidity_pool_id, ''), null, balance_stroops, flags & 1 > 0,
      ${units('trust_line_limit')}, last_modified_ledger,
      if(asset_type = 'pool_share', 'liquidity_pool:' || liquidity_pool_id, ${assetKey('asset_')})
    from ${standing('trust_lines')} where account_id = ${id}`;

export const accountAnswers: readonly PlainAnswer[] = [
  {
    path: '/silver/accounts/current',
    requests: `select account_id from ${standing('accounts')}`,
    members: ({ account_id: id }) => ({
      account: `select ${record} from ${standing('accounts')} as page where account_id = ${quoted(id)}`,
    }),
  },
  {
    path: '/silver/accounts/top',
    members: () => ({
      data: `select ${record}, row_number() over (order by balance_stroops desc, account_id) as rank
        from ${standing('accounts')} as page order by rank`,
    }),
  },
  {
    path: '/silver/accounts/{id}/balances',
    requests: `select account_id as id, unnest([null, 'true']) as include_contract_tokens from ${standing('accounts')}`,
    members: ({ id, include_contract_tokens: withTokens }) => ({
      data: `select asset_type, asset_issuer, liquidity_pool_id, contract_id, is_authorized, "limit", last_modified_ledger,
          if(kind < 3, raw, null) as balance_stroops, if(kind = 3, raw, null) as balance_raw
        from (${held(quoted(id))}
          ${withTokens === undefined ? '' : `union all select 3, 'contract_token', null, null, null, contract_id, raw, null, null, ledger_sequence, '' from ${kept} where is_live and raw > 0 and holder = ${quoted(id)}`})
        order by kind, coalesce(asset_code, ''), coalesce(asset_issuer, ''), coalesce(liquidity_pool_id, contract_id, '')`,
    }),
  },
  {
    path: '/silver/addresses/{address}/balances',
    requests: `select account_id as address from ${standing('accounts')} union select holder from ${kept}`,
    members: ({ address }) => ({
      data: `select asset_type, liquidity_pool_id, raw as balance_raw
        from (
          ${held(quoted(address))}
          union all
          select if(assets.contract_id is null, 3, 1), coalesce(assets.asset_type, 'soroban_token'), null, null, null,
            null, raw, null, null, null, if(assets.contract_id is null, kept.contract_id, ${assetKey('assets.asset_')})
          from ${kept} as kept
          left join (select distinct contract_id, asset_type, asset_code, asset_issuer from bronze.history_assets_raw_v1) as assets on assets.contract_id = kept.contract_id
          where is_live and holder = ${quoted(address)}
        )
        where raw > 0
        order by if(key = 'native', 0, kind), key`,
    }),
  },
  {
    path: '/silver/addresses/{address}/balances/history',
    requests: `select account_id as address, unnest(['asc', 'desc', null]) as "order" from bronze.accounts_raw_v1`,
    members: ({ address, order = 'desc' }) => ({
      data: `select ledger_sequence, asset_type, if(deleted, 0, raw) as balance_raw, deleted
        from (
          select ledger_sequence, 'native' as asset_type, balance_stroops::hugeint as raw, deleted, 'native' as key
          from bronze.accounts_raw_v1 where account_id = ${quoted(address)}
          union all
          select ledger_sequence, if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type), balance_stroops, deleted,
            if(asset_type = 'pool_share', 'liquidity_pool:' || liquidity_pool_id, ${assetKey('asset_')})
          from bronze.trust_lines_raw_v1 where account_id = ${quoted(address)}
          union all
          select ledger_sequence, 'soroban_token',
            coalesce(val_decoded::json ->> '$.i128', val_decoded::json ->> '$.map[0].val.i128')::hugeint, deleted, contract_id
          from bronze.contract_data_raw_v1
          where (key_decoded::json ->> '$.vec[0].symbol') = 'Balance' and (key_decoded::json ->> '$.vec[1].address') = ${quoted(address)}
            and contract_durability = 'ContractDataDurabilityPersistent'
        )
        order by ledger_sequence ${order}, key`,
    }),
  },
  {
    path: '/silver/address/{addr}/token-balances',
    requests: `select account_id as addr, unnest([null, 'archived']) as include from ${standing('accounts')}`,
    members: ({ addr, include }) => ({
      data: `select asset_issuer, raw as balance_raw from (
          ${held(quoted(addr))}
          union all
          select 3, null, null, null, null, contract_id, raw, null, null, null, contract_id from ${kept}
          where (is_live or ${include !== undefined}) and holder = ${quoted(addr)}
          union all
          select 3, null, null, null, null, contract_id, raw, null, null, null, contract_id from ${evicted}
          where ${include !== undefined} and holder = ${quoted(addr)}
        ) where raw > 0 order by key`,
    }),
  },
  {
    path: '/silver/accounts/{id}/activity',
    requests: `select account_id as id, "order", type from (${ids})
      cross join (values ('asc'), ('desc'), (null)) as orders("order")
      cross join (values (null), (null), ('payment_sent'), ('payment_received'), ('contract_call'), ('operation')) as types(type)`,
    members: ({ id, order = 'desc', type }) => ({
      data: `
        with own as (select * from ${moved} where "from" = ${quoted(id)} or "to" = ${quoted(id)}),
        items as (
          select if("from" = ${quoted(id)}, 'payment_sent', 'payment_received') as type, closed_at, ledger_sequence,
            transaction_hash, operation_id, event_index as place, true as successful,
            {"to": if("from" = ${quoted(id)}, "to", null), "from": if("from" = ${quoted(id)}, null, "from"),
              amount: if(kind is null, amount_raw, cast(${units('if(kind is null, 0, amount_raw::hugeint)')} as varchar)),
              asset_code: if(kind = 'native', 'XLM', asset_code), asset_issuer: asset_issuer}::json as details
          from own
          union all
          select if(function_name is null or type != 24, 'operation', 'contract_call'), closed_at, ledger_sequence,
            transaction_hash, id, -1, transaction_successful,
            if(function_name is null or type != 24,
              {type_name: upper(type_string), operation_id: id::varchar}::json,
              {contract_id: contract_id, function: function_name, role: 'caller'}::json)
          from bronze.history_operations_raw_v1 as operations
          where source_account = ${quoted(id)}
            and (type = 24 and function_name is not null or not exists (select 1 from own where own.operation_id = operations.id))
        )
        select type, ${time('closed_at')} as timestamp, ledger_sequence, transaction_hash as tx_hash, operation_id, successful, details
        from items ${type === undefined ? '' : `where type = ${quoted(type)}`}
        order by operation_id ${order}, place ${order}`,
    }),
  },
  {
    path: '/silver/accounts/{id}/transactions',
    requests: `select account_id as id, "order", success from (${ids})
      cross join (values ('asc'), (null)) as orders("order") cross join (values (null), ('true'), ('false')) as how(success)`,
    members: ({ id, order = 'desc', success }) => ({
      data: `select id as transaction_id, transaction_hash as tx_hash, ledger_sequence, successful, account as source_account,
          fee_charged as fee, operation_count, inner_transaction_hash
        from bronze.history_transactions_raw_v1
        where (account = ${quoted(id)} or fee_account = ${quoted(id)} or exists (
            select 1 from bronze.operation_participants_raw_v1 as parts
            where address = ${quoted(id)} and parts.operation_id between id and id + 4095
          )) ${success === undefined ? '' : `and successful = ${success}`}
        order by id ${order}`,
    }),
  },
  {
    path: '/silver/accounts/{id}/contracts',
    requests: `select distinct caller as id from bronze.contract_invocations_raw_v1 where origin = 'root'`,
    members: ({ id }) => ({
      data: `
        with own as (
          select contract_id, function_name, count(*) as count, max(closed_at) as last
          from bronze.contract_invocations_raw_v1 where origin = 'root' and caller = ${quoted(id)} group by all
        )
        select contract_id, sum(count) as total_calls, ${time('max(last)')} as last_called,
          (select function_name from own as one where one.contract_id = own.contract_id order by count desc, function_name limit 1)
            as top_function
        from own group by contract_id order by total_calls desc, contract_id`,
    }),
  },
  {
    path: '/silver/accounts/{id}/offers',
    requests: `select distinct seller_id as id from bronze.offers_raw_v1`,
    members: ({ id }) => ({
      data: `select offer_id, ${units('amount_stroops')} as amount, {n: pricen, d: priced} as price_r
        from ${standing('offers')} where seller_id = ${quoted(id)} order by offer_id`,
    }),
  },
  {
    path: '/silver/accounts/signers',
    requests: `select account_id from ${standing('accounts')}`,
    members: ({ account_id: id }) => ({
      '.': `select threshold_low as low_threshold, threshold_medium as med_threshold, threshold_high as high_threshold
        from ${standing('accounts')} where account_id = ${quoted(id)}`,
      signers: `select key, weight, sponsor from (
          select 0 as place, account_id as key, master_weight as weight, null as sponsor from ${standing('accounts')}
          where account_id = ${quoted(id)} and master_weight > 0
          union all
          select 1, signer, weight, sponsor from ${standing('account_signers')}
          where account_id = ${quoted(id)} and signer != account_id
        ) order by place, key`,
    }),
  },
  {
    path: '/semantic/accounts/summary',
    requests: `${ids} union select address from bronze.operation_participants_raw_v1 where address in (${ids})`,
    members({ account_id: id }) {
      const operations = `(select * from bronze.history_operations_raw_v1 where transaction_successful)`;
      const called = `(select * from ${calls} where origin = 'root' and successful and caller = ${quoted(id)})`;
      const top = `(select contract_id from ${called} group by contract_id order by count(*) desc, max(operation_id) desc limit 1)`;
      return {
        account: `select ${quoted(id)} as account_id,
          (select count(*) from ${operations} where source_account = ${quoted(id)}) as total_operations,
          (select count(*) from ${operations} where source_account = ${quoted(id)} and type in (1, 2, 13)) as total_payments_sent,
          (select count(*) from ${operations} where destination = ${quoted(id)} and type in (1, 2, 13)) as total_payments_received,
          (select count(*) from ${called}) as total_contract_calls,
          (select count(distinct contract_id) from ${called}) as unique_contracts_called,
          ${top} as top_contract_id,
          (
            select function_name from ${called} where contract_id = ${top}
            group by function_name order by count(*) desc, max(operation_id) desc limit 1
          ) as top_contract_function,
          (
            select count(*) from ${operations}
            where source_account = ${quoted(id)} and type = 24 and host_function like '%CreateContract%'
          ) as contracts_deployed,
          ${time('first')} as first_activity, ${time('last')} as last_activity
          from (
            select min(closed_at) as first, max(closed_at) as last from ${operations}
            where source_account = ${quoted(id)} or destination = ${quoted(id)} and type in (1, 2, 13)
          )`,
      };
    },
  },
  {
    path: '/silver/address/{addr}/events',
    requests: `select "from" as addr, unnest(['transfer', 'mint', 'burn', 'fee']) as event_type
      from bronze.token_transfers_raw_raw_v1 where "from" is not null`,
    members: ({ addr, event_type: type }) => ({
      data: `select transaction_hash as tx_hash, event_topic as event_type, "from", "to", amount_raw as amount, contract_id,
          if(asset_type = 'native', 'XLM', asset_code) as asset_code, operation_id
        from bronze.token_transfers_raw
        where event_topic = ${quoted(type)} and ("from" = ${quoted(addr)} or "to" = ${quoted(addr)})
        order by ledger_sequence desc, event_index desc`,
    }),
  },
  {
    path: '/silver/relationships/{address_a}/{address_b}',
    requests: `select *, unnest([null, 'transfer', 'contract_call']) as interaction_type, unnest(['asc', 'desc', null]) as "order" from (
      select "from" as address_a, "to" as address_b from ${moved} where "from" is not null and "to" is not null
      union all select contract_id, caller from ${calls} where caller is not null)`,
    members: ({ address_a: a, address_b: b, interaction_type: type, order = 'desc' }) => ({
      data: `
        with edges as (
          select ledger_sequence, operation_id, 0 as kind, event_index as place, 'transfer' as interaction_type, "from" as giver,
            amount_raw as amount, null as function_name, contract_id
          from ${moved} where "from" in (${quoted(a)}, ${quoted(b)}) and "to" in (${quoted(a)}, ${quoted(b)})
            and ("from" != "to" or ${quoted(a)} = ${quoted(b)})
          union all
          select ledger_sequence, operation_id, 1, execution_order, 'contract_call', caller, null, function_name, contract_id
          from ${calls} where caller in (${quoted(a)}, ${quoted(b)}) and contract_id in (${quoted(a)}, ${quoted(b)})
            and (caller != contract_id or ${quoted(a)} = ${quoted(b)})
        )
        select ledger_sequence, operation_id, interaction_type, if(giver = ${quoted(a)}, 'a_to_b', 'b_to_a') as direction,
          amount, function_name, contract_id
        from edges where ${quoted(type)} is null or interaction_type = ${quoted(type)}
        order by operation_id ${order}, kind ${order}, place ${order}`,
    }),
  },
  {
    path: '/silver/search',
    requests: `select account_id as q from ${standing('accounts')} union all
      select transaction_hash from bronze.history_transactions_raw_v1 union all
      select sequence::varchar from bronze.history_ledgers_raw_v1`,
    members: ({ q = '' }) => ({
      data: `select if(starts_with(${quoted(q)}, 'G'), 'account', if(length(${quoted(q)}) = 64, 'transaction', 'ledger')) as type,
        ${quoted(q)} as id where ${latest} > 0`,
    }),
  },
];
