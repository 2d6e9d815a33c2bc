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
    -- asset_code: Code of the asset, XLM for lumens; for other tokens their symbol.
    case when asset_type = 'native' then 'XLM' else coalesce(assets.asset_code, tokens.symbol) end as asset_code,
    -- asset_issuer: Issuer of the asset, XLM for lumens, as in Hubble; null of other tokens.
    if(asset_type = 'native', 'XLM', assets.asset_issuer) as asset_issuer,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for tokens without an asset.
    assets.asset_type,
    -- symbol: Symbol that the contract keeps; null where no instance of it is in the lake.
    tokens.symbol,
    -- name: Name that the contract keeps.
    tokens.name,
    -- decimal: Decimals that the contract keeps; null where it keeps none, and where no instance of it is in the lake.
    tokens.decimals as "decimal",
    -- admin: Administrator that the instance names.
    tokens.admin,
    -- asset_code_source: sac for the code of an asset, metadata for a symbol; null without either.
    case when assets.contract_id is not null then 'sac' when tokens.symbol is not null then 'metadata' end as asset_code_source,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    coalesce(assets.asset_key, tokens.contract_id) as asset_key,
    -- instance_ledger: Ledger of the last change of the instance; null where none is in the lake.
    tokens.ledger_sequence as instance_ledger,
    -- decimals: Decimals that the contract keeps, or 7 for an asset; null where neither is known.
    coalesce(tokens.decimals, if(assets.contract_id is null, null, 7)) as decimals,
    -- decimals_source: metadata where the contract keeps them, sac where it is an asset's without instance, else default.
    case when tokens.decimals is not null then 'metadata' when assets.contract_id is not null then 'sac' else 'default' end
        as decimals_source
from assets
full outer join tokens on tokens.contract_id = assets.contract_id
