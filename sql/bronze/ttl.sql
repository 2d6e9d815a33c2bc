-- One row per lifetime entry and ledger in which it changed; key key_hash, ledger_sequence.
select
    key_hash,
    live_until_ledger_seq,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.ttl_raw_v1
