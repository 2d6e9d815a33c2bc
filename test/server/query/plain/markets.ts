/** Assets, offers, pools and trades. */
import {
  asset,
  assetKey,
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
  type PlainAnswer,
} from './answer.ts';
import { heldAfter } from './gold.ts';

const lines = `(
    select *, ${assetKey('asset_')} as key, flags & 1 > 0 as is_authorized, flags & 3 = 2 as is_maintained
    from ${standing('trust_lines')} where asset_type != 'pool_share')`;

const issued = `select distinct ${assetKey('asset_')} as asset from ${standing('trust_lines')} where asset_type != 'pool_share'`;

const trades = `(
    select *, ${assetKey('selling_asset_')} as selling, ${assetKey('buying_asset_')} as buying,
      coalesce(nullif(selling_account_address, ''), selling_liquidity_pool_id) as seller
    from bronze.history_trades_raw_v1)`;

/** Trades of two assets, whichever was sold. */
const tradesOf = (base: string, counter: string) => `(
    select history_operation_id, "order", ledger_closed_at as closed_at,
      if(selling = ${base}, selling_amount_stroops, buying_amount_stroops)::hugeint as given,
      if(selling = ${base}, buying_amount_stroops, selling_amount_stroops)::hugeint as taken
    from ${trades} where (selling = ${base} and buying = ${counter}) or (selling = ${counter} and buying = ${base}))`;

/** A quotient with ten places, halves rounded up. */
const price = (taken: string, given: string) =>
  `format('{}.{:010d}', ((20000000000 * ${taken} + ${given}) // (2 * ${given}) // 10000000000)::bigint,
    ((20000000000 * ${taken} + ${given}) // (2 * ${given}) % 10000000000)::bigint)`;

const aDay = (key: string) => `
    (select count(*) from ${moved} where key = ${key} and kind is not null and ${within(24)}) as transfers_24h,
    (select ${units('coalesce(sum(amount_raw::hugeint), 0)')} from ${moved} where key = ${key} and kind is not null and ${within(24)})
      as volume_24h,
    (
      select count(distinct address) from (
        select "from" as address from ${moved} where key = ${key} and kind is not null and ${within(24)}
        union all select "to" from ${moved} where key = ${key} and kind is not null and ${within(24)}
      )
    ) as unique_accounts_24h`;

const amountOf = (key: string, side: string) =>
  `select asset_${side}_amount_stroops as amount from ${standing('liquidity_pools')} where ${assetKey(`asset_${side}_`)} = ${key}`;

const pools = `
    select liquidity_pool_id as pool_id, fee as fee_bp, trustline_count, ${units('pool_share_count_stroops')} as total_shares,
      [{asset: ${asset('asset_a_')}, amount: ${units('asset_a_amount_stroops')}},
        {asset: ${asset('asset_b_')}, amount: ${units('asset_b_amount_stroops')}}] as reserves, last_modified_ledger
    from ${standing('liquidity_pools')}`;

const balances = `
    select balance_id, balance_id_strkey as balance_address, sponsor, ${asset('asset_')} as asset,
      ${units('asset_amount_stroops')} as amount, json_array_length(claimants_json::json) as claimants_count, flags, last_modified_ledger
    from ${standing('claimable_balances')}`;

const movedBy: Readonly<Record<string, { columns: string; order: string }>> = {
  asset: { columns: 'asset_key, source_type', order: `transfer_count desc, asset_key || ' ' || source_type` },
  source_type: { columns: 'source_type', order: 'transfer_count desc, source_type' },
  hour: { columns: 'hour as time_bucket', order: 'time_bucket desc' },
  day: { columns: 'day as time_bucket', order: 'time_bucket desc' },
};

/** What contracts hold of an asset, and whether it lives: what was evicted does not. */
const heldByContracts = (key: string) => `(
    select raw, is_live
    from (select contract_id, raw, is_live from ${kept} union all select contract_id, raw, false from ${evicted})
    where raw > 0 and contract_id in (select contract_id from ${moved} where key = ${key}))`;

