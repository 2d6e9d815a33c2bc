-- One row per entry of contract storage and ledger in which it changed, with the names of Obsrvr's lake; key ledger_key_hash, ledger_sequence.
with entries as (
    select
        *,
        -- Where tokens keep their name, symbol and decimals: a map in the storage of the instance.
        case
            when contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
                then list_filter(
                    bronze.json_list(val_decoded, '$.contract_instance.storage'),
                    lambda item: item ->> '$.key.symbol' = 'METADATA'
                )[1]
        end as metadata
    from bronze.contract_data_raw_v1
),

named as (
    select
        *,
        bronze.json_list(metadata, '$.val.map') as fields
    from entries
)

select
    contract_id,
    cast(ledger_sequence as bigint) as ledger_sequence,
    ledger_key_hash,
    contract_key_type,
    contract_durability,
    nullif(asset_code, '') as asset_code,
    nullif(asset_issuer, '') as asset_issuer,
    nullif(asset_type, '') as asset_type,
    nullif(balance_holder, '') as balance_holder,
    nullif(balance, '') as balance,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    contract_data_xdr,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    -- token_name: Name that a token stores in its contract instance; null for other entries.
    bronze.plain_text(list_filter(fields, lambda field: field ->> '$.key.symbol' = 'name')[1] ->> '$.val.string') as token_name,
    -- token_symbol: Symbol that a token stores in its contract instance; null for other entries.
    bronze.plain_text(list_filter(fields, lambda field: field ->> '$.key.symbol' = 'symbol')[1] ->> '$.val.string') as token_symbol,
    -- token_decimals: Decimals that a token stores in its contract instance; null for other entries.
    cast(
        list_filter(fields, lambda field: field ->> '$.key.symbol' in ('decimal', 'decimals'))[1] ->> '$.val.u32'
        as bigint
    ) as token_decimals,
    era_id,
    version_label,
    bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key
from named
