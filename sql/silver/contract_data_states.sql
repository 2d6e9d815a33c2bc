-- One row per entry of contract storage and baseline state of `ingest-state`, as of the ledger of the state; key ledger_sequence, ledger_key_hash.
-- States of silver.contract_data_current.
with states as (
    select * from bronze.contract_data where ledger_entry_change = 3
)
select
    contract_id,
    contract_key_type,
    contract_durability,
    asset_code,
    asset_issuer,
    asset_type,
    balance_holder,
    balance,
    ledger_key_hash,
    ledger_key_hash_base_64,
    key,
    key_decoded,
    val,
    val_decoded,
    contract_data_xdr,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    batch_run_date,
    asset_key
from states
