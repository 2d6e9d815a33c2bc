-- One row per operation, role, and account that takes part in this role; key operation_id, address, role.
select
    operation_id,
    address,
    role,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.operation_participants_raw_v1
