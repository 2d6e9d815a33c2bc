-- One row per asset: how much there is of it at a time, after the last loaded ledger that closed by then, by kind of holder; key snapshot_ledger.
-- Asked for by the asset's code, its issuer (null of XLM) and the time. For a ledger, use supply_at_ledger.
-- A time before the first loaded ledger closed, or after the last one did, is an error, and so is an asset that nothing in the lake names.
create or replace macro gold.supply_at(asset_code, asset_issuer, t) as table
select
    supply.* replace (
        if(at_time.in_gap, null, supply.total_holders) as total_holders,
        if(at_time.in_gap, null, supply.accounts) as accounts,
        if(at_time.in_gap, null, supply.claimable_balances) as claimable_balances,
        if(at_time.in_gap, null, supply.liquidity_pools) as liquidity_pools,
        if(at_time.in_gap, null, supply.contracts) as contracts,
        if(at_time.in_gap, null, supply.total_supply) as total_supply,
        if(at_time.in_gap, null, supply.circulating_supply) as circulating_supply,
        if(at_time.in_gap, 'touched_only', supply.state_coverage) as state_coverage
    )
from gold.supply_at_ledger(asset_code, asset_issuer, (select ledger from gold.ledger_at(t))) as supply
cross join gold.ledger_at(t) as at_time
