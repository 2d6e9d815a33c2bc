-- One row per entry of contract storage and ledger in which it changed; key ledger_key_hash, ledger_sequence.
select
    contract_id,
    contract_key_type,
    contract_durability,
    asset_code,
    asset_issuer,
    asset_type,
    balance_holder,
    balance,
    -- balance_integer [stroops]: balance as a number; null if that is empty.
    try_cast(nullif(balance, '') as hugeint) as balance_integer,
    ledger_key_hash,
    ledger_key_hash_base_64,
    key,
    cast(key_decoded as json) as key_decoded,
    val,
    cast(val_decoded as json) as val_decoded,
    contract_data_xdr,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts,
    bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key
from bronze.contract_data_raw_v1
