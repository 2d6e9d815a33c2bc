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
    -- contract_id: Contract that was called.
    contract_id,
    -- function_name: Function that was called; null if unknown.
    function_name,
    -- caller: Account or contract that called the function; null if unknown.
    caller,
    -- calls: Calls by operations, failed ones included.
    calls,
    -- successes: Calls by operations that succeeded.
    successes,
    -- first_called [UTC]: Close time of the first call by an operation in the loaded ledgers; null if only contracts called.
    first_called,
    -- last_called [UTC]: Close time of the last call by an operation in the loaded ledgers; null if only contracts called.
    last_called,
    -- last_in_tree [UTC]: Close time of the last call in a transaction's call tree, by an operation or a contract; null if there is none.
    last_in_tree
from callers
