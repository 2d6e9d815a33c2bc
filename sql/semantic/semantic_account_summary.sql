-- One row per account that an operation, a fee or an entry names; key account_id.
with activities as (
    select
        source_account as account_id,
        id,
        closed_at,
        1 as operations,
        cast(type in (1, 2, 13) as integer) as sent,
        0 as received,
        cast(type = 24 and starts_with(host_function, 'HostFunctionTypeHostFunctionTypeCreateContract') as integer) as deployed
    from bronze.history_operations_raw_v1
    where transaction_successful
    union all
    select destination, id, closed_at, 0, 0, 1, 0
    from bronze.history_operations_raw_v1
    where transaction_successful and type in (1, 2, 13)
    union all
    select account_id, null, null, 0, 0, 0, 0
    from (
        select source_account as account_id
        from bronze.history_operations_raw_v1
        where operation_result_code != 'OperationResultCodeOpNoAccount'
        union all
        select account from bronze.history_transactions_raw_v1
        union all
        select fee_account from bronze.history_transactions_raw_v1 where fee_account is not null
        union all
        select account_id from bronze.accounts_raw_v1
        union all
        select account_id from bronze.trust_lines_raw_v1
    )
),
totals as (
    select
        account_id,
        sum(operations) as operations,
        sum(sent) as sent,
        sum(received) as received,
        sum(deployed) as deployed,
        min(closed_at) as first_activity,
        max(closed_at) as last_activity
    from activities
    group by account_id
),
calls_of_functions as (
    select
        caller as account_id,
        contract_id,
        function_name,
        count(*) as calls,
        max(operation_id) as latest
    from bronze.contract_invocations_raw_v1
    where origin = 'root' and successful
    group by caller, contract_id, function_name
),
calls_of_contracts as (
    select
        account_id,
        contract_id,
        sum(calls) as calls,
        max(latest) as latest,
        arg_max(function_name, [calls, latest]) as function_name
    from calls_of_functions
    group by account_id, contract_id
),
calls as (
    select
        account_id,
        sum(calls) as calls,
        count(*) as contracts,
        arg_max({contract_id: contract_id, function_name: function_name}, [calls, latest]) as top
    from calls_of_contracts
    group by account_id
)
select
    -- account_id: The account.
    totals.account_id,
    -- total_operations: Operations of successful transactions that it is the source of.
    cast(operations as bigint) as total_operations,
    -- total_payments_sent: Payments and path payments among them.
    cast(sent as bigint) as total_payments_sent,
    -- total_payments_received: Payments and path payments of successful transactions that it is the destination of.
    cast(received as bigint) as total_payments_received,
    -- total_contract_calls: Calls of contracts among its operations.
    cast(coalesce(calls, 0) as bigint) as total_contract_calls,
    -- unique_contracts_called: How many contracts it called.
    coalesce(contracts, 0) as unique_contracts_called,
    -- top_contract_id: Contract that it called most; of several the one called last.
    top.contract_id as top_contract_id,
    -- top_contract_function: Function of that contract that it called most; of several the one called last.
    top.function_name as top_contract_function,
    -- is_contract_deployer: Whether one of its operations created a contract.
    deployed > 0 as is_contract_deployer,
    -- contracts_deployed: How many of its operations did.
    cast(deployed as integer) as contracts_deployed,
    -- first_activity: Close time of the first operation counted here; null when there is none.
    first_activity,
    -- last_activity: Close time of the last one.
    last_activity
from totals
left join calls on calls.account_id = totals.account_id
