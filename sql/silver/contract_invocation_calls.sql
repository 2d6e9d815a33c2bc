-- One row per call of a contract, by an operation or by another contract; key operation_id, execution_order.
select
    -- ledger_sequence: Ledger of the transaction.
    calls.ledger_sequence,
    -- transaction_index: Position of the transaction in its ledger, from 1.
    cast(calls.transaction_id >> 12 & 1048575 as integer) as transaction_index,
    operations.operation_index,
    operations.transaction_hash,
    calls.caller as from_contract,
    -- to_contract: Contract that is called.
    calls.contract_id as to_contract,
    -- function_name: Function that is called.
    calls.function_name,
    calls.depth as call_depth,
    calls.execution_order,
    calls.successful,
    calls.closed_at,
    -- transaction_id: TOID of the transaction.
    calls.transaction_id,
    calls.operation_id,
    calls.origin
from bronze.contract_invocations_raw_v1 as calls
inner join bronze.history_operations_raw_v1 as operations
    on operations.ledger_sequence = calls.ledger_sequence and operations.id = calls.operation_id
where calls.in_call_tree
