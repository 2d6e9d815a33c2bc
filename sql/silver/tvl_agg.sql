-- One row per day and asset: the amount locked in offers and pools at the end of the day; key day, asset_type, asset_code, asset_issuer.
-- As Hubble's model of the name; but what pools hold is their reserves, not the parts of those who hold shares.
with balances as (
    from silver.daily_balances
),

offered as (
    select
        day,
        asset_key,
        coalesce(sum(balance_integer) filter (kind = 'offer' and asset_key = 'native'), 0) as in_accounts,
        coalesce(sum(balance_integer) filter (kind = 'offer' and asset_key != 'native'), 0) as in_trust_lines,
        0 as in_pools
    from balances
    where kind in ('trustline', 'offer')
    group by
        day,
        asset_key
),

days as (
    select distinct cast(closed_at as date) as day
    from bronze.history_ledgers_raw_v1
),

reserves as (
    select
        days.day,
        held as asset_key,
        balance_integer as balance
    from silver.daily_holdings as holdings
    inner join days on days.day >= holdings.day and (end_day is null or days.day < end_day)
    where kind = 'pool' and not deleted
),

locked as (
    from offered
    union all
    select
        day,
        asset_key,
        0,
        0,
        sum(balance)
    from reserves
    group by
        day,
        asset_key
),

sums as (
    select
        day,
        asset_key,
        sum(in_accounts) as in_accounts,
        sum(in_trust_lines) as in_trust_lines,
        sum(in_pools) as in_pools
    from locked
    group by
        day,
        asset_key
),

known as (
    select
        sums.*,
        coverage.state_coverage,
        if(coverage.state_coverage = 'full', 1, null) as counted
    from sums
    inner join silver.daily_state_coverage as coverage on coverage.day = sums.day
)

select
    -- day [UTC]: Day at whose end the amounts are counted.
    day,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12.
    asset_type,
    -- asset_code: Code of the asset, XLM for lumens.
    asset_code,
    -- asset_issuer: Issuer of the asset, XLM for lumens, as in Hubble.
    asset_issuer,
    -- contract_id: Contract of the asset, deployed or not.
    contract_id,
    -- accounts_tvl [units]: Lumens that open offers may sell; 0 for other assets.
    cast(counted * in_accounts * 0.0000001 as decimal(38, 7)) as accounts_tvl,
    -- trustlines_tvl [units]: Amount that open offers may sell from trust lines; 0 for lumens.
    cast(counted * in_trust_lines * 0.0000001 as decimal(38, 7)) as trustlines_tvl,
    -- liquidity_pools_tvl [units]: Amount in the reserves of liquidity pools.
    cast(counted * in_pools * 0.0000001 as decimal(38, 7)) as liquidity_pools_tvl,
    -- total_tvl [units]: Sum of accounts_tvl, trustlines_tvl and liquidity_pools_tvl.
    cast(counted * (in_accounts + in_trust_lines + in_pools) * 0.0000001 as decimal(38, 7)) as total_tvl,
    -- asset_key: The asset for joins: native or CODE:ISSUER.
    known.asset_key,
    -- state_coverage: full if every entry is known at the end of the day; while it is touched_only, all sums are null.
    known.state_coverage
from known
inner join silver.asset_metadata as metadata on metadata.asset_key = known.asset_key
