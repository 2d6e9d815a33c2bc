-- One row per balance in contract storage and ledger in which it changed: entries keyed [Balance, address], as tokens have them; key owner_address, asset_key, ledger_sequence.
-- The balance of a removed entry is its last one.
with balances as (
    select
        *,
        bronze.balance_owner(key_decoded) as owner_address,
        bronze.balance_raw(val_decoded) as balance_raw
    from bronze.contract_data
    where contract_key_type = 'ScValTypeScvVec'
      and contract_durability = 'ContractDataDurabilityPersistent'
)

select
    -- owner_address: Account or contract that holds the tokens.
    owner_address,
    -- owner_type: Type of the holder: account or contract.
    if(starts_with(owner_address, 'C'), 'contract', 'account') as owner_type,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    coalesce(metadata.asset_key, balances.contract_id) as asset_key,
    -- asset_type: native, credit_alphanum4, credit_alphanum12, or soroban_token for a token without an asset.
    coalesce(metadata.asset_type, 'soroban_token') as asset_type,
    -- token_contract_id: Contract of the token.
    balances.contract_id as token_contract_id,
    -- asset_code: Code of the asset, XLM for lumens; null for other tokens.
    if(asset_code_source = 'sac', metadata.asset_code, null) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and other tokens.
    if(metadata.asset_type = 'native', null, metadata.asset_issuer) as asset_issuer,
    -- symbol: Symbol that the contract stores, else the code of the asset.
    coalesce(symbol, metadata.asset_code) as symbol,
    -- decimals: Decimals that the contract stores; 7 for an asset; null if unknown.
    metadata.decimals,
    -- balance_raw: Balance in the token's smallest unit, exact, as text.
    balance_raw,
    -- balance_display: Balance as a decimal number with the token's decimals, as text; null if these are unknown.
    bronze.scaled_text(balance_raw, metadata.decimals) as balance_display,
    -- balance_source: Always contract_data: the balance is an entry of contract storage.
    'contract_data' as balance_source,
    -- key_hash [hex]: SHA-256 of the entry's LedgerKey; equals ttl.key_hash.
    ledger_key_hash as key_hash,
    -- ledger_sequence: Ledger of the change.
    balances.ledger_sequence,
    -- last_updated_ledger: Ledger of the change; equals ledger_sequence.
    balances.ledger_sequence as last_updated_ledger,
    -- last_updated_at [UTC]: Close time of the ledger of the change.
    balances.closed_at as last_updated_at,
    -- deleted: Whether the entry was removed.
    balances.deleted,
    -- decimals_source: metadata if the contract stores the decimals, sac for an asset without a known instance, default if they are unknown.
    coalesce(metadata.decimals_source, 'default') as decimals_source
from balances
left join silver.asset_metadata as metadata on metadata.contract_id = balances.contract_id
where owner_address is not null and balance_raw is not null
