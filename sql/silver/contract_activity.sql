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
    -- contract_id: Contract whose token moved, or that emitted events; for an asset, its asset contract (SAC), deployed or not.
    contract_id,
    -- asset_type: Type of the contract's asset: native, credit_alphanum4 or credit_alphanum12; null if no asset moved.
    nullif(asset_type, '') as asset_type,
    -- asset_code: Code of the contract's asset, XLM for lumens; null if no asset moved.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Issuer of the contract's asset; null for lumens, and if no asset moved.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract; null if nothing moved.
    asset_key,
    -- transfers: Movements of the contract's token in the loaded ledgers; mints and burns count, fees do not.
    transfers,
    -- first_transfer [UTC]: Close time of the token's first movement in the loaded ledgers; null if there is none.
    first_transfer,
    -- last_transfer [UTC]: Close time of the token's last movement in the loaded ledgers; null if there is none.
    last_transfer,
    -- fees: Transaction fees and refunds paid in the token; only lumens have any.
    fees,
    -- events: Events that the contract emitted, diagnostic ones included, repeats excluded.
    events,
    -- permissions: Events of operations with the name approve or set_authorized.
    permissions
from activity
