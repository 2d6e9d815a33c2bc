-- One row per contract code and ledger in which its entry was written; key contract_code_hash, ledger_sequence.
select
    contract_code_hash,
    wasm,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.contract_code_blob_raw_v1
