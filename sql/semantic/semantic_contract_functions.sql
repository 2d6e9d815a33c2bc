-- One row per function of a contract that operations called, failed ones included; key contract_id, function_name.
select
    contract_id,
    function_name,
    -- total_calls: Calls of the function by operations, failed ones included.
    cast(sum(calls) as bigint) as total_calls,
    -- successful_calls: Calls of the function by operations that succeeded.
    cast(sum(successes) as bigint) as successful_calls,
    -- failed_calls: Calls of the function by operations that failed.
    cast(sum(calls - successes) as bigint) as failed_calls,
    -- unique_callers: Distinct accounts that called the function.
    count(distinct caller) as unique_callers,
    -- first_called [UTC]: Close time of the first call by an operation in the loaded ledgers.
    min(first_called) as first_called,
    -- last_called [UTC]: Close time of the last call by an operation in the loaded ledgers.
    max(last_called) as last_called
from silver.contract_callers
where calls > 0
group by contract_id, function_name
