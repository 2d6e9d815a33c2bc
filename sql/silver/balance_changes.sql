-- One row per change of a balance in a ledger entry, in the order in which the ledger applied the changes; key ledger_sequence, change_index.
-- Read from entry changes alone: what events and operations say of the same is in token_transfers_raw, and where the two differ in balance_differences.
with changes as (
    select
        *,
        coalesce(cast(before_stroops as varchar), before_wide) as before_raw,
        coalesce(cast(after_stroops as varchar), after_wide) as after_raw,
        -- A code and its issuer have 58 letters at least.
        if(length(asset_key) = 56, asset_key, null) as stored_by
    from bronze.balance_entry_changes_raw_v1
)

select
    -- ledger_sequence: Ledger of the change.
    changes.ledger_sequence,
    closed_at,
    change_index,
    transaction_id,
    operation_id,
    -- operation_index: Position of the operation in its transaction, from 0; null outside operations.
    cast((operation_id & 4095) - 1 as integer) as operation_index,
    holder,
    -- holder_type: account, contract, claimable_balance or liquidity_pool.
    case left(holder, 1)
        when 'C' then 'contract'
        when 'B' then 'claimable_balance'
        when 'L' then 'liquidity_pool'
        else 'account'
    end as holder_type,
    -- asset_key: The asset for joins: native or CODE:ISSUER; liquidity_pool:ID for shares of a pool; for a token without an asset its contract.
    coalesce(metadata.asset_key, changes.asset_key) as asset_key,
    -- asset_type: native, credit_alphanum4, credit_alphanum12, liquidity_pool_shares, or soroban_token for a token without an asset.
    case
        when stored_by is not null then coalesce(metadata.asset_type, 'soroban_token')
        when starts_with(changes.asset_key, 'liquidity_pool:') then 'liquidity_pool_shares'
        when changes.asset_key = 'native' then 'native'
        when length(changes.asset_key) <= 61 then 'credit_alphanum4'
        else 'credit_alphanum12'
    end as asset_type,
    -- balance_source: Entry that has the balance: account, trustline, claimable_balance, liquidity_pool or contract_data.
    case
        when stored_by is not null then 'contract_data'
        when starts_with(holder, 'B') then 'claimable_balance'
        when starts_with(holder, 'L') then 'liquidity_pool'
        when changes.asset_key = 'native' then 'account'
        else 'trustline'
    end as balance_source,
    -- token_contract_id: Contract whose storage has the balance; null for entries of other types.
    stored_by as token_contract_id,
    -- before_raw [stroops]: Balance before the change, exact, as text, 0 without an entry; in the smallest unit for a token without an asset. Null if the meta does not list it.
    before_raw,
    -- after_raw [stroops]: Balance after the change, exact, as text, 0 without an entry; in the smallest unit for a token without an asset. Null if the entry no longer holds a number.
    after_raw,
    -- change_integer [stroops]: Balance after less balance before, exact in sums; null if unknown or over 128 bits.
    if(
        stored_by is null,
        cast(after_stroops as hugeint) - before_stroops,
        try(bronze.exact_integer(after_wide) - bronze.exact_integer(before_wide))
    ) as change_integer,
    reason
from changes
left join silver.asset_metadata as metadata on metadata.contract_id = stored_by
