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
    -- token_name: Name that the contract stores; for an asset, native or CODE:ISSUER.
    coalesce(name, if(asset_code_source = 'sac', metadata.asset_key, null)) as token_name,
    -- token_symbol: Symbol that the contract stores; for an asset, native or its code.
    coalesce(symbol, if(metadata.asset_type = 'native', 'native', metadata.asset_code)) as token_symbol,
    -- token_decimals: Decimals that the contract stores; 7 for an asset; null if unknown.
    decimals as token_decimals,
    -- asset_code: Code of the asset, XLM for lumens; null for other tokens.
    if(asset_code_source = 'sac', metadata.asset_code, null) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    if(metadata.asset_type = 'native', null, metadata.asset_issuer) as asset_issuer,
    -- token_type: sac for the contract of an asset, else custom_soroban.
    if(asset_code_source = 'sac', 'sac', 'custom_soroban') as token_type,
    -- first_seen_ledger: First loaded ledger that names the asset or has the contract's instance; if none does, the first loaded ledger.
    coalesce(least(assets.ledger_sequence, instances.first_ledger), first_ledger.sequence) as first_seen_ledger,
    -- last_updated_ledger: Ledger in which the contract's instance last changed; without an instance, the first that names the asset.
    coalesce(instance_ledger, assets.ledger_sequence, first_ledger.sequence) as last_updated_ledger,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; null for tokens without an asset.
    metadata.asset_type,
    metadata.asset_key,
    admin,
    -- decimals_source: metadata if the contract stores the decimals, sac for an asset without a known instance, default if they are unknown.
    decimals_source
from silver.asset_metadata as metadata
left join bronze.history_assets as assets using (contract_id)
left join instances using (contract_id)
cross join first_ledger
