-- One row per operation that calls contracts: its calls, each once, as Obsrvr keeps them in columns of operations; key operation_id.
select
    operation_id,
    -- contract_calls_json [JSON]: Contract calls in order: from_contract, to_contract, function, call_depth, execution_order, successful.
    to_json(
        cast(
            list((caller, contract_id, function_name, depth, execution_order, successful) order by execution_order)
            as struct(
                from_contract varchar, to_contract varchar, "function" varchar, call_depth integer, execution_order integer,
                successful boolean
            )[]
        )
    ) as contract_calls_json,
    -- contracts_involved: Contracts that the operation called, directly or through others, each once.
    list(distinct contract_id order by contract_id) as contracts_involved,
    -- max_call_depth: Depth of the deepest call; 0 if the root call makes none.
    max(depth) as max_call_depth,
    any_value(closed_at) as closed_at,
    ledger_sequence
from bronze.contract_invocations
where in_call_tree
group by operation_id, ledger_sequence
