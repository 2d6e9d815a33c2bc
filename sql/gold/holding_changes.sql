-- One row per change of an entry that holds an asset, and per such entry of a baseline state; key holder, asset_type, asset_code, asset_issuer, contract_id, ledger_sequence.
with changes as (
    select
        -- holder_type: Kind of holder: account, claimable_balance, liquidity_pool or contract.
        'account' as holder_type,
        -- holder: Holder of the balance: account (G), claimable balance (B), pool (L) or contract (C).
        account_id as holder,
        -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for balances in contract storage.
        'native' as asset_type,
        -- asset_code: Code of the asset; empty for lumens, null for balances in contract storage.
        '' as asset_code,
        -- asset_issuer: Issuer of the asset; empty for lumens, null for balances in contract storage.
        '' as asset_issuer,
        -- contract_id: Contract that stores the balance; null for other entries.
        cast(null as varchar) as contract_id,
        -- balance [stroops]: Balance after the change; last balance if the entry was removed.
        cast(balance_stroops as hugeint) as balance,
        -- deleted: Whether the entry was removed; false if it was archived.
        deleted,
        -- last_modified_ledger: Ledger of the change; for a baseline state, of the last change before it.
        ledger_sequence as last_modified_ledger,
        -- ledger_sequence: Ledger of the change, or of the baseline state.
        ledger_sequence
    from bronze.accounts_raw_v1
    union all
    select
        'account', account_id, 'native', '', '', null,
        cast(bronze.stroops(balance) as hugeint), false, last_modified_ledger, ledger_sequence
    from silver.accounts_states
    union all
    select
        'account', account_id, asset_type, asset_code, asset_issuer, null,
        cast(balance_stroops as hugeint), deleted, ledger_sequence, ledger_sequence
    from bronze.trust_lines_raw_v1
    where asset_type in ('credit_alphanum4', 'credit_alphanum12')
    union all
    select
        'account', account_id, asset_type, asset_code, asset_issuer, null,
        cast(bronze.stroops(balance) as hugeint), false, last_modified_ledger, ledger_sequence
    from silver.trust_lines_states
    where asset_type in ('credit_alphanum4', 'credit_alphanum12')
    union all
    select
        'claimable_balance', balance_id_strkey, asset_type, asset_code, asset_issuer, null,
        cast(asset_amount_stroops as hugeint), deleted, ledger_sequence, ledger_sequence
    from bronze.claimable_balances_raw_v1
    union all
    select
        'claimable_balance', balance_id_strkey, asset_type, asset_code, asset_issuer, null,
        cast(bronze.stroops(asset_amount) as hugeint), false, last_modified_ledger, ledger_sequence
    from silver.claimable_balances_states
    union all
    select
        'liquidity_pool', liquidity_pool_id_strkey, asset_a_type, asset_a_code, asset_a_issuer, null,
        cast(asset_a_amount_stroops as hugeint), deleted, ledger_sequence, ledger_sequence
    from bronze.liquidity_pools_raw_v1
    union all
    select
        'liquidity_pool', liquidity_pool_id_strkey, asset_b_type, asset_b_code, asset_b_issuer, null,
        cast(asset_b_amount_stroops as hugeint), deleted, ledger_sequence, ledger_sequence
    from bronze.liquidity_pools_raw_v1
    union all
    select
        'liquidity_pool', liquidity_pool_id_strkey, asset_a_type, asset_a_code, asset_a_issuer, null,
        cast(bronze.stroops(asset_a_amount) as hugeint), false, last_modified_ledger, ledger_sequence
    from silver.liquidity_pools_states
    union all
    select
        'liquidity_pool', liquidity_pool_id_strkey, asset_b_type, asset_b_code, asset_b_issuer, null,
        cast(bronze.stroops(asset_b_amount) as hugeint), false, last_modified_ledger, ledger_sequence
    from silver.liquidity_pools_states
    union all
    select
        'contract', entries.balance_holder, null, null, null, entries.contract_id,
        try_cast(entries.balance as hugeint),
        entries.deleted and evicted.ledger_key_hash is null,
        entries.ledger_sequence,
        entries.ledger_sequence
    from bronze.contract_data_raw_v1 as entries
    left join bronze.evicted_keys_raw_v1 as evicted
        on evicted.ledger_sequence = entries.ledger_sequence and evicted.ledger_key_hash = entries.ledger_key_hash_base_64
    where entries.balance_holder != ''
    union all
    select
        'contract', balance_holder, null, null, null, contract_id,
        try_cast(balance as hugeint), false, last_modified_ledger, ledger_sequence
    from silver.contract_data_states
    where balance_holder != ''
)

select
    changes.*,
    -- asset_key: The asset for joins: native or CODE:ISSUER; null for balances in contract storage.
    if(asset_type is null, null, bronze.asset_key(asset_type, asset_code, asset_issuer)) as asset_key
from changes
