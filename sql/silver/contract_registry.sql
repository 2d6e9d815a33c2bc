-- One row per contract with a name; ledgers name tokens only; key contract_id.
-- Obsrvr's registry is curated beside that; nothing here is.
select
    contract_id,
    -- display_name: Symbol of the token, else its name, else its contract.
    coalesce(nullif(token_symbol, ''), nullif(token_name, ''), contract_id) as display_name,
    -- category: Always token.
    'token' as category,
    -- project: Always null: no ledger says whose the contract is.
    cast(null as varchar) as project,
    -- icon_url: Always null: ledgers have no icons.
    cast(null as varchar) as icon_url,
    -- website: Always null: ledgers have no websites.
    cast(null as varchar) as website,
    -- verified: Whether nobody else can have the name: true for an asset's contract, whose id derives from the asset.
    token_type = 'sac' as verified,
    -- source: Always token_registry, which the name is from.
    'token_registry' as source
from silver.token_registry
