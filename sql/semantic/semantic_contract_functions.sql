-- One row per function of a contract that operations called, failed ones included; key contract_id, function_name.
-- Kept as callers of calls, sorted by contract_id, function_name.
with calls as (
    select
        contract_id,
        function_name,
        caller,
        cast(1 as bigint) as calls,
        cast(successful as bigint) as successes,
        closed_at as first_called,
        closed_at as last_called,
        ledger_sequence
    from bronze.contract_invocations
    where origin = 'root'
),
callers as (
    select
        contract_id,
        function_name,
        caller,
        cast(sum(calls) as bigint) as calls,
        cast(sum(successes) as bigint) as successes,
        min(first_called) as first_called,
        max(last_called) as last_called
    from calls
    group by contract_id, function_name, caller
)
select
    contract_id,
    function_name,
    -- total_calls: How many operations called it.
    cast(sum(calls) as bigint) as total_calls,
    -- successful_calls: How many of them succeeded.
    cast(sum(successes) as bigint) as successful_calls,
    -- failed_calls: How many of them failed.
    cast(sum(calls - successes) as bigint) as failed_calls,
    -- unique_callers: How many accounts called it.
    count(distinct caller) as unique_callers,
    -- first_called [UTC]: Close time of the first call in the loaded ledgers.
    min(first_called) as first_called,
    -- last_called [UTC]: Close time of the last one.
    max(last_called) as last_called
from callers
group by contract_id, function_name
