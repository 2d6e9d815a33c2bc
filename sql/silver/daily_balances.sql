-- One row per day, holder, asset or token, and kind of balance, at the end of the day; key day, account_id, contract_id, kind.
-- Days are those of which the lake has ledgers, from the first on in which the entry changed; balances are those of entries, never sums of transfers.
with days as (
    select distinct cast(closed_at as date) as day
    from bronze.history_ledgers_raw_v1
),

accounts as (
    select
        *,
        cast(valid_from as date) as first_day,
        cast(valid_to as date) as end_day
    from silver.accounts_snapshot
    where not deleted
),

trust_lines as (
    select
        *,
        cast(valid_from as date) as first_day,
        cast(valid_to as date) as end_day
    from silver.trustlines_snapshot
    where not deleted
),

pools as (
    select
        liquidity_pool_id,
        asset_a_key,
        asset_b_key,
        bronze.stroops(pool_share_count) as shares,
        bronze.stroops(asset_a_amount) as amount_a,
        bronze.stroops(asset_b_amount) as amount_b,
        cast(valid_from as date) as first_day,
        cast(valid_to as date) as end_day
    from silver.liquidity_pools_snapshot
    where not deleted and pool_share_count > 0
),

entries as (
    select
        *,
        cast(valid_from as date) as first_day,
        cast(valid_to as date) as end_day
    from silver.contract_data_snapshot
    where not deleted
      and contract_key_type = 'ScValTypeScvVec'
      and contract_durability = 'ContractDataDurabilityPersistent'
),

held as (
    select
        account_id,
        'native' as asset_key,
        'trustline' as kind,
        bronze.stroops(balance) as balance,
        first_day,
        end_day
    from accounts
    union all
    select
        account_id,
        'native',
        'offer',
        bronze.stroops(selling_liabilities),
        first_day,
        end_day
    from accounts
    union all
    select
        account_id,
        asset_key,
        'trustline',
        bronze.stroops(balance),
        first_day,
        end_day
    from trust_lines
    where asset_key is not null
    union all
    select
        account_id,
        asset_key,
        'offer',
        bronze.stroops(selling_liabilities),
        first_day,
        end_day
    from trust_lines
    where asset_key is not null
    union all
    select
        bronze.balance_owner(key_decoded),
        contract_id,
        'contract',
        try_cast(bronze.balance_raw(val_decoded) as hugeint),
        first_day,
        end_day
    from entries
),

daily as (
    select
        day,
        account_id,
        asset_key,
        kind,
        balance
    from held
    inner join days on day >= first_day and (end_day is null or day < end_day)
    where account_id is not null and (balance > 0 or kind = 'trustline')
),

-- Shares of pools are lines of trust; what they are worth is a part of the reserves, rounded down as a withdrawal is.
shares as (
    select
        day,
        account_id,
        liquidity_pool_id,
        bronze.stroops(balance) as shares
    from trust_lines
    inner join days on day >= first_day and (end_day is null or day < end_day)
    where liquidity_pool_id != '' and balance > 0
),

pooled as (
    select
        shares.day,
        account_id,
        unnest([
            {'asset_key': asset_a_key, 'balance': cast(amount_a as hugeint) * shares.shares // pools.shares},
            {'asset_key': asset_b_key, 'balance': cast(amount_b as hugeint) * shares.shares // pools.shares}
        ], recursive := true)
    from shares
    inner join pools
        on pools.liquidity_pool_id = shares.liquidity_pool_id
        and day >= first_day
        and (end_day is null or day < end_day)
),

balances as (
    from daily
    union all
    select
        day,
        account_id,
        asset_key,
        'liquidity_pool' as kind,
        sum(balance) as balance
    from pooled
    group by all
),

metadata as (
    from silver.asset_metadata
),

names as (
    select asset_key as id, * from metadata
    union
    select contract_id as id, * from metadata
)

select
    -- day [UTC]: The day.
    day,
    -- account_id: Account or contract that holds it.
    account_id,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null of a token that is no asset.
    asset_type,
    -- asset_code: Code of the asset, XLM for lumens; of other tokens the symbol that their contract keeps.
    asset_code,
    -- asset_issuer: Issuer of the asset, XLM for lumens, as in Hubble; null of other tokens.
    asset_issuer,
    -- contract_id: Contract of the asset, deployed or not, or of the token.
    coalesce(names.contract_id, balances.asset_key) as contract_id,
    -- asset_key: The asset for joins: native or CODE:ISSUER; of a token that is no asset its contract.
    coalesce(names.asset_key, balances.asset_key) as asset_key,
    -- kind: trustline (lumens of the account itself included), offer (what offers may take of it), liquidity_pool (its part of reserves) or contract.
    kind,
    -- balance_integer [stroops]: How much; of a token that is no asset in its smallest unit.
    balance as balance_integer,
    -- decimals: Decimals of the token; 7 where its contract keeps none.
    coalesce("decimal", 7) as decimals
from balances
left join names on id = balances.asset_key