export const marketAnswers: readonly PlainAnswer[] = [
  {
    path: '/silver/assets/{asset}/stats',
    requests: issued,
    members({ asset: named }) {
      const key = quoted(named);
      const sum = (condition: string) => units(`coalesce(sum(balance_stroops) filter (${condition}), 0)`);
      const unauthorized = 'not is_authorized and not is_maintained';
      return {
        stats: `select count(*) filter (balance_stroops > 0) as total_holders, count(*) as total_trustlines,
            ${sum('true')} as circulating_supply, ${aDay(key)}
          from ${lines} where key = ${key}`,
        supply: `select
            {authorized: count(*) filter (is_authorized), authorized_to_maintain_liabilities: count(*) filter (is_maintained),
              unauthorized: count(*) filter (${unauthorized})} as accounts,
            {authorized: ${sum('is_authorized')}, authorized_to_maintain_liabilities: ${sum('is_maintained')},
              unauthorized: ${sum(unauthorized)}} as balances,
            (select count(*) from ${standing('claimable_balances')} where ${assetKey('asset_')} = ${key}) as num_claimable_balances,
            (select ${units('coalesce(sum(asset_amount_stroops), 0)')} from ${standing('claimable_balances')} where ${assetKey('asset_')} = ${key})
              as claimable_balances_amount,
            (select count(*) from (${amountOf(key, 'a')} union all ${amountOf(key, 'b')}) where amount > 0) as num_liquidity_pools,
            (select ${units('coalesce(sum(amount), 0)')} from (${amountOf(key, 'a')} union all ${amountOf(key, 'b')}))
              as liquidity_pools_amount,
            (select count(*) filter (is_live) from ${heldByContracts(key)}) as num_contracts,
            (select ${units('coalesce(sum(raw) filter (is_live), 0)')} from ${heldByContracts(key)}) as contracts_amount,
            (select count(*) filter (not is_live) from ${heldByContracts(key)}) as num_archived_contracts,
            (select ${units('coalesce(sum(raw) filter (not is_live), 0)')} from ${heldByContracts(key)}) as archived_contracts_amount
          from ${lines} where key = ${key}`,
      };
    },
  },
  {
    path: '/silver/assets/{asset}',
    requests: issued,
    members: ({ asset: named }) => ({
      '.': `select count(*) filter (balance_stroops > 0) as holder_count, count(*) as total_trustlines,
          ${units('sum(balance_stroops)')} as circulating_supply, ${aDay(quoted(named))},
          (
            select home_domain from ${standing('accounts')} as issuers where issuers.account_id = any_value(asset_issuer)
          ) as home_domain
        from ${lines} where key = ${quoted(named)}`,
    }),
  },
  {
    path: '/silver/assets/{asset}/holders',
    requests: `select distinct if(key = 'native', 'XLM', key) as asset, unnest([null, 'contracts', 'archived,contracts']) as include
      from ${moved} where kind is not null and contract_id in (select contract_id from ${kept})`,
    members({ asset: named, include }) {
      const key = quoted(named === 'XLM' ? 'native' : named);
      const live = `(select holder from ${kept} where is_live and contract_id in (select contract_id from ${moved} where key = ${key}))`;
      const isContract = include === undefined ? 'false' : `holder_type = 'contract'`;
      return {
        data: `select account_id, held as balance_stroops, row_number() over (order by held desc, account_id) as rank
          from ${heldAfter(key, latest)}
          where held > 0 and (holder_type = 'account' or ${isContract} ${include === 'contracts' ? `and account_id in ${live}` : ''})
          order by rank`,
      };
    },
  },
  {
    path: '/silver/assets/{asset}/links',
    requests: `select distinct key as asset from ${moved} where kind is not null and kind != 'native'`,
    members: ({ asset: named }) => ({
      '.': `select ${quoted(named)} as canonical_slug where ${now} is not null`,
      linked_tokens: `select distinct contract_id from ${moved} where key = ${quoted(named)} and kind is not null`,
    }),
  },
  {
    path: '/silver/assets/{asset}/pairs',
    requests: `select distinct selling as asset from ${trades} union select buying from ${trades}`,
    members: ({ asset: named }) => ({
      data: `
        with sides as (
          select if(selling = ${quoted(named)}, buying, selling) as counter,
            if(selling = ${quoted(named)}, selling_amount_stroops, buying_amount_stroops)::hugeint as given,
            if(selling = ${quoted(named)}, buying_amount_stroops, selling_amount_stroops)::hugeint as taken,
            ${within(24, 'ledger_closed_at')} as in_day, history_operation_id, "order"
          from ${trades} where ${quoted(named)} in (selling, buying)
        )
        select count(*) filter (in_day) as trade_count_24h, count(*) as trade_count,
          ${units('coalesce(sum(given) filter (in_day), 0)')} as base_volume_24h,
          ${units('coalesce(sum(taken) filter (in_day), 0)')} as counter_volume_24h,
          (
            select ${price('taken', 'given')} from sides as one where one.counter = sides.counter and given > 0
            order by history_operation_id desc, "order" desc limit 1
          ) as last_price
        from sides group by counter order by trade_count_24h desc, trade_count desc, counter`,
    }),
  },
  {
    path: '/silver/prices/pairs',
    members: () => ({
      data: `select count(*) as trade_count, nullif(split_part(selling, ':', 2), '') as base_asset_issuer,
          nullif(split_part(buying, ':', 2), '') as counter_asset_issuer
        from ${trades} group by selling, buying order by trade_count desc, selling, buying`,
    }),
  },
  {
    path: '/silver/prices/{base}/{counter}/latest',
    requests: `select distinct if(selling = 'native', 'XLM', selling) as base, if(buying = 'native', 'XLM', buying) as counter
      from ${trades} where selling_amount_stroops > 0 and buying_amount_stroops > 0`,
    members({ base = '', counter = '' }) {
      const [one, other] = [base, counter].map((name) => quoted(name === 'XLM' ? 'native' : name));
      return {
        '.': `select ${price('taken', 'given')} as price, ${time('closed_at')} as timestamp,
            (select count(*) from ${tradesOf(one, other)} where ${within(24)}) as trade_count_24h,
            (select ${units('coalesce(sum(given), 0)')} from ${tradesOf(one, other)} where ${within(24)}) as volume_24h
          from ${tradesOf(one, other)} where given > 0 order by history_operation_id desc, "order" desc limit 1`,
      };
    },
  },
  {
    path: '/silver/prices/{base}/{counter}/ohlc',
    requests: `select distinct if(selling = 'native', 'XLM', selling) as base, if(buying = 'native', 'XLM', buying) as counter,
        unnest(['1h', '1d']) as interval
      from ${trades} where selling_amount_stroops > 0 and buying_amount_stroops > 0`,
    members({ base = '', counter = '', interval }) {
      const [one, other] = [base, counter].map((name) => quoted(name === 'XLM' ? 'native' : name));
      const begin = `date_trunc('${interval === '1h' ? 'hour' : 'day'}', closed_at)`;
      const first = (order: string) => `list(price order by ${order})[1]`;
      return {
        data: `select ${time(begin)} as timestamp, ${first('history_operation_id, "order"')} as open,
            ${first('history_operation_id desc, "order" desc')} as close,
            max(price::decimal(38, 10))::varchar as high, min(price::decimal(38, 10))::varchar as low,
            ${units('sum(given)')} as volume, ${units('sum(taken)')} as counter_volume, count(*) as trade_count
          from (select *, ${price('taken', 'given')} as price from ${tradesOf(one, other)} where given > 0)
          group by ${begin} order by ${begin}`,
      };
    },
  },
  {
    path: '/silver/trades/by-pair',
    requests: `select selling as selling_asset, buying as buying_asset, unnest(['asc', 'desc']) as "order" from ${trades}`,
    members: ({ selling_asset: selling, buying_asset: buying, order }) => ({
      data: `select history_operation_id as operation_id, "order" as trade_index, ledger_sequence, ${time('ledger_closed_at')} as timestamp,
          {asset: ${asset('selling_asset_')}, amount: ${units('selling_amount_stroops')}} as selling,
          {asset: ${asset('buying_asset_')}, amount: ${units('buying_amount_stroops')}} as buying
        from ${trades} as rows where rows.selling = ${quoted(selling)} and rows.buying = ${quoted(buying)}
        order by history_operation_id ${String(order)}, "order" ${String(order)}`,
    }),
  },
  {
    path: '/silver/trades/stats',
    requests: `select unnest(['asset_pair', 'hour', 'day']) as group_by`,
    members({ group_by: by }) {
      const group =
        by === 'asset_pair'
          ? `selling || '/' || buying`
          : by === 'day'
            ? `strftime(ledger_closed_at, '%Y-%m-%d')`
            : `strftime(ledger_closed_at, '%Y-%m-%dT%H:00:00Z')`;
      return {
        data: `select ${group} as "group", count(*) as trade_count, count(distinct seller) as unique_sellers,
            count(distinct buying_account_address) as unique_buyers, ${time('max(ledger_closed_at)')} as last_trade
            ${by === 'asset_pair' ? `, ${units('sum(selling_amount_stroops)')} as volume_selling` : ''}
          from ${trades} group by all order by ${by === 'asset_pair' ? 'trade_count desc, "group"' : '"group" desc'}`,
      };
    },
  },
  {
    path: '/semantic/dex/pairs',
    requests: `select unnest(['volume', 'trades']) as sort`,
    members: ({ sort }) => ({
      data: `select selling || '/' || buying as pair_key, count(*) as trade_count,
          count(*) filter (${within(24, 'ledger_closed_at')}) as trade_count_24h,
          count(*) filter (${within(168, 'ledger_closed_at')}) as trade_count_7d,
          ${units('sum(selling_amount_stroops)')} as selling_volume, ${units('sum(buying_amount_stroops)')} as buying_volume,
          ${units(`coalesce(sum(selling_amount_stroops) filter (${within(24, 'ledger_closed_at')}), 0)`)} as selling_volume_24h,
          count(distinct seller) as unique_sellers, count(distinct buying_account_address) as unique_buyers,
          ${time('min(ledger_closed_at)')} as first_trade, ${time('max(ledger_closed_at)')} as last_trade
        from ${trades} group by selling, buying
        order by ${sort === 'volume' ? 'selling_volume_24h' : 'trade_count_24h'} desc, pair_key`,
    }),
  },
  {
    path: '/silver/offers/pair',
    requests: `select ${assetKey('selling_asset_')} as selling, ${assetKey('buying_asset_')} as buying,
        unnest(['offer_id', 'price']) as sort_by from ${standing('offers')}`,
    members: ({ selling, buying, sort_by: sort }) => ({
      data: `select offer_id, seller_id, ${units('amount_stroops')} as amount, {n: pricen, d: priced} as price_r
        from ${standing('offers')}
        where ${assetKey('selling_asset_')} = ${quoted(selling)} and ${assetKey('buying_asset_')} = ${quoted(buying)}
        order by ${sort === 'price' ? 'pricen / priced, ' : ''}offer_id`,
    }),
  },
  {
    path: '/silver/offers/{id}',
    requests: `select offer_id as id from ${standing('offers')}`,
    members: ({ id }) => ({
      offer: `select offer_id, seller_id, ${asset('selling_asset_')} as selling, ${asset('buying_asset_')} as buying,
          ${units('amount_stroops')} as amount
        from ${standing('offers')} where offer_id = ${String(id)}`,
    }),
  },
  {
    path: '/silver/liquidity-pools',
    requests: `select unnest([null, if(asset_a_type = 'native', 'XLM', asset_a_code || ':' || asset_a_issuer)]) as asset
      from ${standing('liquidity_pools')}`,
    members: ({ asset: named }) => ({
      data: `${pools} where ${quoted(named)} is null or if(${quoted(named)} = 'XLM', 'native', ${quoted(named)})
          in (${assetKey('asset_a_')}, ${assetKey('asset_b_')}) order by liquidity_pool_id`,
    }),
  },
  {
    path: '/silver/liquidity-pools/{id}',
    requests: `select liquidity_pool_id as id from ${standing('liquidity_pools')}`,
    members: ({ id }) => ({ liquidity_pool: `${pools} where liquidity_pool_id = ${quoted(id)}` }),
  },
  {
    path: '/silver/claimable-balances',
    requests: `select unnest([null, sponsor]) as sponsor, unnest([null, claimants_json::json ->> '$[0].destination']) as claimant
      from ${standing('claimable_balances')}`,
    members: ({ sponsor, claimant }) => ({
      data: `${balances} where (${quoted(sponsor)} is null or sponsor = ${quoted(sponsor)})
          and (${quoted(claimant)} is null or contains(claimants_json, ${quoted(claimant)})) order by balance_id`,
    }),
  },
  {
    path: '/silver/claimable-balances/{id}',
    requests: `select unnest([balance_id, balance_id_strkey]) as id from ${standing('claimable_balances')}`,
    members: ({ id }) => ({
      claimable_balance: `${balances} where ${quoted(id)} in (balance_id, balance_id_strkey)`,
    }),
  },
  {
    path: '/silver/transfers/stats',
    requests: `select unnest(['asset', 'source_type', 'hour', 'day']) as group_by`,
    members: ({ group_by: by = '' }) => ({
      data: `from (select ${movedBy[by].columns}, count(*) as transfer_count, count(distinct "from") as unique_senders,
          count(distinct "to") as unique_receivers
        from (
          select *, if(coalesce(is_soroban, false), 'soroban', 'classic') as source_type,
            strftime(closed_at, '%Y-%m-%dT%H:00:00Z') as hour, strftime(closed_at, '%Y-%m-%dT00:00:00Z') as day
          from ${moved}
        ) group by all) order by ${movedBy[by].order}`,
    }),
  },
  {
    path: '/semantic/assets',
    requests: `select unnest(['credit_alphanum4', 'credit_alphanum12']) as asset_type, unnest(['holders', 'transfers']) as sort`,
    members: ({ asset_type: type, sort }) => ({
      data: `
        with known as (
          select distinct ${assetKey('asset_')} as key from bronze.history_assets_raw_v1 where asset_type = ${quoted(type)}
          union select key from ${moved} where kind = ${quoted(type)}
          union select key from ${lines} where asset_type = ${quoted(type)} and balance_stroops > 0
        )
        select key as asset_key,
          (select count(*) from ${lines} as held where held.key = known.key and balance_stroops > 0) as holder_count,
          (select count(*) from ${moved} as one where one.key = known.key and kind is not null and ${within(24)}) as transfer_count_24h,
          (select count(*) from ${moved} as one where one.key = known.key and kind is not null and ${within(168)}) as transfer_count_7d,
          (select ${time('min(closed_at)')} from ${moved} as one where one.key = known.key and kind is not null) as first_seen
        from known order by ${sort === 'holders' ? 'holder_count' : 'transfer_count_24h'} desc, key`,
    }),
  },
  {
    path: '/silver/effects/types',
    requests: `select sequence as start_ledger, sequence + 50 as end_ledger from bronze.history_ledgers_raw_v1`,
    members: ({ start_ledger: first, end_ledger: last }) => ({
      effect_types: `select type, type_string as name, count(*) as count from bronze.history_effects_raw_v1
        where ledger_sequence between ${String(first)} and ${String(last)} group by all order by count desc, type`,
    }),
  },
];
