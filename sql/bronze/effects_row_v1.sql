-- One row per effect of an operation of a successful transaction, as Obsrvr's lake names it; key transaction_hash, operation_index, effect_index.
select
    -- ledger_sequence: Ledger of the operation.
    cast(effects.ledger_sequence as bigint) as ledger_sequence,
    transaction_hash,
    -- operation_index: Position of the operation in its transaction, from 0.
    cast((operation_id & 4095) - 1 as integer) as operation_index,
    index as effect_index,
    type as effect_type,
    type_string as effect_type_string,
    address as account_id,
    -- amount [units]: How much was moved, as text; null in effects that move nothing.
    details_json ->> '$.amount' as amount,
    -- asset_code: Code of the asset moved or trusted; null for lumens.
    details_json ->> '$.asset_code' as asset_code,
    -- asset_issuer: Its issuer; null for lumens.
    details_json ->> '$.asset_issuer' as asset_issuer,
    -- asset_type: native, credit_alphanum4, credit_alphanum12 or liquidity_pool_shares.
    details_json ->> '$.asset_type' as asset_type,
    -- trustline_limit [units]: Most that a trust line may hold, as text.
    details_json ->> '$.limit' as trustline_limit,
    -- authorize_flag: Whether a trust line was authorized (true) or no longer is (false).
    cast(details_json ->> '$.authorized_flag' as boolean) as authorize_flag,
    -- clawback_flag: Whether clawback of a trust line was enabled (true) or disabled (false).
    cast(details_json ->> '$.clawback_enabled_flag' as boolean) as clawback_flag,
    -- signer_account: Signer that was made, changed, removed or sponsored.
    case when type between 10 and 12 then details_json ->> '$.public_key' else details_json ->> '$.signer' end
        as signer_account,
    -- signer_weight: Weight of the signer.
    cast(details_json ->> '$.weight' as integer) as signer_weight,
    -- offer_id: Offer that was taken.
    cast(details_json ->> '$.offer_id' as bigint) as offer_id,
    -- seller_account: The other side of a trade.
    details_json ->> '$.seller' as seller_account,
    effects.closed_at as created_at,
    cast(effects.ledger_range as bigint) as ledger_range,
    effects.era_id,
    effects.version_label,
    details_json,
    operation_id,
    coalesce(
        details_json ->> '$.asset',
        bronze.asset_key(details_json ->> '$.asset_type', details_json ->> '$.asset_code', details_json ->> '$.asset_issuer')
    ) as asset_key,
    case type
        when 33
            then bronze.asset_key(
                details_json ->> '$.sold_asset_type',
                details_json ->> '$.sold_asset_code',
                details_json ->> '$.sold_asset_issuer'
            )
        when 92 then details_json ->> '$.sold.asset'
    end as sold_asset_key,
    case type
        when 33
            then bronze.asset_key(
                details_json ->> '$.bought_asset_type',
                details_json ->> '$.bought_asset_code',
                details_json ->> '$.bought_asset_issuer'
            )
        when 92 then details_json ->> '$.bought.asset'
    end as bought_asset_key
from bronze.history_effects_raw_v1 as effects
inner join bronze.history_transactions_raw_v1 as transactions
    on transactions.ledger_sequence = effects.ledger_sequence and transactions.id = operation_id & ~4095
