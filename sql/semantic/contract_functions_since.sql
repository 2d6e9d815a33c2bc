-- One row per function of a contract that was called after a time, failed calls included; key contract_id, function_name.
-- Asked for by the time (null: ever), whether calls that contracts make count, too, and if need be `until`, the last time.
create or replace macro semantic.contract_functions_since(since, with_sub_calls, until := null) as table
select
    calls.contract_id,
    calls.function_name,
    -- total_calls: How many calls there were.
    count(*) as total_calls,
    -- successful_calls: How many of the calls succeeded.
    count(*) filter (calls.successful) as successful_calls,
    -- failed_calls: How many of the calls failed.
    count(*) filter (not calls.successful) as failed_calls,
    -- unique_callers: How many accounts, and contracts if their calls count, called it.
    count(distinct calls.caller) as unique_callers,
    -- first_called [UTC]: Close time of the first call in the loaded ledgers.
    min(calls.closed_at) as first_called,
    -- last_called [UTC]: Close time of the last one.
    max(calls.closed_at) as last_called
from bronze.contract_invocations_raw_v1 as calls
where calls.in_call_tree
    and (calls.origin = 'root' or with_sub_calls and calls.depth > 0)
    and (since is null or calls.closed_at > since)
    and (until is null or calls.closed_at <= until)
group by calls.contract_id, calls.function_name
