-- One row per contract that was created; key contract_id, operation_id.
select
    contract_id,
    creator_address,
    deployer_contract,
    executable_type,
    wasm_hash,
    salt,
    ledger_sequence as created_ledger,
    closed_at as created_at,
    operation_id,
    origin,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.contract_creations_raw_v1
