-- One row per account that an operation, a fee or an entry names; key account_id.
-- Materialised {"changes": "activities", "fold": "counts", "sortedBy": ["account_id"]}
with activities as (
    select
        source_account as account_id,
        cast(null as varchar) as contract_id,
        cast(null as varchar) as function_name,
        cast(transaction_successful as bigint) as operations,
        cast(transaction_successful and bronze.is_payment(type) as bigint) as sent,
        cast(0 as bigint) as received,
        cast(transaction_successful and type = 24 and starts_with(host_function, 'HostFunctionTypeHostFunctionTypeCreateContract') as bigint) as deployed,
        cast(0 as bigint) as calls,
        cast(null as bigint) as last_call,
        if(transaction_successful, closed_at, null) as first_activity,
        if(transaction_successful, closed_at, null) as last_activity,
        ledger_sequence
    from bronze.history_operations_raw_v1
    where transaction_successful or operation_result_code != 'OperationResultCodeOpNoAccount'
    union all
    select destination, null, null, 0, 0, 1, 0, 0, null, closed_at, closed_at, ledger_sequence
    from bronze.history_operations_raw_v1
    where transaction_successful and bronze.is_payment(type)
    union all
    select caller, contract_id, function_name, 0, 0, 0, 0, 1, operation_id, closed_at, closed_at, ledger_sequence
    from bronze.contract_invocations_raw_v1
    where origin = 'root' and successful
    union all
    select account_id, null, null, 0, 0, 0, 0, 0, null, null, null, ledger_sequence
    from (
        select account as account_id, ledger_sequence from bronze.history_transactions_raw_v1
        union all
        select fee_account, ledger_sequence from bronze.history_transactions_raw_v1 where fee_account is not null
        union all
        select account_id, ledger_sequence from bronze.accounts_raw_v1
        union all
        select account_id, ledger_sequence from bronze.trust_lines_raw_v1
    )
),
counts as (
    select
        account_id,
        contract_id,
        function_name,
        cast(sum(operations) as bigint) as operations,
        cast(sum(sent) as bigint) as sent,
        cast(sum(received) as bigint) as received,
        cast(sum(deployed) as bigint) as deployed,
        cast(sum(calls) as bigint) as calls,
        max(last_call) as last_call,
        min(first_activity) as first_activity,
        max(last_activity) as last_activity
    from activities
    group by account_id, contract_id, function_name
),
calls_of_contracts as (
    select
        account_id,
        contract_id,
        sum(operations) as operations,
        sum(sent) as sent,
        sum(received) as received,
        sum(deployed) as deployed,
        cast(sum(calls) as bigint) as calls,
        max(last_call) as last_call,
        -- Of the function called most, the one called last.
        arg_max(function_name, [calls, last_call]) as function_name,
        min(first_activity) as first_activity,
        max(last_activity) as last_activity
    from counts
    group by account_id, contract_id
)
select
    -- account_id: Address of the account.
    account_id,
    -- total_operations: Operations of successful transactions with the account as source.
    cast(sum(operations) as bigint) as total_operations,
    -- total_payments_sent: Payments and path payments that the account sent in successful transactions.
    cast(sum(sent) as bigint) as total_payments_sent,
    -- total_payments_received: Payments and path payments that the account received in successful transactions.
    cast(sum(received) as bigint) as total_payments_received,
    -- total_contract_calls: Contract calls by successful operations of the account.
    cast(sum(calls) as bigint) as total_contract_calls,
    -- unique_contracts_called: Distinct contracts that the account called.
    count(contract_id) as unique_contracts_called,
    -- top_contract_id: Contract that the account called most; of several the one called last.
    arg_max(contract_id, [calls, last_call]) as top_contract_id,
    -- top_contract_function: Function of top_contract_id that the account called most; of several the one called last.
    arg_max(function_name, [calls, last_call]) as top_contract_function,
    -- is_contract_deployer: Whether an operation of the account created a contract.
    sum(deployed) > 0 as is_contract_deployer,
    -- contracts_deployed: Operations of the account that created a contract.
    cast(sum(deployed) as integer) as contracts_deployed,
    -- first_activity [UTC]: Close time of the first operation of the account, or payment to it, in successful transactions; null if there is none.
    min(first_activity) as first_activity,
    -- last_activity [UTC]: Close time of the last operation of the account, or payment to it, in successful transactions; null if there is none.
    max(last_activity) as last_activity
from calls_of_contracts
group by account_id
