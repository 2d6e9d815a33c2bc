-- One row per token that moved; key contract_id.
-- Kept as activity of movements, sorted by contract_id.
with movements as (
    select
        contract_id,
        asset_type,
        asset_code,
        asset_issuer,
        cast(1 as bigint) as transfers,
        closed_at as first_seen,
        closed_at as last_activity,
        ledger_sequence
    from bronze.token_transfers_raw_raw_v1
    where event_topic != 'fee'
),
activity as (
    select
        contract_id,
        -- What a contract is of never changes: its id follows from the asset.
        max(asset_type) as asset_type,
        max(asset_code) as asset_code,
        max(asset_issuer) as asset_issuer,
        cast(sum(transfers) as bigint) as transfers,
        min(first_seen) as first_seen,
        max(last_activity) as last_activity
    from movements
    group by contract_id
)
select
    -- contract_id: The token's contract; of an asset its own, deployed or not.
    contract_id,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null of a token that is no asset.
    nullif(asset_type, '') as asset_type,
    -- asset_code: Code of the asset, XLM for lumens; null of a token that is no asset.
    if(asset_type = 'native', 'XLM', asset_code) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    asset_issuer,
    -- asset_key: The asset for joins: native or CODE:ISSUER; of a token that is no asset its contract.
    coalesce(bronze.asset_key(asset_type, asset_code, asset_issuer), contract_id) as asset_key,
    -- transfers: Movements of the token in loaded ledgers, mints and burns included, fees not.
    transfers,
    -- first_seen: Close time of the first of them.
    first_seen,
    -- last_activity: Close time of the last.
    last_activity
from activity
