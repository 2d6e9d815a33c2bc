-- One row per day, holder, asset or token, and kind of balance, at the end of the day; key day, account_id, contract_id, kind.
-- Days are those of which the lake has ledgers, from the first on in which the entry changed; balances are those of entries, never sums of transfers.
with days as (
    select distinct cast(closed_at as date) as day
    from bronze.history_ledgers_raw_v1
),

holdings as (
    from silver.daily_holdings
    where not deleted
),

held as (
    select
        holder,
        held as asset_key,
        if(kind = 'contract', 'contract', 'trustline') as kind,
        balance_integer as balance,
        day as first_day,
        end_day
    from holdings
    -- A share in a pool is held as that of its reserves: the key of an asset has a colon.
    where kind in ('account', 'contract') or kind = 'trustline' and contains(held, ':')
    union all
    select
        holder,
        held,
        'offer',
        selling_liabilities,
        day,
        end_day
    from holdings
    where kind = 'account' or kind = 'trustline' and contains(held, ':')
),

daily as (
    select
        days.day,
        holder as account_id,
        asset_key,
        kind,
        balance
    from held
    inner join days on days.day >= first_day and (end_day is null or days.day < end_day)
    where balance > 0 or kind = 'trustline'
),

-- Shares of pools are trust lines. What they are worth is a part of the reserves, rounded down as a withdrawal is.
shares as (
    select
        days.day,
        holder,
        held as pool,
        balance_integer as shares
    from holdings
    inner join days on days.day >= holdings.day and (end_day is null or days.day < end_day)
    where kind = 'trustline' and not contains(held, ':') and balance_integer > 0
),

pooled as (
    select
        shares.day,
        shares.holder as account_id,
        pools.held as asset_key,
        least(pools.balance_integer * shares.shares // pools.pool_shares, pools.balance_integer) as balance
    from shares
    inner join holdings as pools
        on pools.kind = 'pool'
        and pools.holder = shares.pool
        and pools.pool_shares > 0
        and shares.day >= pools.day
        and (end_day is null or shares.day < end_day)
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
    -- day [UTC]: Day at whose end the balance is counted.
    day,
    -- account_id: Account or contract that holds the balance.
    account_id,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for a token without an asset.
    asset_type,
    -- asset_code: Code of the asset, XLM for lumens; for other tokens the symbol that their contract stores.
    asset_code,
    -- asset_issuer: Issuer of the asset, XLM for lumens, as in Hubble; null for other tokens.
    asset_issuer,
    -- contract_id: Contract of the asset, deployed or not, or of the token.
    coalesce(names.contract_id, balances.asset_key) as contract_id,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    coalesce(names.asset_key, balances.asset_key) as asset_key,
    -- kind: Kind of balance: trustline (for lumens, account), offer (what open offers may sell), liquidity_pool (share of reserves) or contract (contract storage).
    kind,
    -- balance_integer [stroops]: Balance; in the smallest unit for a token without an asset.
    balance as balance_integer,
    -- decimals: Decimals that the contract stores; 7 for an asset; null if unknown.
    if(kind = 'contract', decimals, 7) as decimals
from balances
left join names on id = balances.asset_key
