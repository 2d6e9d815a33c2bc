-- One row per caller of a function of a contract, failed calls included; key contract_id, function_name, caller.
-- Materialised {"changes": "calls", "fold": "callers", "sortedBy": ["contract_id", "function_name", "caller"]}
with calls as (
    select
        contract_id,
        function_name,
        caller,
        cast(origin = 'root' as bigint) as calls,
        cast(origin = 'root' and successful as bigint) as successes,
        if(origin = 'root', closed_at, null) as first_called,
        if(origin = 'root', closed_at, null) as last_called,
        -- What is on top and no root is the host's own call, when it creates a contract.
        if(origin = 'root' or depth > 0, closed_at, null) as last_in_tree,
        ledger_sequence
    from bronze.contract_invocations_raw_v1
    where in_call_tree
),
callers as (
    select
        contract_id,
        function_name,
        caller,
        cast(sum(calls) as bigint) as calls,
        cast(sum(successes) as bigint) as successes,
        min(first_called) as first_called,
        max(last_called) as last_called,
        max(last_in_tree) as last_in_tree
    from calls
    group by contract_id, function_name, caller
)
select
    -- contract_id: The contract that was called.
    contract_id,
    -- function_name: The function; null where it is not known.
    function_name,
    -- caller: The account or contract that called it.
    caller,
    -- calls: Calls by operations, failed ones included.
    calls,
    -- successes: How many of the calls succeeded.
    successes,
    -- first_called [UTC]: Close time of the first call in the loaded ledgers; null where only contracts called it.
    first_called,
    -- last_called [UTC]: Close time of the last call.
    last_called,
    -- last_in_tree [UTC]: Close time of the last call in the tree of calls of a transaction, by an operation or a contract; null where none is in one.
    last_in_tree
from callers
