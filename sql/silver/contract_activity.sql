-- One row per contract whose token moved, or that emitted an event; key contract_id.
-- Materialised {"changes": "mentions", "fold": "activity", "sortedBy": ["contract_id"]}
with mentions as (
    select
        contract_id,
        asset_type,
        asset_key,
        cast(event_topic != 'fee' as bigint) as transfers,
        cast(event_topic = 'fee' as bigint) as fees,
        cast(0 as bigint) as events,
        cast(0 as bigint) as permissions,
        if(event_topic != 'fee', closed_at, null) as first_transfer,
        if(event_topic != 'fee', closed_at, null) as last_transfer,
        ledger_sequence
    from bronze.token_transfers_raw_raw_v1
    union all
    select
        contract_id,
        null,
        null,
        0,
        0,
        1,
        cast(coalesce(topic0 in ('approve', 'set_authorized') and event_kind = 'operation' and type = 1, false) as bigint),
        null,
        null,
        ledger_sequence
    from bronze.history_contract_events_raw_v1
    where contract_id != '' and repeats_operation_event is not true
),
activity as (
    select
        contract_id,
        -- What a contract is of never changes: its id follows from the asset.
        max(asset_type) as asset_type,
        max(asset_key) as asset_key,
        cast(sum(transfers) as bigint) as transfers,
        cast(sum(fees) as bigint) as fees,
        cast(sum(events) as bigint) as events,
        cast(sum(permissions) as bigint) as permissions,
        min(first_transfer) as first_transfer,
        max(last_transfer) as last_transfer
    from mentions
    group by contract_id
)
select
    -- contract_id: The contract; of an asset its own, deployed or not.
    contract_id,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null where it moved none.
    nullif(asset_type, '') as asset_type,
    -- asset_code: Code of the asset that it moved, XLM for lumens; null where it moved none.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens, and where it moved none.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract; null where nothing moved.
    asset_key,
    -- transfers: Movements of its token in loaded ledgers, mints and burns included, fees not.
    transfers,
    -- first_transfer: Close time of the first of these; null where it moved nothing.
    first_transfer,
    -- last_transfer: Close time of the last.
    last_transfer,
    -- fees: Fees and refunds in it; of lumens only.
    fees,
    -- events: Events that it emitted, diagnostic ones included; each once.
    events,
    -- permissions: Events in operations that are named approve or set_authorized.
    permissions
from activity
