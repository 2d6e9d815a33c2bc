-- One row per day and asset or token of which anyone holds any, at the end of the day, in units by where it is; key day, contract_id.
-- As Hubble's model of the name: lumens sent to the account that burns them count only in contracts.
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
)

select
    day,
    asset_type,
    asset_code,
    asset_issuer,
    contract_id,
    -- liquidity_pool_balance [units]: What is in pools, the part of each holder of shares rounded down.
    cast(pooled * 0.0000001 as decimal(38, 7)) as liquidity_pool_balance,
    -- offer_balance [units]: What offers may take; a part of trustline_balance.
    cast(offered * 0.0000001 as decimal(38, 7)) as offer_balance,
    -- trustline_balance [units]: What trust lines hold, of lumens what accounts hold.
    cast(trusted * 0.0000001 as decimal(38, 7)) as trustline_balance,
    -- contract_balance [units]: What is in the storage of the contract, by its decimals; rounded to nine digits, null where that does not fit.
    bronze.scaled_amount(cast(try(stored_high * 18446744073709551616 + stored_low) as varchar), decimals) as contract_balance,
    -- total_accounts_with_liquidity_pool_balance [accounts]: Holders with any of it in pools.
    pooling as total_accounts_with_liquidity_pool_balance,
    -- total_accounts_with_offer_balance [accounts]: Holders with any of it in offers.
    offering as total_accounts_with_offer_balance,
    -- total_accounts_with_trustline_balance [accounts]: Holders with any of it in trust lines, of lumens in accounts.
    trusting as total_accounts_with_trustline_balance,
    -- total_accounts_with_contract_balance [accounts]: Holders with any of it in the storage of the contract.
    storing as total_accounts_with_contract_balance,
    -- total_accounts_with_trustline [accounts]: Holders with a trust line, of lumens with an account.
    lines as total_accounts_with_trustline,
    asset_key
from sums
where pooled > 0 or offered > 0 or trusted > 0 or storing > 0
