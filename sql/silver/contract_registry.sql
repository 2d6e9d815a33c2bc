-- One row per contract with a name; ledgers name tokens only; key contract_id.
-- Obsrvr's registry is curated beside that; nothing here is.
select
    contract_id,
    -- display_name: Symbol of the token, else its name.
    coalesce(nullif(token_symbol, ''), nullif(token_name, ''), contract_id) as display_name,
    -- category: token.
    'token' as category,
    -- project: Null: no ledger says whose it is.
    cast(null as varchar) as project,
    -- icon_url: Null, likewise.
    cast(null as varchar) as icon_url,
    -- website: Null, likewise.
    cast(null as varchar) as website,
    -- verified: Whether the name cannot be anyone's: true for the contract of an asset, whose id follows from it.
    token_type = 'sac' as verified,
    -- source: token_registry: where the name is from.
    'token_registry' as source
from silver.token_registry
