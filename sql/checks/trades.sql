-- Every offer shrinks by at least what it sold, and every pool's reserves change by its trades, deposits, withdrawals and revocations.
with sold_by_offer as (
    select
        ledger_sequence,
        selling_offer_id as offer_id,
        any_value(selling_account_address) as seller,
        min(history_operation_id) as first_taken,
        sum(selling_amount_stroops) as sold
    from bronze.history_trades_raw_v1
    where trade_type = 1
    group by
        ledger_sequence,
        selling_offer_id
),

-- An offer that its owner changed in the ledger may have sold what it gained.
owned as (
    select distinct
        ledger_sequence,
        offer_id
    from bronze.history_operations_raw_v1
    where type in (3, 12) and transaction_successful
),

-- An offer that was made and taken in one ledger leaves no change: its seller made one before it was taken.
makers as (
    select
        ledger_sequence,
        source_account as seller,
        min(id) as first_made
    from bronze.history_operations_raw_v1
    where
        transaction_successful
        and (type = 4 or (type in (3, 12) and offer_id = 0))
    group by
        ledger_sequence,
        source_account
),

offer_changes as (
    select
        ledger_sequence,
        offer_id,
        ledger_entry_change,
        amount_change_stroops
    from bronze.offers_raw_v1
),

-- Ids rise: an offer below one that was there before the ledger was there, too, and changed.
ids as (
    select
        ledger_sequence,
        max(offer_id) as greatest_old
    from offer_changes
    where ledger_entry_change != 0
    group by ledger_sequence
),

offer_facts as (
    select
        ledger_sequence,
        'offer ' || offer_id as entity,
        'amount sold' as fact,
        sold as expected,
        -amount_change_stroops as found,
        case
            when ledger_entry_change is null and offer_id <= greatest_old then 'broken'
            when ledger_entry_change is null and first_made < first_taken then null
            when amount_change_stroops is null then 'unknown'
            when ledger_entry_change = 0 or owned.offer_id is not null or -amount_change_stroops >= sold then null
            else 'broken'
        end as status
    from sold_by_offer
    left join offer_changes using (ledger_sequence, offer_id)
    left join owned using (ledger_sequence, offer_id)
    left join makers using (ledger_sequence, seller)
    left join ids using (ledger_sequence)
),

flows as (
    select
        ledger_sequence,
        selling_liquidity_pool_id as pool,
        selling_asset_id as asset_id,
        -selling_amount_stroops as amount
    from bronze.history_trades_raw_v1
    where trade_type = 2
    union all
    select
        ledger_sequence,
        selling_liquidity_pool_id,
        buying_asset_id,
        buying_amount_stroops
    from bronze.history_trades_raw_v1
    where trade_type = 2
),

moves as (
    select
        ledger_sequence,
        liquidity_pool_id as pool,
        case type when 22 then 1 else -1 end as sign,
        coalesce(reserve_a_deposit_amount_stroops, reserve_a_withdraw_amount_stroops) as amount_a,
        coalesce(reserve_b_deposit_amount_stroops, reserve_b_withdraw_amount_stroops) as amount_b
    from bronze.history_operations_raw_v1
    where type in (22, 23) and transaction_successful
),

traded as (
    select
        ledger_sequence,
        pool,
        asset_id,
        sum(amount) as amount
    from flows
    group by
        ledger_sequence,
        pool,
        asset_id
),

moved as (
    select
        ledger_sequence,
        pool,
        sum(sign * amount_a) as amount_a,
        sum(sign * amount_b) as amount_b
    from moves
    group by
        ledger_sequence,
        pool
),

-- Who loses the right to hold an asset gets what their shares stand for.
revoked as (
    select
        transfers.ledger_sequence,
        "from" as pool_address,
        transfers.asset_key as asset,
        sum(cast(amount_raw as hugeint)) as amount
    from bronze.token_transfers_raw_raw_v1 as transfers
    inner join bronze.history_operations_raw_v1 as operations
        on operations.ledger_sequence = transfers.ledger_sequence and operations.id = operation_id
    where type in (7, 21) and starts_with("from", 'L')
    group by
        transfers.ledger_sequence,
        pool_address,
        asset
),

reserves as (
    select
        ledger_sequence,
        liquidity_pool_id as pool,
        liquidity_pool_id_strkey as pool_address,
        unnest([
            {
                'side': 'reserve A',
                'asset_id': asset_a_id,
                'asset': if(asset_a_code = '', 'native', asset_a_code || ':' || asset_a_issuer),
                'change': asset_a_change_stroops
            },
            {
                'side': 'reserve B',
                'asset_id': asset_b_id,
                'asset': asset_b_code || ':' || asset_b_issuer,
                'change': asset_b_change_stroops
            }
        ], recursive := true)
    from bronze.liquidity_pools_raw_v1
),

pool_facts as (
    select
        ledger_sequence,
        'pool ' || pool as entity,
        coalesce(side, 'traded asset ' || asset_id) as fact,
        coalesce(traded.amount, 0)
        + coalesce(cast(case side when 'reserve A' then amount_a else amount_b end as hugeint), 0)
        - coalesce(revoked.amount, 0) as expected,
        change as found,
        case
            when side is null then 'broken'
            when change is null then 'unknown'
            when found = expected then null
            else 'broken'
        end as status
    from reserves
    full join traded using (ledger_sequence, pool, asset_id)
    left join moved using (ledger_sequence, pool)
    left join revoked using (ledger_sequence, pool_address, asset)
),

facts as (
    select *
    from offer_facts
    union all
    select *
    from pool_facts
)

select
    ledger_sequence,
    entity,
    fact,
    cast(expected as varchar) as expected,
    cast(found as varchar) as found,
    status
from facts
where status is not null
