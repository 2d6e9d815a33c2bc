-- One row per token event that moves no tokens: approve, set_authorized or set_admin; key operation_id, event_index.
select
    transaction_hash,
    transaction_id,
    operation_id,
    event_topic,
    "from",
    "to",
    amount_raw,
    live_until_ledger,
    authorized,
    asset_type,
    -- asset_code: Code of the asset; null for lumens and other tokens.
    bronze.key_code(asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    bronze.key_issuer(asset_key) as asset_issuer,
    asset_key,
    contract_id,
    operation_type,
    event_index,
    -- event_id: Id of the event in getEvents of JSON-RPC.
    bronze.event_id(operation_id - 1, event_index) as event_id,
    ledger_sequence,
    closed_at
from bronze.token_permissions_raw_v1
