-- One row per day, holder, and asset or token, at the end of the day: units by kind of entry; key day, account_id, contract_id.
-- As Hubble's model of the name; but what contracts keep is read from their storage, not summed from transfers.
with balances as (
    from silver.daily_balances
),

sums as (
    select
        day,
        account_id,
        asset_type,
        asset_code,
        asset_issuer,
        contract_id,
        asset_key,
        decimals,
        coalesce(sum(balance_integer) filter (kind = 'liquidity_pool'), 0) as pooled,
        coalesce(sum(balance_integer) filter (kind = 'offer'), 0) as offered,
        coalesce(sum(balance_integer) filter (kind = 'trustline'), 0) as trusted,
        coalesce(max(balance_integer) filter (kind = 'contract'), 0) as stored
    from balances
    group by all
)

select
    day,
    account_id,
    asset_type,
    asset_code,
    asset_issuer,
    contract_id,
    -- liquidity_pool_balance [units]: Holder's share of the reserves of liquidity pools, rounded down per pool.
    cast(pooled * 0.0000001 as decimal(38, 7)) as liquidity_pool_balance,
    -- offer_balance [units]: Amount that the holder's open offers may sell; a part of trustline_balance.
    cast(offered * 0.0000001 as decimal(38, 7)) as offer_balance,
    -- trustline_balance [units]: Balance of the holder's trust line; for lumens, of the account.
    cast(trusted * 0.0000001 as decimal(38, 7)) as trustline_balance,
    -- contract_balance [units]: Holder's balance in contract storage, by the token's decimals, rounded to nine digits; null if decimals are unknown or it does not fit.
    bronze.scaled_amount(cast(stored as varchar), decimals) as contract_balance,
    asset_key
from sums
