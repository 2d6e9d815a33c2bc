-- One row per contract of an asset that the lake knows, deployed or not, and per contract that keeps the metadata of a token in its instance; key contract_id.
-- As Hubble's int_asset_metadata; but an asset keeps its seven decimals whatever a token of like symbol and admin has.
with named as (
    from bronze.history_assets
    where contract_id is not null
),

-- Every account has lumens, whether anything names them or not; every transaction has a fee in them.
lumens as (
    select
        contract_id,
        asset_type
    from bronze.token_transfers_raw_raw_v1
    where asset_type = 'native'
    limit 1
),

assets as (
    select
        contract_id,
        asset_type,
        asset_code,
        asset_issuer,
        asset_key
    from named
    union all
    select
        contract_id,
        asset_type,
        null,
        null,
        'native'
    from lumens
    where not exists (from named where asset_type = 'native')
),

tokens as (
    from silver.token_instances
)

select
    -- contract_id: Contract of the asset or of the token.
    coalesce(assets.contract_id, tokens.contract_id) as contract_id,
    -- asset_code: Code of the asset, XLM for lumens; of other tokens the symbol that they keep.
    case when asset_type = 'native' then 'XLM' else coalesce(assets.asset_code, tokens.symbol) end as asset_code,
    -- asset_issuer: Issuer of the asset, XLM for lumens, as in Hubble; null of other tokens.
    if(asset_type = 'native', 'XLM', assets.asset_issuer) as asset_issuer,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null of tokens that are no asset.
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
    -- asset_key: The asset for joins: native or CODE:ISSUER; of a token that is no asset its contract.
    coalesce(assets.asset_key, tokens.contract_id) as asset_key,
    -- instance_ledger: Ledger of the last change of the instance; null where none is in the lake.
    tokens.ledger_sequence as instance_ledger
from assets
full outer join tokens on tokens.contract_id = assets.contract_id
