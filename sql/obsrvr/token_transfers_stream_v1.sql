-- One row per movement of value, fees and their refunds included, with the names of Obsrvr's lake; key transaction_hash, event_index.
select
    ledger_sequence,
    transaction_hash,
    transaction_id,
    operation_id,
    -- operation_index: Position of the operation in its transaction, from 1 (from 0 in the other tables); null for fees.
    cast(operation_id & 4095 as integer) as operation_index,
    event_topic as event_type,
    "from",
    "to",
    -- asset: native or TYPE:CODE:ISSUER; unknown if the token has no asset. For joins take asset_key.
    bronze.typed_key(asset_key, 'unknown') as asset,
    -- asset_type: native, credit_alphanum4, credit_alphanum12; unknown if the token has no asset.
    coalesce(nullif(asset_type, ''), 'unknown') as asset_type,
    -- asset_code: Code of the asset; null for lumens and other tokens.
    bronze.key_code(asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- amount [units]: Amount of the asset, rounded: for sums take amount_integer. Null if the token has no asset, because its decimals are its own.
    if(asset_type = '', null, cast(amount_raw as double) * cast('0.0000001' as double)) as amount,
    amount_raw,
    contract_id,
    closed_at,
    closed_at as created_at,
    ledger_range,
    era_id,
    version_label,
    event_index,
    -- asset_key: The asset for joins, in one form everywhere: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- amount_integer [stroops]: amount_raw as a number, exact in sums; in the smallest unit for a token without an asset. Null if it does not fit 128 bits.
    try_cast(amount_raw as hugeint) as amount_integer
from bronze.token_transfers_raw_raw_v1
