-- One row per claimable balance and ledger in which it changed; key balance_id, ledger_sequence.
select
    balance_id,
    balance_id_strkey,
    cast(cast(claimants_json as json) as struct(destination varchar, predicate json)[]) as claimants,
    asset_type,
    asset_code,
    asset_issuer,
    asset_id,
    bronze.units(asset_amount_stroops) as asset_amount,
    sponsor,
    flags,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts,
    bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key
from bronze.claimable_balances_raw_v1
