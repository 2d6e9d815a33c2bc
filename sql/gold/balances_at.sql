-- One row per holder of an asset, of any kind, at a time, after the last loaded ledger that closed by then; key holder.
-- Asked for by the asset's code, its issuer (null of XLM) and the time. Largest balances come first. For a ledger, use balances_at_ledger.
-- A time before the first loaded ledger closed, or after the last one did, is an error, and so is an asset that nothing in the lake names.
create or replace macro gold.balances_at(asset_code, asset_issuer, t) as table
select
    holders.* replace (
        -- percent_of_supply [percent]: Balance as a share of the total held, as in balances_at_ledger; null if ledgers that closed by then may be missing.
        if(at_time.in_gap, null, holders.percent_of_supply) as percent_of_supply,
        -- state_coverage: full if every holder is known; touched_only if not, or if ledgers that closed by then may be missing.
        if(at_time.in_gap, 'touched_only', holders.state_coverage) as state_coverage
    )
from gold.balances_at_ledger(asset_code, asset_issuer, (select ledger from gold.ledger_at(t))) as holders
cross join gold.ledger_at(t) as at_time
order by holders.balance_stroops desc, holders.holder
