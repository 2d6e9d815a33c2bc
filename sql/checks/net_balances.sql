-- In every ledger, the single changes of a balance come to the change that accounts, trust_lines, claimable_balances and liquidity_pools have.
with nets as (
    select
        ledger_sequence,
        account_id as holder,
        'native' as asset_key,
        balance_change_stroops as change
    from bronze.accounts_raw_v1
    union all
    select
        ledger_sequence,
        account_id,
        if(asset_type = 'pool_share', 'liquidity_pool:' || liquidity_pool_id, asset_code || ':' || asset_issuer),
        balance_change_stroops
    from bronze.trust_lines_raw_v1
    union all
    select
        ledger_sequence,
        balance_id_strkey,
        bronze.asset_key(asset_type, asset_code, asset_issuer),
        case ledger_entry_change when 0 then asset_amount_stroops when 2 then -asset_amount_stroops else 0 end
    from bronze.claimable_balances_raw_v1
    union all
    select
        ledger_sequence,
        liquidity_pool_id_strkey,
        bronze.asset_key(asset_a_type, asset_a_code, asset_a_issuer),
        asset_a_change_stroops
    from bronze.liquidity_pools_raw_v1
    union all
    select
        ledger_sequence,
        liquidity_pool_id_strkey,
        bronze.asset_key(asset_b_type, asset_b_code, asset_b_issuer),
        asset_b_change_stroops
    from bronze.liquidity_pools_raw_v1
),

single as (
    select
        ledger_sequence,
        holder,
        asset_key,
        sum(after_stroops - before_stroops) as change,
        count(*) > count(before_stroops) as is_unknown
    from bronze.balance_entry_changes_raw_v1
    where after_stroops is not null
    group by ledger_sequence, holder, asset_key
)

select
    ledger_sequence,
    holder as entity,
    asset_key as fact,
    cast(coalesce(nets.change, 0) as varchar) as expected,
    cast(coalesce(single.change, 0) as varchar) as found,
    if(is_unknown or (nets.change is null and nets.holder is not null), 'unknown', 'broken') as status
from nets
full join single using (ledger_sequence, holder, asset_key)
where is_unknown or (nets.change is null and nets.holder is not null) or coalesce(nets.change, 0) != coalesce(single.change, 0)
