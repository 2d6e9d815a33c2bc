-- One row per asset: how much there is of it after a ledger, by kind of holder; key snapshot_ledger.
-- Asked for by the asset's code, its issuer (null of XLM) and the ledger.
-- While state_coverage is touched_only no total is known but that of lumens; known_supply is what is held as far as that is known.
-- A ledger that is not in the lake is an error, and so is an asset that nothing in the lake names.
create or replace macro gold.supply_at_ledger(asset_code, asset_issuer, ledger) as table
with known as materialized (
    from gold.known_at_ledger(ledger)
),
held as (
    from gold.balances_at_ledger(asset_code, asset_issuer, ledger)
),
sums as (
    select
        count(*) filter (holder_type = 'account') as holders,
        gold.held(balance_stroops, holder_type = 'account') as accounts,
        gold.held(balance_stroops, holder_type = 'claimable_balance') as claimable_balances,
        gold.held(balance_stroops, holder_type = 'liquidity_pool') as liquidity_pools,
        gold.held(balance_stroops, holder_type = 'contract') as contracts,
        gold.held(balance_stroops, true) as supply
    from held
),
totals as (
    select
        known.snapshot_ledger,
        known.state_coverage,
        known.state_coverage = 'full' as is_full,
        if(asset_issuer is null, bronze.token_units(known.total_coins), null) as coins,
        if(asset_issuer is null, bronze.token_units(known.total_coins - known.fee_pool), null) as owned,
        sums.*
    from sums
    cross join known
)
select
    -- snapshot_ledger: Ledger after which the supply is counted.
    totals.snapshot_ledger,
    -- total_holders: Accounts that hold the asset; null while state_coverage is touched_only.
    if(totals.is_full, totals.holders, null) as total_holders,
    -- accounts [units]: Amount that accounts hold; null while state_coverage is touched_only.
    if(totals.is_full, totals.accounts, null) as accounts,
    -- claimable_balances [units]: Amount that claimable balances hold; null while state_coverage is touched_only.
    if(totals.is_full, totals.claimable_balances, null) as claimable_balances,
    -- liquidity_pools [units]: Amount that liquidity pools hold; null while state_coverage is touched_only.
    if(totals.is_full, totals.liquidity_pools, null) as liquidity_pools,
    -- contracts [units]: Amount that contracts hold; null while state_coverage is touched_only.
    if(totals.is_full, totals.contracts, null) as contracts,
    -- total_supply [units]: Amount that all holders have; for lumens, total_coins less fee_pool of the ledger header. While state_coverage is touched_only, null, but total_coins for lumens.
    if(totals.is_full, coalesce(totals.owned, totals.supply), totals.coins) as total_supply,
    -- issuer_balance [units]: Always 0: what the issuer receives ceases to exist.
    cast(0 as decimal(38, 7)) as issuer_balance,
    -- circulating_supply [units]: Amount that all holders have; for lumens, total_coins less fee_pool of the ledger header. Null for other assets while state_coverage is touched_only.
    coalesce(totals.owned, if(totals.is_full, totals.supply, null)) as circulating_supply,
    -- known_holders: Accounts that hold the asset, as far as the lake knows.
    totals.holders as known_holders,
    -- known_supply [units]: Amount held, as far as the lake knows.
    totals.supply as known_supply,
    -- state_coverage: full if every holder is known; else touched_only: only holders that the loaded ledgers, or a baseline state before them, name.
    totals.state_coverage
from totals
