-- One row per holder and asset, pool or token with a balance now, if a ledger of the lake changed it; key owner_address, asset_key.
with metadata as (
    from silver.asset_metadata
),

lumens as (
    select
        account_id as owner_address,
        'native' as asset_key,
        'native' as asset_type,
        'XLM' as asset_code,
        cast(null as varchar) as asset_issuer,
        'XLM' as symbol,
        7 as decimals,
        cast(bronze.stroops(balance) as varchar) as balance_raw,
        'account' as balance_source,
        ledger_sequence,
        closed_at,
        cast(null as varchar) as liquidity_pool_id
    from silver.accounts_current
    where not deleted and balance > 0
),

trusted as (
    select
        account_id as owner_address,
        coalesce(asset_key, 'liquidity_pool:' || liquidity_pool_id) as asset_key,
        if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type) as asset_type,
        nullif(asset_code, '') as asset_code,
        nullif(asset_issuer, '') as asset_issuer,
        nullif(asset_code, '') as symbol,
        7 as decimals,
        cast(bronze.stroops(balance) as varchar) as balance_raw,
        'trustline' as balance_source,
        ledger_sequence,
        closed_at,
        nullif(liquidity_pool_id, '') as liquidity_pool_id
    from silver.trust_lines_current
    where not deleted and balance > 0
),

classic as (
    from lumens
    union all
    from trusted
),

entries as (
    select
        contract_id,
        bronze.balance_owner(key_decoded) as owner_address,
        bronze.balance_raw(val_decoded) as balance_raw,
        ledger_key_hash,
        ledger_sequence,
        closed_at
    from silver.contract_data_current
    where not deleted
      and contract_key_type = 'ScValTypeScvVec'
      and contract_durability = 'ContractDataDurabilityPersistent'
),

stored as (
    select
        owner_address,
        coalesce(metadata.asset_key, entries.contract_id) as asset_key,
        coalesce(metadata.asset_type, 'soroban_token') as asset_type,
        entries.contract_id as token_contract_id,
        if(asset_code_source = 'sac', metadata.asset_code, null) as asset_code,
        if(metadata.asset_type = 'native', null, metadata.asset_issuer) as asset_issuer,
        coalesce(symbol, metadata.asset_code) as symbol,
        metadata.decimals,
        balance_raw,
        'contract_data' as balance_source,
        entries.ledger_sequence,
        closed_at,
        cast(null as varchar) as liquidity_pool_id,
        ledger_key_hash as key_hash,
        coalesce(metadata.decimals_source, 'default') as decimals_source
    from entries
    left join metadata on metadata.contract_id = entries.contract_id
    where owner_address is not null
      and balance_raw != '0'
      and not starts_with(balance_raw, '-')
),

balances as (
    select
        owner_address,
        classic.asset_key,
        classic.asset_type,
        metadata.contract_id as token_contract_id,
        classic.asset_code,
        classic.asset_issuer,
        classic.symbol,
        classic.decimals,
        balance_raw,
        balance_source,
        classic.ledger_sequence,
        closed_at,
        liquidity_pool_id,
        cast(null as varchar) as key_hash,
        'sac' as decimals_source
    from classic
    left join metadata on metadata.asset_key = classic.asset_key
    union all
    from stored
)

select
    -- owner_address: Account or contract that holds the balance.
    owner_address,
    -- asset_key: The asset for joins: native or CODE:ISSUER; liquidity_pool:ID for shares of a pool; for a token without an asset its contract.
    asset_key,
    -- asset_type: native, credit_alphanum4, credit_alphanum12, liquidity_pool_shares, or soroban_token for a token without an asset.
    asset_type,
    -- token_contract_id: Contract of the token; for an asset, its asset contract (SAC), deployed or not; null for pool shares.
    token_contract_id,
    -- asset_code: Code of the asset, XLM for lumens; null for pool shares and other tokens.
    asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens, pool shares and other tokens.
    asset_issuer,
    -- symbol: Symbol that the token's contract stores, else the code of the asset; null for pool shares.
    symbol,
    -- decimals: Decimals that the contract stores; 7 for assets and pool shares; null if unknown.
    decimals,
    -- balance_raw: Balance in the smallest unit (stroops for assets and pool shares), exact, as text.
    balance_raw,
    -- balance_display: Balance as a decimal number with all its decimals, as text; null if the decimals are unknown.
    bronze.scaled_text(balance_raw, decimals) as balance_display,
    -- balance_source: Entry that has the balance: account, trustline or contract_data.
    balance_source,
    -- last_updated_ledger: Ledger in which the balance's entry last changed.
    ledger_sequence as last_updated_ledger,
    -- last_updated_at [UTC]: Close time of last_updated_ledger.
    closed_at as last_updated_at,
    -- balance_integer [stroops]: balance_raw as a number, in the smallest unit for a token without an asset; null if it does not fit 128 bits.
    try_cast(balance_raw as hugeint) as balance_integer,
    -- liquidity_pool_id [hex]: Pool that issued the shares; null for other balances.
    liquidity_pool_id,
    -- key_hash [hex]: SHA-256 of the LedgerKey of a contract storage entry, which is archived past its lifetime in ttl_current; null for other entries.
    key_hash,
    -- decimals_source: metadata if the contract stores the decimals, sac for assets and pool shares, default if they are unknown.
    decimals_source
from balances
