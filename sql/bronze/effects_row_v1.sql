-- One row per effect of an operation of a successful transaction, as Obsrvr's lake names it; key transaction_hash, operation_index, effect_index.
select
    cast(effects.ledger_sequence as bigint) as ledger_sequence,
    transaction_hash,
    cast((operation_id & 4095) - 1 as integer) as operation_index,
    index as effect_index,
    type as effect_type,
    type_string as effect_type_string,
    address as account_id,
    details_json ->> '$.amount' as amount,
    details_json ->> '$.asset_code' as asset_code,
    details_json ->> '$.asset_issuer' as asset_issuer,
    details_json ->> '$.asset_type' as asset_type,
    details_json ->> '$.limit' as trustline_limit,
    cast(details_json ->> '$.authorized_flag' as boolean) as authorize_flag,
    cast(details_json ->> '$.clawback_enabled_flag' as boolean) as clawback_flag,
    -- Signers that were made, changed or removed.
    case when type between 10 and 12 then details_json ->> '$.public_key' else details_json ->> '$.signer' end
        as signer_account,
    cast(details_json ->> '$.weight' as integer) as signer_weight,
    cast(details_json ->> '$.offer_id' as bigint) as offer_id,
    details_json ->> '$.seller' as seller_account,
    effects.closed_at as created_at,
    cast(effects.ledger_range as bigint) as ledger_range,
    effects.era_id,
    effects.version_label,
    details_json,
    operation_id
from bronze.history_effects_raw_v1 as effects
inner join bronze.history_transactions_raw_v1 as transactions
    on transactions.ledger_sequence = effects.ledger_sequence and transactions.id = operation_id & ~4095
