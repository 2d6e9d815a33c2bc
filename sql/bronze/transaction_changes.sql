-- One row per change of a ledger entry that a transaction made; key transaction_id, phase, operation_index, change_index.
select
    transaction_id,
    phase,
    operation_index,
    change_index,
    change_type,
    entry_type,
    ledger_key,
    before_xdr,
    after_xdr,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.transaction_changes_raw_v1
