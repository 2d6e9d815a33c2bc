-- One row per movement of value, fees included; equal movements of an operation are summed; key transaction_id, operation_id, event_index.
-- As Hubble's token_transfers, which has double counting of equal rows behind it and amounts as FLOAT.
with transfers as (
    select
        transaction_hash,
        transaction_id,
        operation_id,
        event_topic,
        "from",
        "to",
        asset_type,
        asset_code,
        asset_issuer,
        contract_id,
        ledger_sequence,
        closed_at,
        to_muxed,
        to_muxed_id,
        asset_key,
        count(*) as summed,
        min(event_index) as event_index,
        any_value(amount_raw) as amount_raw,
        -- A sum may pass 128 bits though no part does.
        sum(amount_integer // 18446744073709551616) as high,
        sum(amount_integer % 18446744073709551616) as low
    from bronze.token_transfers_raw
    group by all
),

exact as (
    select
        * exclude (amount_raw),
        if(summed = 1, amount_raw, cast(try(high * 18446744073709551616 + low) as varchar)) as amount_raw
    from transfers
)

select
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
    exact.transaction_hash,
    exact.transaction_id,
    operation_id,
    event_topic,
    -- event_type: Type of the operation that moved it, such as payment; null for fees.
    type_string as event_type,
    "from",
    "to",
    -- asset: native or CODE:ISSUER, without the type that token_transfers_raw puts before it; empty if the token has no asset.
    if(exact.asset_type = '', '', exact.asset_key) as asset,
    -- asset_type: native, credit_alphanum4, credit_alphanum12; empty if the token has no asset.
    exact.asset_type,
    -- asset_code: Code of the asset, XLM for lumens; for a token without an asset the symbol that its contract stores.
    case exact.asset_type
        when 'native' then 'XLM'
        when '' then metadata.symbol
        else exact.asset_code
    end as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    exact.asset_issuer,
    -- amount [units]: Amount moved, by the token's decimals, rounded to nine digits; exact in amount_raw. Null if the decimals are unknown.
    bronze.scaled_amount(amount_raw, case when exact.asset_type = '' then metadata.decimals else 7 end) as amount,
    amount_raw,
    -- contract_id: Contract of the token; for an asset, its asset contract (SAC), deployed or not.
    exact.contract_id,
    -- ledger_sequence: Ledger of the transaction.
    exact.ledger_sequence,
    exact.closed_at,
    to_muxed,
    to_muxed_id,
    -- is_soroban: Whether a Soroban operation (types 24, 25, 26) moved it; null for fees.
    type in (24, 25, 26) as is_soroban,
    -- event_index: Position of the movement in the ledger, from 0; for a sum of movements, of the first.
    event_index,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    exact.asset_key
from exact
left join bronze.history_operations_raw_v1 as operations
    on operations.ledger_sequence = exact.ledger_sequence and operations.id = operation_id
left join silver.token_instances as metadata
    on metadata.contract_id = if(exact.asset_type = '', exact.contract_id, null)
