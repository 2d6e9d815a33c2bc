-- One row per contract that keeps the metadata of a token in its instance: a map METADATA with name, symbol and decimals; key contract_id.
with instances as (
    select
        contract_id,
        ledger_sequence,
        bronze.json_list(val_decoded, '$.contract_instance.storage') as storage
    from silver.contract_data_current
    where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
),

stored as (
    select
        contract_id,
        ledger_sequence,
        json_extract(list_filter(storage, lambda item : item ->> '$.key.symbol' = 'METADATA')[1], '$.val.map') as metadata,
        -- The key is an enum of one word: a vector of its symbol.
        list_filter(storage, lambda item : item ->> '$.key.vec[0].symbol' = 'Admin')[1] ->> '$.val.address' as admin
    from instances
),

named as (
    select
        *,
        bronze.json_list(metadata, '$') as fields
    from stored
    where metadata is not null
),

counted as (
    select
        *,
        try_cast(
            list_filter(fields, lambda field : field ->> '$.key.symbol' in ('decimal', 'decimals'))[1] ->> '$.val.u32'
            as integer
        ) as stored_decimals
    from named
)

select
    -- contract_id: Contract of the token.
    contract_id,
    -- symbol: Symbol that the contract stores.
    bronze.plain_text(list_filter(fields, lambda field : field ->> '$.key.symbol' = 'symbol')[1] ->> '$.val.string') as symbol,
    -- name: Name that the contract stores.
    bronze.plain_text(list_filter(fields, lambda field : field ->> '$.key.symbol' = 'name')[1] ->> '$.val.string') as name,
    -- decimals: Decimals that the contract stores; null if it stores none, or more than 255, which no token means.
    if(stored_decimals <= 255, stored_decimals, null) as decimals,
    -- admin: Administrator that the contract stores.
    admin,
    -- ledger_sequence: Ledger in which the contract's instance last changed.
    ledger_sequence
from counted
