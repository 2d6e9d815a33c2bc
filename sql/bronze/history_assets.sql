-- One row per asset, from the first loaded ledger that names it; key asset_id.
-- Each batch of ledgers brings the assets that it sees; whatever order they were loaded in, the earliest ledger counts.
select
    asset_type,
    asset_code,
    asset_issuer,
    asset_id,
    min(contract_id) as contract_id,
    min(ledger_sequence) as ledger_sequence,
    arg_min(closed_at, ledger_sequence) as closed_at,
    arg_min(batch_id, ledger_sequence) as batch_id,
    cast(arg_min(closed_at, ledger_sequence) as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts,
    bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key
from bronze.history_assets_raw_v1
group by asset_type, asset_code, asset_issuer, asset_id
