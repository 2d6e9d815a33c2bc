-- One row per holder of an asset, of any kind, at a time, after the last ledger that closed by then; key holder.
-- Asked for by the asset's code, its issuer (null of XLM) and the time. Largest balances come first.
create or replace macro gold.balances_at(asset_code, asset_issuer, t) as table
from gold.balances_at_ledger(
    asset_code,
    asset_issuer,
    (select max(ledgers.sequence) from bronze.history_ledgers_raw_v1 as ledgers where ledgers.closed_at <= cast(t as timestamp))
)
