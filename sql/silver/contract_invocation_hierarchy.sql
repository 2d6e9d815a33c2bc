-- One row per transaction and pair of a called contract and a contract below it, by the shortest call path; key transaction_hash, root_contract, child_contract.
-- Calls are in the order in which they began: the one above a call is the last of the depth above it that began before.
with ways as (
    select
        below.ledger_sequence,
        below.transaction_hash,
        below.operation_id,
        below.execution_order,
        below.to_contract,
        below.call_depth,
        below.closed_at,
        above.call_depth as above_depth,
        arg_max(above.to_contract, above.execution_order) as contract
    from silver.contract_invocation_calls as below
    inner join silver.contract_invocation_calls as above
        on above.ledger_sequence = below.ledger_sequence
        and above.transaction_hash = below.transaction_hash
        and above.operation_id = below.operation_id
        and above.execution_order <= below.execution_order
        and above.call_depth <= below.call_depth
    group by all
),

paths as (
    select
        ledger_sequence,
        transaction_hash,
        operation_id,
        execution_order,
        to_contract,
        call_depth,
        closed_at,
        list(contract order by above_depth) as path
    from ways
    group by all
)

select
    ledger_sequence,
    transaction_hash,
    -- root_contract: Contract that the operation calls.
    path[1] as root_contract,
    -- child_contract: Contract called below root_contract, or root_contract itself.
    to_contract as child_contract,
    -- path_depth: Calls on the shortest path from root_contract to child_contract; 0 for root_contract itself.
    cast(min(call_depth) as integer) as path_depth,
    -- full_path: Contracts on the shortest path from root_contract to child_contract, both included; of equally short paths the first.
    arg_min(path, (call_depth, operation_id, execution_order)) as full_path,
    closed_at
from paths
group by
    ledger_sequence,
    transaction_hash,
    root_contract,
    child_contract,
    closed_at
