-- One row per holder of an asset, of any kind, after a ledger; key holder.
-- Asked for by the asset's code, its issuer (null of XLM) and the ledger. Largest balances come first.
-- What the loaded ledgers do not touch is not known, though a state was read whole; what is archived is still held.
create or replace macro gold.balances_at_ledger(asset_code, asset_issuer, ledger) as table
with named as (
    select known.contract_id
    from bronze.history_assets_raw_v1 as known
    where gold.is_asset(known.asset_type, known.asset_code, known.asset_issuer, asset_code, asset_issuer)
    union all
    -- Some assets are named by nothing but what contracts move.
    select moved.contract_id
    from bronze.token_transfers_raw_raw_v1 as moved
    where moved.asset_key = if(
        asset_issuer is null and asset_code in ('XLM', 'native'), 'native', asset_code || ':' || asset_issuer
    )
),
assets as (
    from named limit 1
),
changes as (
    select
        'account' as holder_type,
        accounts.account_id as holder,
        accounts.balance_stroops as balance,
        accounts.deleted,
        accounts.ledger_sequence
    from bronze.accounts_raw_v1 as accounts
    where asset_issuer is null and asset_code in ('XLM', 'native') and accounts.ledger_sequence <= ledger
    union all
    select 'account', lines.account_id, lines.balance_stroops, lines.deleted, lines.ledger_sequence
    from bronze.trust_lines_raw_v1 as lines
    where lines.asset_code = asset_code and lines.asset_issuer = asset_issuer and lines.ledger_sequence <= ledger
    union all
    select
        'claimable_balance',
        balances.balance_id_strkey,
        balances.asset_amount_stroops,
        balances.deleted,
        balances.ledger_sequence
    from bronze.claimable_balances_raw_v1 as balances
    where balances.ledger_sequence <= ledger
        and gold.is_asset(balances.asset_type, balances.asset_code, balances.asset_issuer, asset_code, asset_issuer)
    union all
    select
        'liquidity_pool',
        pools.liquidity_pool_id_strkey,
        if(
            gold.is_asset(pools.asset_a_type, pools.asset_a_code, pools.asset_a_issuer, asset_code, asset_issuer),
            pools.asset_a_amount_stroops,
            pools.asset_b_amount_stroops
        ),
        pools.deleted,
        pools.ledger_sequence
    from bronze.liquidity_pools_raw_v1 as pools
    where pools.ledger_sequence <= ledger
        and (
            gold.is_asset(pools.asset_a_type, pools.asset_a_code, pools.asset_a_issuer, asset_code, asset_issuer)
            or gold.is_asset(pools.asset_b_type, pools.asset_b_code, pools.asset_b_issuer, asset_code, asset_issuer)
        )
    union all
    select
        'contract',
        entries.balance_holder,
        try_cast(entries.balance as hugeint),
        entries.deleted and evicted.ledger_key_hash is null,
        entries.ledger_sequence
    from bronze.contract_data_raw_v1 as entries
    semi join assets on assets.contract_id = entries.contract_id
    left join bronze.evicted_keys_raw_v1 as evicted
        on evicted.ledger_sequence = entries.ledger_sequence and evicted.ledger_key_hash = entries.ledger_key_hash_base_64
    where entries.balance_holder != '' and entries.ledger_sequence <= ledger
),
held as (
    select
        holder_type,
        holder,
        arg_max(if(deleted, 0, balance), ledger_sequence) as balance,
        max(ledger_sequence) as last_modified_ledger
    from changes
    group by holder_type, holder
),
living as (
    from held where balance > 0
),
whole as (
    select
        max(balance) as most,
        sum(least(balance, 1000000000000000000000000000000)) as supply
    from living
)
select
    -- holder_type: account, claimable_balance, liquidity_pool or contract.
    holder_type,
    -- holder: The account (G), claimable balance (B), pool (L) or contract (C).
    holder,
    -- balance [units]: What it holds; null beyond 31 digits.
    bronze.token_units(balance) as balance,
    -- balance_stroops [stroops]: The same.
    balance as balance_stroops,
    -- percent_of_supply [percent]: Its part of all that is held, halves rounded up; null where a balance is beyond 30 digits.
    if(most <= 1000000000000000000000000000000, gold.percent(balance, supply), null) as percent_of_supply,
    -- last_modified_ledger: Ledger of the change that left it so.
    last_modified_ledger
from living
cross join whole
order by balance_stroops desc, holder
