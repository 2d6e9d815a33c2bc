-- One row per data entry and ledger in which it changed; key account_id, data_name_bytes, ledger_sequence.
select
    account_id,
    data_name,
    data_name_bytes,
    data_value,
    sponsor,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.account_data_raw_v1
