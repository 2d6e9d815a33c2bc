-- One row per movement of value, fees and their refunds included; key transaction_id, operation_id, event_index.
select
    transaction_hash,
    transaction_id,
    operation_id,
    event_topic,
    "from",
    "to",
    -- asset: native or TYPE:CODE:ISSUER, as in Hubble; empty if the token has no asset. For joins take asset_key.
    bronze.typed_key(asset_key, '') as asset,
    asset_type,
    -- asset_code: Code of the asset; null for lumens and other tokens.
    bronze.key_code(asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- amount [units]: Amount of the asset, rounded: for sums take amount_integer. Null if the token has no asset, because its decimals are its own.
    if(asset_type = '', null, cast(amount_raw as double) * cast('0.0000001' as double)) as amount,
    amount_raw,
    contract_id,
    ledger_sequence,
    closed_at,
    to_muxed,
    -- to_muxed_id: Id of the muxed destination or of the memo, as text; null without an id.
    if(to_memo_type = 'id', to_memo, null) as to_muxed_id,
    to_memo_type,
    to_memo,
    to_memo_bytes,
    event_index,
    is_soroban,
    origin,
    -- asset_key: The asset for joins, in one form everywhere: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- amount_integer [stroops]: amount_raw as a number, exact in sums; in the smallest unit for a token without an asset. Null if it does not fit 128 bits.
    try_cast(amount_raw as hugeint) as amount_integer,
    -- event_id: Id of the event in getEvents of JSON-RPC; for a derived row, of the event that CAP-67 would emit.
    bronze.event_id(event_toid, event_number) as event_id,
    event_position
from bronze.token_transfers_raw_raw_v1
