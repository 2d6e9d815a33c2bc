-- In every ledger, what token transfers bring each holder of an asset is the change of the holder's balance.
-- Issuers hold none of what they issue. Tokens that are no assets keep balances in ways of their own and are left out.
with moves as (
    select
        ledger_sequence,
        contract_id,
        asset_key,
        "from",
        "to",
        cast(amount_raw as hugeint) as amount
    from bronze.token_transfers_raw_raw_v1
    where asset_type != ''
),

-- What a contract's storage holds is of an asset when the contract is that asset's.
contracts as (
    select
        contract_id,
        if(asset_type = 'native', 'native', asset_code || ':' || asset_issuer) as asset
    from bronze.history_assets_raw_v1
    union
    select
        contract_id,
        asset_key
    from moves
    union
    select
        contract_id,
        asset_code || ':' || asset_issuer
    from bronze.contract_data_raw_v1
    where asset_type != ''
    union
    select
        getvariable('native_contract'),
        'native'
),

moved as (
    select
        ledger_sequence,
        "to" as holder,
        asset_key as asset,
        amount
    from moves
    where "to" is not null
    union all
    select
        ledger_sequence,
        "from",
        asset_key,
        -amount
    from moves
    where "from" is not null
),

brought as (
    select
        ledger_sequence,
        holder,
        asset,
        sum(amount) as amount
    from moved
    where holder is distinct from bronze.key_issuer(asset)
    group by
        ledger_sequence,
        holder,
        asset
),

changes as (
    select
        ledger_sequence,
        account_id as holder,
        'native' as asset,
        cast(balance_change_stroops as hugeint) as change
    from bronze.accounts_raw_v1
    union all
    select
        ledger_sequence,
        account_id,
        asset_code || ':' || asset_issuer,
        balance_change_stroops
    from bronze.trust_lines_raw_v1
    where asset_type != 'pool_share'
    union all
    select
        ledger_sequence,
        liquidity_pool_id_strkey,
        if(asset_a_code = '', 'native', asset_a_code || ':' || asset_a_issuer),
        asset_a_change_stroops
    from bronze.liquidity_pools_raw_v1
    union all
    select
        ledger_sequence,
        liquidity_pool_id_strkey,
        asset_b_code || ':' || asset_b_issuer,
        asset_b_change_stroops
    from bronze.liquidity_pools_raw_v1
    union all
    select
        ledger_sequence,
        balance_id_strkey,
        if(asset_code = '', 'native', asset_code || ':' || asset_issuer),
        case ledger_entry_change when 0 then asset_amount_stroops when 2 then -asset_amount_stroops else 0 end
    from bronze.claimable_balances_raw_v1
    union all
    select
        ledger_sequence,
        balance_holder,
        contracts.asset,
        cast(balance_change as hugeint)
    from bronze.contract_data_raw_v1
    inner join contracts using (contract_id)
    where balance != ''
),

changed as (
    select
        ledger_sequence,
        holder,
        asset,
        sum(change) as amount,
        count(*) != count(change) as is_unknown
    from changes
    group by
        ledger_sequence,
        holder,
        asset
),

compared as (
    select
        ledger_sequence,
        holder,
        asset,
        coalesce(brought.amount, 0) as expected,
        coalesce(changed.amount, 0) as found,
        coalesce(is_unknown, false) as is_unknown
    from brought
    full join changed using (ledger_sequence, holder, asset)
)

select
    ledger_sequence,
    holder as entity,
    asset as fact,
    cast(expected as varchar) as expected,
    if(is_unknown, null, cast(found as varchar)) as found,
    if(is_unknown, 'unknown', 'broken') as status
from compared
where is_unknown or found != expected
