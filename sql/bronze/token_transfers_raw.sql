-- One row per movement of value, fees and their refunds included; key transaction_id, operation_id, event_index.
select
    transaction_hash,
    transaction_id,
    operation_id,
    event_topic,
    "from",
    "to",
    case
        when asset_code is null then asset_type
        else asset_type || ':' || asset_code || ':' || asset_issuer
    end as asset,
    asset_type,
    asset_code,
    asset_issuer,
    -- As if every token had seven decimals; for sums take amount_raw.
    cast(amount_raw as double) * cast('0.0000001' as double) as amount,
    amount_raw,
    contract_id,
    ledger_sequence,
    closed_at,
    to_muxed,
    case
        when to_memo_type = 'id' then to_memo
        when to_memo_type is not null then '0'
    end as to_muxed_id,
    to_memo_type,
    to_memo,
    event_index,
    is_soroban,
    origin
from bronze.token_transfers_raw_raw_v1
