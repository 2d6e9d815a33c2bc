-- One row per snapshot of how much there is of an asset at a time, after the last ledger that closed by then, by kinds of holders; key snapshot_ledger.
-- Asked for by the asset's code, its issuer (null of XLM) and the time; no row when there is no such ledger.
create or replace macro gold.supply_at(asset_code, asset_issuer, t) as table
from gold.supply_at_ledger(
    asset_code,
    asset_issuer,
    (select max(ledgers.sequence) from bronze.history_ledgers_raw_v1 as ledgers where ledgers.closed_at <= cast(t as timestamp))
)
