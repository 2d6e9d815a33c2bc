-- One row per function of a contract that was called after a time, failed calls included; key contract_id, function_name.
-- Asked for by the time (null: ever), whether calls that contracts make count, too, and if need be `until`, the last time.
create or replace macro semantic.contract_functions_since(since, with_sub_calls, until := null) as table
select
    -- contract_id: Contract that was called.
    calls.contract_id,
    calls.function_name,
    -- total_calls: Calls of the function in the period, failed ones included.
    count(*) as total_calls,
    -- successful_calls: Calls of the function in the period that succeeded.
    count(*) filter (calls.successful) as successful_calls,
    -- failed_calls: Calls of the function in the period that failed.
    count(*) filter (not calls.successful) as failed_calls,
    -- unique_callers: Distinct callers in the period: accounts, and contracts if with_sub_calls is true.
    count(distinct calls.caller) as unique_callers,
    -- first_called [UTC]: Close time of the first call in the period.
    min(calls.closed_at) as first_called,
    -- last_called [UTC]: Close time of the last call in the period.
    max(calls.closed_at) as last_called
from bronze.contract_invocations_raw_v1 as calls
where calls.in_call_tree
    and (calls.origin = 'root' or with_sub_calls and calls.depth > 0)
    and (since is null or calls.closed_at > since)
    and (until is null or calls.closed_at <= until)
group by calls.contract_id, calls.function_name
