-- One row per contract, of the five that were called most often, by transactions or by other contracts.
with
calls as (
    select * from contract_invocations
    where in_call_tree
),

tokens as (
    select
        contract_id,
        any_value(if(asset_type = 'native', 'XLM', asset_code)) as token
    from history_assets
    group by contract_id
),

final as (
    select
        contract_id,
        any_value(token) as token,
        count(*) as calls,
        count(*) filter (not successful) as failed,
        count(distinct function_name) as functions,
        count(distinct transaction_id) as transactions,
        count(distinct caller) as callers
    from calls
    left join tokens using (contract_id)
    group by contract_id
)

select * from final
order by
    calls desc,
    contract_id
limit 5
