-- One row per movement of value, fees and their refunds included, as Obsrvr's lake names it; key transaction_hash, event_index.
select
    ledger_sequence,
    transaction_hash,
    transaction_id,
    operation_id,
    -- From 1, unlike in the other tables.
    cast(operation_id & 4095 as integer) as operation_index,
    event_topic as event_type,
    "from",
    "to",
    case
        when asset_type = '' then 'unknown'
        when asset_code is null then asset_type
        else asset_type || ':' || asset_code || ':' || asset_issuer
    end as asset,
    coalesce(nullif(asset_type, ''), 'unknown') as asset_type,
    asset_code,
    asset_issuer,
    -- As if every token had seven decimals; for sums take amount_raw.
    cast(amount_raw as double) * cast('0.0000001' as double) as amount,
    amount_raw,
    contract_id,
    closed_at,
    closed_at as created_at,
    ledger_range,
    era_id,
    version_label,
    event_index
from bronze.token_transfers_raw_raw_v1
