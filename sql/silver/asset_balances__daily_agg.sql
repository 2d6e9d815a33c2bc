-- One row per day and asset or token with holders at the end of the day: units by kind of holder; key day, contract_id.
-- As Hubble's model of the name, but that sums and counts are null while state_coverage is touched_only: lumens sent to the account that burns them count only in contracts.
with balances as (
    select
        *,
        -- A sum may pass 128 bits though no part does.
        balance_integer // 18446744073709551616 as high,
        balance_integer % 18446744073709551616 as low
    from silver.daily_balances
    where account_id != 'GALAXYVOIDAOPZTDLHILAJQKCVVFMD4IKLXLSZV5YHO7VY74IWZILUTO' or kind = 'contract'
),

sums as (
    select
        day,
        asset_type,
        asset_code,
        asset_issuer,
        contract_id,
        asset_key,
        decimals,
        coalesce(sum(balance_integer) filter (kind = 'liquidity_pool'), 0) as pooled,
        coalesce(sum(balance_integer) filter (kind = 'offer'), 0) as offered,
        coalesce(sum(balance_integer) filter (kind = 'trustline'), 0) as trusted,
        coalesce(sum(high) filter (kind = 'contract'), 0) as stored_high,
        coalesce(sum(low) filter (kind = 'contract'), 0) as stored_low,
        count(*) filter (kind = 'liquidity_pool' and balance_integer > 0) as pooling,
        count(*) filter (kind = 'offer' and balance_integer > 0) as offering,
        count(*) filter (kind = 'trustline' and balance_integer > 0) as trusting,
        count(*) filter (kind = 'contract' and balance_integer > 0) as storing,
        count(*) filter (kind = 'trustline') as lines
    from balances
    group by all
),

known as (
    select
        sums.*,
        coverage.state_coverage,
        coverage.state_coverage = 'full' as is_full
    from sums
    inner join silver.daily_state_coverage as coverage on coverage.day = sums.day
)

select
    -- day [UTC]: Day at whose end the balances are counted.
    day,
    asset_type,
    asset_code,
    asset_issuer,
    contract_id,
    -- liquidity_pool_balance [units]: Sum of the holders' shares of the reserves of liquidity pools, each rounded down.
    cast(if(is_full, pooled, null) * 0.0000001 as decimal(38, 7)) as liquidity_pool_balance,
    -- offer_balance [units]: Amount that open offers may sell; a part of trustline_balance.
    cast(if(is_full, offered, null) * 0.0000001 as decimal(38, 7)) as offer_balance,
    -- trustline_balance [units]: Sum of the balances of trust lines; for lumens, of accounts.
    cast(if(is_full, trusted, null) * 0.0000001 as decimal(38, 7)) as trustline_balance,
    -- contract_balance [units]: Sum of the balances in contract storage, by the token's decimals, rounded to nine digits; null if decimals are unknown or it does not fit.
    bronze.scaled_amount(
        cast(if(is_full, try(stored_high * 18446744073709551616 + stored_low), null) as varchar), decimals
    ) as contract_balance,
    -- total_accounts_with_liquidity_pool_balance [accounts]: Holders with a share of the asset in liquidity pools.
    if(is_full, pooling, null) as total_accounts_with_liquidity_pool_balance,
    -- total_accounts_with_offer_balance [accounts]: Holders whose open offers sell the asset.
    if(is_full, offering, null) as total_accounts_with_offer_balance,
    -- total_accounts_with_trustline_balance [accounts]: Holders with a positive trust line balance; for lumens, account balance.
    if(is_full, trusting, null) as total_accounts_with_trustline_balance,
    -- total_accounts_with_contract_balance [accounts]: Holders with a positive balance in contract storage.
    if(is_full, storing, null) as total_accounts_with_contract_balance,
    -- total_accounts_with_trustline [accounts]: Holders with a trust line, even an empty one; for lumens, accounts.
    if(is_full, lines, null) as total_accounts_with_trustline,
    asset_key,
    -- state_coverage: full if every entry is known at the end of the day; while it is touched_only, all sums and counts are null.
    state_coverage
from known
where pooled > 0 or offered > 0 or trusted > 0 or storing > 0
