-- One row per entry and ledger in which its net change was a restoration; key ledger_key_hash, ledger_sequence.
select
    ledger_key_hash,
    ledger_entry_type,
    last_modified_ledger,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.restored_key_raw_v1
