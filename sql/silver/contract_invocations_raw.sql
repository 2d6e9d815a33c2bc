-- One row per operation that calls a contract, with its own call; failed ones included; key ledger_sequence, transaction_index, operation_index.
select
    ledger_sequence,
    -- transaction_index: Position of the transaction in its ledger, from 1.
    cast(transaction_id >> 12 & 1048575 as integer) as transaction_index,
    operation_index,
    transaction_hash,
    source_account,
    soroban_contract_id as contract_id,
    soroban_function as function_name,
    soroban_arguments_json as arguments_json,
    transaction_successful as successful,
    closed_at,
    transaction_id,
    id as operation_id
from bronze.history_operations
where type = 24 and soroban_function is not null
