-- One row per effect of an operation of a successful transaction, with the names of Obsrvr's lake; key operation_id, effect_index.
select
    -- ledger_sequence: Ledger of the operation.
    effects.ledger_sequence,
    transactions.transaction_hash,
    -- operation_index: Position of the operation in its transaction, from 0.
    cast((operation_id & 4095) - 1 as integer) as operation_index,
    index as effect_index,
    type as effect_type,
    type_string as effect_type_string,
    address as account_id,
    -- amount [units]: Amount moved, as text; null for effects that move nothing.
    case when type != 0 then coalesce(bronze.fixed_units(amount_stroops), wide_amount) end as amount,
    -- asset_code: Code of the asset moved or trusted; null for lumens.
    asset_code,
    -- asset_issuer: Issuer of the asset moved or trusted; null for lumens.
    asset_issuer,
    -- asset_type: Type of the asset: native, credit_alphanum4, credit_alphanum12, liquidity_pool_shares, or liquidity_pool if a trust line to pool shares is sponsored.
    asset_type,
    -- trustline_limit [units]: Limit of the trust line, as text.
    bronze.fixed_units(limit_stroops) as trustline_limit,
    -- authorize_flag: Whether a trust line was authorized (true) or no longer is (false).
    case when type = 26 then cast(other_details_json ->> '$.authorized_flag' as boolean) end as authorize_flag,
    -- clawback_flag: Whether clawback of a trust line was enabled (true) or disabled (false).
    case when type = 26 then cast(other_details_json ->> '$.clawback_enabled_flag' as boolean) end as clawback_flag,
    -- signer_account: Signer that was created, changed, removed or sponsored.
    signer as signer_account,
    -- signer_weight: Weight of the signer that was created or changed.
    case when type in (10, 12) then cast(other_details_json ->> '$.weight' as bigint) end as signer_weight,
    offer_id,
    seller as seller_account,
    effects.closed_at as created_at,
    effects.ledger_range,
    details_json,
    operation_id,
    asset_key,
    sold_asset_key,
    bought_asset_key
from bronze.effect_details as effects
-- One row each: left out if a query names none of its columns.
inner join bronze.history_transactions_raw_v1 as transactions
    on transactions.ledger_sequence = effects.ledger_sequence and transactions.id = operation_id & ~4095
