-- One row per contract of an asset that the lake knows, deployed or not, and per contract that keeps the metadata of a token in its instance; key contract_id.
-- As Hubble's int_asset_metadata; but an asset keeps its seven decimals whatever a token of like symbol and admin has.
with listed as (
    from bronze.history_assets
    where contract_id is not null
),

-- Assets that nothing but a movement names: tokens of a contract, and lumens, in which fees are paid.
moved as (
    from silver.contract_activity
    where asset_type is not null
      and not exists (from listed where listed.contract_id = contract_activity.contract_id)
),

assets as (
    select
        contract_id,
        asset_type,
        asset_code,
        asset_issuer,
        asset_key
    from listed
    union all
    select
        contract_id,
        asset_type,
        asset_code,
        asset_issuer,
        asset_key
    from moved
),

tokens as (
    from silver.token_instances
)

select
    -- contract_id: Contract of the asset or of the token.
    coalesce(assets.contract_id, tokens.contract_id) as contract_id,
    -- asset_code: Code of the asset, XLM for lumens; for other tokens the symbol that their contract stores.
    case when asset_type = 'native' then 'XLM' else coalesce(assets.asset_code, tokens.symbol) end as asset_code,
    -- asset_issuer: Issuer of the asset, XLM for lumens, as in Hubble; null for other tokens.
    if(asset_type = 'native', 'XLM', assets.asset_issuer) as asset_issuer,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for tokens without an asset.
    assets.asset_type,
    -- symbol: Symbol that the contract stores; null if the lake has no instance of it.
    tokens.symbol,
    -- name: Name that the contract stores; null if the lake has no instance of it.
    tokens.name,
    -- decimal: Decimals that the contract stores; null if it stores none, or the lake has no instance of it.
    tokens.decimals as "decimal",
    -- admin: Administrator that the contract stores; null if the lake has no instance of it.
    tokens.admin,
    -- asset_code_source: Source of asset_code: sac for the code of an asset, metadata for a symbol; null without either.
    case when assets.contract_id is not null then 'sac' when tokens.symbol is not null then 'metadata' end as asset_code_source,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    coalesce(assets.asset_key, tokens.contract_id) as asset_key,
    -- instance_ledger: Ledger in which the contract's instance last changed; null if the lake has none.
    tokens.ledger_sequence as instance_ledger,
    -- decimals: Decimals that the contract stores; 7 for an asset; null if unknown.
    coalesce(tokens.decimals, if(assets.contract_id is null, null, 7)) as decimals,
    -- decimals_source: metadata if the contract stores the decimals, sac for an asset without a known instance, default if they are unknown.
    case when tokens.decimals is not null then 'metadata' when assets.contract_id is not null then 'sac' else 'default' end
        as decimals_source
from assets
full outer join tokens on tokens.contract_id = assets.contract_id
