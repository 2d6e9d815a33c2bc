-- One row per movement of value without fees, with the names of Obsrvr's lake; key transaction_hash, event_index.
-- Failed transactions move nothing. The bare name token_transfers_raw is Hubble's, with fees, in bronze.
select
    closed_at as timestamp,
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
    transaction_hash,
    -- ledger_sequence: Ledger of the transaction.
    ledger_sequence,
    -- source_type: soroban if a Soroban operation (types 24, 25, 26) moved it, else classic.
    if(is_soroban, 'soroban', 'classic') as source_type,
    -- from_account: Sender: account (G), contract (C), claimable balance (B) or pool (L); null for mints.
    "from" as from_account,
    -- to_account: Receiver: account (G), contract (C), claimable balance (B) or pool (L); null for burns and clawbacks.
    "to" as to_account,
    -- asset_code: Code of the asset, XLM for lumens; null for a token without an asset.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- amount [stroops]: Amount moved; in the smallest unit for a token without an asset. Null if it does not fit 128 bits: see amount_raw.
    try_cast(amount_raw as hugeint) as amount,
    -- token_contract_id: Contract of the token; for an asset, its asset contract (SAC), deployed or not.
    contract_id as token_contract_id,
    operation_type,
    -- transaction_successful: Always true: only what succeeds moves value.
    true as transaction_successful,
    event_index,
    event_topic as event_type,
    amount_raw,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for a token without an asset.
    nullif(asset_type, '') as asset_type,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- transaction_id: TOID of the transaction.
    transaction_id,
    operation_id,
    -- operation_index: Position of the operation in its transaction, from 0.
    cast((operation_id & 4095) - 1 as integer) as operation_index,
    to_muxed,
    to_memo_type,
    to_memo,
    to_memo_bytes,
    origin,
    -- event_id: Id of the event in getEvents of JSON-RPC; for a derived row, of the event that CAP-67 would emit.
    bronze.event_id(event_toid, event_number) as event_id,
    event_position
from bronze.token_transfers_raw_raw_v1
where event_topic != 'fee'
