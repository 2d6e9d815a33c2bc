-- One row per token: contracts of assets that the lake knows, deployed or not, and contracts that keep the metadata of a token; key contract_id.
with instances as (
    select
        contract_id,
        min(ledger_sequence) as first_ledger
    from bronze.contract_data
    where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
    group by contract_id
),

first_ledger as (
    select min(sequence) as sequence
    from bronze.history_ledgers_raw_v1
)

select
    -- contract_id: Contract of the token.
    contract_id,
    -- token_name: Name that the contract keeps; of an asset native or CODE:ISSUER.
    coalesce(name, if(asset_code_source = 'sac', metadata.asset_key, null)) as token_name,
    -- token_symbol: Symbol that the contract keeps; of an asset native or its code.
    coalesce(symbol, if(metadata.asset_type = 'native', 'native', metadata.asset_code)) as token_symbol,
    -- token_decimals: Decimals that the contract keeps; 7 of an asset; null where none are known.
    decimals as token_decimals,
    -- asset_code: Code of the asset, XLM for lumens; null of other tokens.
    if(asset_code_source = 'sac', metadata.asset_code, null) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and of other tokens.
    if(metadata.asset_type = 'native', null, metadata.asset_issuer) as asset_issuer,
    -- token_type: sac for the contract of an asset, else custom_soroban.
    if(asset_code_source = 'sac', 'sac', 'custom_soroban') as token_type,
    -- first_seen_ledger: First ledger of the lake that names the asset or has the instance; of lumens that nothing names the first of all.
    coalesce(least(assets.ledger_sequence, instances.first_ledger), first_ledger.sequence) as first_seen_ledger,
    -- last_updated_ledger: Ledger of the last change of the instance; of an asset without one the first that names it.
    coalesce(instance_ledger, assets.ledger_sequence, first_ledger.sequence) as last_updated_ledger,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for tokens without an asset.
    metadata.asset_type,
    metadata.asset_key,
    admin,
    -- decimals_source: metadata where the contract keeps them, sac where it is an asset's without instance, else default: none are known.
    decimals_source
from silver.asset_metadata as metadata
left join bronze.history_assets as assets using (contract_id)
left join instances using (contract_id)
cross join first_ledger
