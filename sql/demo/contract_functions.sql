-- One row per function of the contract that was called most often.
with
calls as (
    select * from contract_invocations
    where in_call_tree
),

busiest as (
    select contract_id
    from calls
    group by contract_id
    order by
        count(*) desc,
        contract_id
    limit 1
),

final as (
    select
        function_name,
        count(*) filter (successful) as succeeded,
        count(*) filter (not successful) as failed
    from calls
    inner join busiest using (contract_id)
    group by function_name
)

select * from final
order by
    succeeded + failed desc,
    function_name
limit 12
