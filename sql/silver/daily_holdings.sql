-- One row per day and changed entry with a balance, or entry of a baseline state, as of the end of the day, removed ones included; key day, holder, held, kind.
-- Materialised {"changes": "changes", "fold": "holdings", "sortedBy": ["holder", "held", "kind", "day"]}
with changes as (
    select
        cast(closed_at as date) as day,
        account_id as holder,
        'native' as held,
        'account' as kind,
        cast(balance_stroops as varchar) as balance,
        selling_liabilities_stroops as selling_liabilities,
        cast(null as bigint) as pool_shares,
        deleted,
        ledger_sequence
    from bronze.accounts_raw_v1
    union all
    select
        cast(closed_at as date),
        account_id,
        coalesce(bronze.asset_key(asset_type, asset_code, asset_issuer), liquidity_pool_id),
        'trustline',
        cast(balance_stroops as varchar),
        selling_liabilities_stroops,
        null,
        deleted,
        ledger_sequence
    from bronze.trust_lines_raw_v1
    union all
    select
        cast(closed_at as date),
        liquidity_pool_id,
        bronze.asset_key(asset_a_type, asset_a_code, asset_a_issuer),
        'pool',
        cast(asset_a_amount_stroops as varchar),
        null,
        pool_share_count_stroops,
        deleted,
        ledger_sequence
    from bronze.liquidity_pools_raw_v1
    union all
    select
        cast(closed_at as date),
        liquidity_pool_id,
        bronze.asset_key(asset_b_type, asset_b_code, asset_b_issuer),
        'pool',
        cast(asset_b_amount_stroops as varchar),
        null,
        pool_share_count_stroops,
        deleted,
        ledger_sequence
    from bronze.liquidity_pools_raw_v1
    union all
    select
        cast(closed_at as date),
        bronze.balance_owner(key_decoded),
        contract_id,
        'contract',
        bronze.balance_raw(cast(val_decoded as json)),
        null,
        null,
        deleted,
        ledger_sequence
    from bronze.contract_data_raw_v1
    where contract_key_type = 'ScValTypeScvVec'
      and contract_durability = 'ContractDataDurabilityPersistent'
      and bronze.balance_owner(key_decoded) is not null
),

holdings as (
    select *
    from changes
    qualify row_number() over (partition by day, holder, held, kind order by ledger_sequence desc) = 1
),

-- Adds the entries of states that `ingest-state` read.
stated as (
    from holdings
    union all
    select
        cast(closed_at as date),
        account_id,
        'native',
        'account',
        cast(bronze.stroops(balance) as varchar),
        bronze.stroops(selling_liabilities),
        null,
        false,
        ledger_sequence
    from silver.accounts_states
    union all
    select
        cast(closed_at as date),
        account_id,
        coalesce(asset_key, liquidity_pool_id),
        'trustline',
        cast(bronze.stroops(balance) as varchar),
        bronze.stroops(selling_liabilities),
        null,
        false,
        ledger_sequence
    from silver.trust_lines_states
    union all
    select
        cast(closed_at as date),
        liquidity_pool_id,
        asset_a_key,
        'pool',
        cast(bronze.stroops(asset_a_amount) as varchar),
        null,
        bronze.stroops(pool_share_count),
        false,
        ledger_sequence
    from silver.liquidity_pools_states
    union all
    select
        cast(closed_at as date),
        liquidity_pool_id,
        asset_b_key,
        'pool',
        cast(bronze.stroops(asset_b_amount) as varchar),
        null,
        bronze.stroops(pool_share_count),
        false,
        ledger_sequence
    from silver.liquidity_pools_states
    union all
    select
        cast(closed_at as date),
        bronze.balance_owner(key_decoded),
        contract_id,
        'contract',
        bronze.balance_raw(val_decoded),
        null,
        null,
        false,
        ledger_sequence
    from silver.contract_data_states
    where contract_key_type = 'ScValTypeScvVec'
      and contract_durability = 'ContractDataDurabilityPersistent'
      and bronze.balance_owner(key_decoded) is not null
),

states as (
    select
        ledger_sequence as state_ledger,
        cast(max(closed_at) as date) as state_day
    from silver.accounts_states
    group by ledger_sequence
),

-- The states in order: their ledgers, and their days.
listed as (
    select
        list_sort(list(state_ledger)) as state_ledgers,
        list_sort(list(state_day)) as state_days
    from states
),

-- Adds the next change of the entry, and the place of the first state after this one.
followed as (
    select
        stated.*,
        lead(stated.ledger_sequence) over (partition by holder, held, kind order by stated.ledger_sequence) as next_ledger,
        lead(day) over (partition by holder, held, kind order by stated.ledger_sequence) as next_day,
        state_ledgers,
        state_days,
        1 + len(list_filter(state_ledgers, lambda state : state <= stated.ledger_sequence)) as next_state
    from stated
    cross join listed
),

-- An entry ends where the next state lacks it.
ended as (
    select
        followed.*,
        if(
            next_ledger is null or next_ledger > state_ledgers[next_state], state_days[next_state], next_day
        ) as end_day
    from followed
)

select
    -- day [UTC]: Day of the change, or of the baseline state.
    day,
    -- holder: Account or contract that holds the balance; for reserves of a pool, the pool id in hex.
    holder,
    -- held: What is held: native or CODE:ISSUER; for pool shares the pool id in hex, for contract storage the token's contract.
    held,
    -- kind: Kind of entry: account, trustline, pool (one row per reserve) or contract (contract storage).
    kind,
    -- balance_integer [stroops]: Balance, or reserve of a pool; for contract storage in the token's smallest unit, null if it is no number.
    try_cast(balance as hugeint) as balance_integer,
    -- selling_liabilities [stroops]: Amount that open offers may sell; null for pools and contract storage.
    selling_liabilities,
    -- pool_shares [stroops]: Shares that the pool has issued; null for other kinds.
    pool_shares,
    -- deleted: Whether the entry is gone at the end of the day.
    deleted,
    -- ledger_sequence: Ledger of the entry's last change on the day, or of the baseline state.
    ledger_sequence,
    -- end_day [UTC]: Next day on which the entry changed, or whose baseline state lacks it; null if there is none.
    end_day
from ended
where end_day is null or end_day > day
