-- One row per key and ledger in which it was evicted or restored; key ledger_key_hash, ledger_sequence, is_evicted.
with moved as (
    select
        ledger_key_hash,
        true as is_evicted,
        contract_id,
        contract_durability,
        closed_at,
        ledger_sequence,
        batch_id
    from bronze.evicted_keys_raw_v1
    union all
    select
        ledger_key_hash,
        false,
        contract_id,
        contract_durability,
        closed_at,
        ledger_sequence,
        batch_id
    from bronze.restored_key_raw_v1
)

select
    ledger_key_hash,
    -- is_evicted: True if the key was evicted, false if it was restored.
    is_evicted,
    contract_id,
    contract_durability as durability,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from moved
