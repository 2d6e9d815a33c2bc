-- One row per approval: what the holder of a token lets another spend (SEP-41); key operation_id, event_index.
-- Each takes the place of the one before it of the same owner and spender. The events do not tell what was spent of it.
select
    ledger_sequence,
    closed_at,
    transaction_hash,
    transaction_id,
    operation_id,
    -- contract_id: The token's contract; of an asset its own.
    contract_id,
    -- asset_code: Code of the asset, XLM for lumens; null for a token without an asset.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- owner: Who lets spend.
    "from" as owner,
    -- spender: Who may spend.
    "to" as spender,
    -- amount_raw: How much may be spent, in the token's smallest unit, exact, as text; 0 ends the allowance.
    amount_raw,
    -- amount_integer [stroops]: The same as a number; for a token without an asset in its smallest unit. Null where it does not fit 128 bits.
    try_cast(amount_raw as hugeint) as amount_integer,
    -- live_until_ledger: Last ledger of the allowance; null where the event tells of none.
    live_until_ledger,
    event_index,
    -- event_id: The id that getEvents of JSON-RPC gives the event.
    bronze.event_id(operation_id - 1, event_index) as event_id
from bronze.token_permissions_raw_v1
where event_topic = 'approve'
