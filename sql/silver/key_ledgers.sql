-- One row per key and ledger that has a row with it; key key_number, ledger_sequence.
-- Kept as blocks of named, sorted by key_number, block.
-- A key is an account, a contract, a pool, a claimable balance, or the issuer of an asset. What asks for one by = or in reads files of these
-- ledgers only, where the column is one of those listed here.
with named as (
    select
        -- 48 bits of a hash: a ledger too many is read where two keys share them. As md5_number_lower(key) >> 16, a macro that goes by texts.
        cast(md5_number(key) >> 80 as bigint) as key_number,
        ledger_sequence // 32 as block,
        cast(1 as bigint) << (ledger_sequence & 31) as ledgers,
        ledger_sequence
    from (
        -- A key is hashed once a ledger, not once a row.
        select distinct key, ledger_sequence
        from (
            select unnest([address]) as key, ledger_sequence
            from bronze.operation_participants_raw_v1
            union all
            select
                unnest([
                    source_account, destination, trustor, sponsor, sponsored_id, contract_id, liquidity_pool_id, balance_id, asset_issuer,
                    source_asset_issuer, selling_asset_issuer, buying_asset_issuer, reserve_a_asset_issuer, reserve_b_asset_issuer
                ]),
                ledger_sequence
            from bronze.history_operations_raw_v1
            union all
            select unnest([account, fee_account]), ledger_sequence
            from bronze.history_transactions_raw_v1
            union all
            select unnest(["from", "to", contract_id, asset_issuer]), ledger_sequence
            from bronze.token_transfers_raw_raw_v1
            union all
            select unnest([address, asset_issuer, contract, liquidity_pool_id, balance_id]), ledger_sequence
            from bronze.history_effects_raw_v1
            union all
            select
                unnest([
                    selling_account_address, buying_account_address, selling_liquidity_pool_id, selling_liquidity_pool_id_strkey,
                    selling_asset_issuer, buying_asset_issuer
                ]),
                ledger_sequence
            from bronze.history_trades_raw_v1
            union all
            select unnest([contract_id]), ledger_sequence
            from bronze.history_contract_events_raw_v1
            union all
            select unnest([contract_id, caller]), ledger_sequence
            from bronze.contract_invocations_raw_v1
            union all
            select unnest([contract_id, creator_address]), ledger_sequence
            from bronze.contract_creations_raw_v1
            union all
            select unnest([contract_id, balance_holder]), ledger_sequence
            from bronze.contract_data_raw_v1
            union all
            select unnest([contract_id]), ledger_sequence
            from bronze.evicted_keys_raw_v1
            union all
            select unnest([contract_id]), ledger_sequence
            from bronze.restored_key_raw_v1
            union all
            select unnest([account_id]), ledger_sequence
            from bronze.accounts_raw_v1
            union all
            select unnest([account_id]), ledger_sequence
            from bronze.account_signers_raw_v1
            union all
            select unnest([account_id, asset_issuer, liquidity_pool_id]), ledger_sequence
            from bronze.trust_lines_raw_v1
            union all
            select unnest([seller_id, selling_asset_issuer, buying_asset_issuer]), ledger_sequence
            from bronze.offers_raw_v1
            union all
            select unnest([account_id]), ledger_sequence
            from bronze.account_data_raw_v1
            union all
            select unnest([liquidity_pool_id, asset_a_issuer, asset_b_issuer]), ledger_sequence
            from bronze.liquidity_pools_raw_v1
            union all
            select unnest([balance_id, asset_issuer]), ledger_sequence
            from bronze.claimable_balances_raw_v1
        )
        where key != ''
    )
),
blocks as (
    select
        key_number,
        block,
        cast(bit_or(ledgers) as bigint) as ledgers
    from named
    group by key_number, block
)
select
    -- key_number: 48 bits of the key's hash: md5_number_lower('G…') >> 16.
    key_number,
    -- ledger_sequence: Ledger that has a row with the key.
    block * 32 + place as ledger_sequence
from blocks
cross join range(32) as places (place)
where (ledgers >> place) & 1 = 1
