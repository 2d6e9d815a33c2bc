-- One row per entry of contract storage in its last known state, removed ones included; key ledger_key_hash.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["contract_id", "ledger_key_hash"], "sortedBy": ["contract_id", "ledger_key_hash"], "hasState": true}
with changes as (
    select * exclude (balance_integer)
    from bronze.contract_data
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by contract_id, ledger_key_hash order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select
    *,
    -- balance_integer [stroops]: balance as a number; null if that is empty.
    try_cast(nullif(balance, '') as hugeint) as balance_integer
from latest
