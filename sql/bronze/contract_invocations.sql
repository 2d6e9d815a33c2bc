-- One row per record of a contract call; rows with in_call_tree are one per call; key operation_id, execution_order.
select
    operation_id,
    transaction_id,
    ledger_sequence,
    closed_at,
    parent,
    execution_order,
    depth,
    caller,
    contract_id,
    function_name,
    cast(arguments as json) as arguments,
    origin,
    auth_address,
    successful,
    in_call_tree,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.contract_invocations_raw_v1
