-- One row per approval: what the holder of a token lets another spend (SEP-41); key operation_id, event_index.
-- Each takes the place of the one before it of the same owner and spender. The events do not tell what was spent of it.
select
    ledger_sequence,
    closed_at,
    transaction_hash,
    transaction_id,
    operation_id,
    -- contract_id: Contract of the token; for an asset, its asset contract (SAC).
    contract_id,
    -- asset_code: Code of the asset, XLM for lumens; null for a token without an asset.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- owner: Holder of the tokens, who lets the spender spend.
    "from" as owner,
    -- spender: Account or contract that may spend the owner's tokens.
    "to" as spender,
    -- amount_raw: Amount that may be spent, in the token's smallest unit, exact, as text; 0 ends the allowance.
    amount_raw,
    -- amount_integer [stroops]: amount_raw as a number, in the smallest unit for a token without an asset; null if it does not fit 128 bits.
    try_cast(amount_raw as hugeint) as amount_integer,
    -- live_until_ledger: Last ledger of the allowance; null if the event has none.
    live_until_ledger,
    event_index,
    -- event_id: Id of the event in getEvents of JSON-RPC.
    bronze.event_id(operation_id - 1, event_index) as event_id
from bronze.token_permissions_raw_v1
where event_topic = 'approve'
