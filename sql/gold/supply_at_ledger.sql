-- One row per snapshot of how much there is of an asset after a ledger, by kinds of holders; key snapshot_ledger.
-- Asked for by the asset's code, its issuer (null of XLM) and the ledger.
create or replace macro gold.supply_at_ledger(asset_code, asset_issuer, ledger) as table
with held as (
    from gold.balances_at_ledger(asset_code, asset_issuer, ledger)
)
select
    -- snapshot_ledger: The ledger.
    ledger as snapshot_ledger,
    -- total_holders: Accounts that hold some.
    count(*) filter (holder_type = 'account') as total_holders,
    -- accounts [units]: What accounts hold.
    gold.held(balance_stroops, holder_type = 'account') as accounts,
    -- claimable_balances [units]: What claimable balances hold.
    gold.held(balance_stroops, holder_type = 'claimable_balance') as claimable_balances,
    -- liquidity_pools [units]: What pools hold.
    gold.held(balance_stroops, holder_type = 'liquidity_pool') as liquidity_pools,
    -- contracts [units]: What contracts hold.
    gold.held(balance_stroops, holder_type = 'contract') as contracts,
    -- total_supply [units]: All of it.
    gold.held(balance_stroops, true) as total_supply,
    -- issuer_balance [units]: What the issuer holds: nothing, since what it gets goes out of being.
    cast(0 as decimal(38, 7)) as issuer_balance,
    -- circulating_supply [units]: total_supply without issuer_balance.
    gold.held(balance_stroops, true) as circulating_supply
from held
having ledger is not null
