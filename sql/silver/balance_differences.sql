-- One row per ledger, holder and asset whose balance change differs from the sum of its movements; key ledger_sequence, asset_key, holder.
-- Materialised {"changes": "compared", "fold": "differences", "sortedBy": ["ledger_sequence", "asset_key", "holder"]}
-- Lumens, assets and pool shares have no rows. A token may have: one that rebases, takes a fee of transfers or emits no events.
with compared as (
    -- A code and its issuer have 58 letters at least, the contract of a token 56.
    with stored as (
        select
            changes.ledger_sequence,
            holder,
            coalesce(assets.asset_key, changes.asset_key) as asset_key,
            before_wide,
            after_wide
        from bronze.balance_entry_changes_raw_v1 as changes
        left join (
            select distinct
                ledger_sequence,
                contract_id,
                asset_key
            from bronze.token_transfers_raw_raw_v1
            where is_soroban and asset_type != ''
        ) as assets
            on assets.ledger_sequence = changes.ledger_sequence and assets.contract_id = changes.asset_key
        where length(changes.asset_key) = 56
    ),

    -- Only operations move shares of pools. A trust line that loses its authorisation gives all it has (CAP-38).
    moved_shares as (
        select
            ledger_sequence,
            source_account as holder,
            'liquidity_pool:' || liquidity_pool_id as asset_key,
            if(type = 22, shares_received_stroops, -shares_stroops) as moved
        from bronze.history_operations_raw_v1
        where type in (22, 23) and transaction_successful
        union all
        select
            changes.ledger_sequence,
            holder,
            asset_key,
            -before_stroops
        from bronze.balance_entry_changes_raw_v1 as changes
        inner join bronze.history_operations_raw_v1 as operations
            on operations.ledger_sequence = changes.ledger_sequence and operations.id = operation_id
        where starts_with(asset_key, 'liquidity_pool:') and type in (7, 21) and holder = trustor and after_stroops = 0
        union all
        -- A pool counts the shares that trust lines hold.
        select
            ledger_sequence,
            asset_key,
            asset_key,
            after_stroops - before_stroops
        from bronze.balance_entry_changes_raw_v1
        where starts_with(asset_key, 'liquidity_pool:')
    ),

    -- What movements add and take is as much as changes of entries take and add again. Issuers hold none of what they issue.
    amounts as not materialized (
        select
            ledger_sequence,
            asset_key,
            "to" as holder,
            true as is_move,
            try_cast(amount_raw as bigint) as added,
            cast(0 as bigint) as taken,
            amount_raw as added_raw,
            '0' as taken_raw
        from bronze.token_transfers_raw_raw_v1
        where "to" is not null and (asset_type = '' or not ends_with(asset_key, "to"))
        union all
        select ledger_sequence, asset_key, "from", true, 0, try_cast(amount_raw as bigint), '0', amount_raw
        from bronze.token_transfers_raw_raw_v1
        where "from" is not null and (asset_type = '' or not ends_with(asset_key, "from"))
        union all
        select ledger_sequence, asset_key, holder, true, moved, 0, cast(moved as varchar), '0'
        from moved_shares
        union all
        select
            ledger_sequence,
            asset_key,
            holder,
            false,
            before_stroops,
            after_stroops,
            cast(before_stroops as varchar),
            cast(after_stroops as varchar)
        from bronze.balance_entry_changes_raw_v1
        where length(asset_key) != 56
        union all
        select
            ledger_sequence,
            asset_key,
            holder,
            false,
            try_cast(before_wide as bigint),
            try_cast(after_wide as bigint),
            before_wide,
            after_wide
        from stored
        union all
        select
            ledger_sequence,
            'liquidity_pool:' || liquidity_pool_id as asset_key,
            'liquidity_pool:' || liquidity_pool_id as holder,
            false,
            0,
            pool_share_change_stroops,
            '0',
            cast(pool_share_change_stroops as varchar)
        from bronze.liquidity_pools_raw_v1
        where pool_share_change_stroops is distinct from 0
    ),

    -- Few: those that differ, and those that do not fit in 64 bits or are unknown.
    suspects as (
        select
            ledger_sequence,
            asset_key,
            holder
        from amounts
        group by ledger_sequence, asset_key, holder
        having sum(added) is distinct from sum(taken) or count(added) < count(*) or count(taken) < count(*)
    ),

    sums as (
        select
            ledger_sequence,
            asset_key,
            holder,
            bool_or(is_move) as is_moved,
            not bool_and(is_move) as is_changed,
            count(added_raw) < count(*) or count(taken_raw) < count(*) as is_unknown,
            coalesce(sum(bronze.upper_bits(added) - bronze.upper_bits(taken)) filter (is_move), 0) as moved_upper,
            coalesce(sum(bronze.lower_bits(added) - bronze.lower_bits(taken)) filter (is_move), 0) as moved_lower,
            coalesce(sum(bronze.upper_bits(taken) - bronze.upper_bits(added)) filter (not is_move), 0) as changed_upper,
            coalesce(sum(bronze.lower_bits(taken) - bronze.lower_bits(added)) filter (not is_move), 0) as changed_lower
        from (
            select
                ledger_sequence,
                asset_key,
                holder,
                is_move,
                added_raw,
                taken_raw,
                bronze.exact_integer(added_raw) as added,
                bronze.exact_integer(taken_raw) as taken
            from amounts
            inner join suspects using (ledger_sequence, asset_key, holder)
        )
        group by ledger_sequence, asset_key, holder
    )

    select
        ledger_sequence,
        asset_key,
        holder,
        bronze.whole_number(moved_upper, moved_lower) as moved_raw,
        if(is_unknown, null, bronze.whole_number(changed_upper, changed_lower)) as changed_raw,
        case
            when is_unknown then 'unknown'
            when not is_moved then 'no_movement'
            when is_changed then 'other_amount'
            when exists (
                from bronze.balance_entry_changes_raw_v1 as others
                where others.ledger_sequence = sums.ledger_sequence and others.asset_key = sums.asset_key
            ) then 'no_change'
            else 'no_entry'
        end as finding
    from sums
    where is_unknown or not bronze.is_zero(moved_upper - changed_upper, moved_lower - changed_lower)
),

differences as (
    select *
    from compared
)

select
    -- ledger_sequence: Ledger in which the balance changed.
    ledger_sequence,
    -- asset_key: The asset: native or CODE:ISSUER; liquidity_pool:ID for shares of a pool; for a token without an asset its contract.
    asset_key,
    -- holder: Holder of the balance: account (G), contract (C), claimable balance (B) or pool (L); liquidity_pool:ID for all shares that a pool counts.
    holder,
    -- moved_raw [stroops]: Sum of the holder's movements in the ledger; in the smallest unit for a token without an asset. Null if over 128 bits.
    moved_raw,
    -- changed_raw [stroops]: Change of the holder's balance entry in the ledger; null if the meta does not list the state before, or if over 128 bits.
    changed_raw,
    -- finding: no_movement (no movement explains the change), no_change (only other balances of the token changed), no_entry (no balance entry of the token changed), other_amount, or unknown (the meta does not list the state before).
    finding
from differences
