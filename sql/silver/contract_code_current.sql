-- One row per contract code in its last known state, removed ones included; key contract_code_hash.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["contract_code_hash"], "sortedBy": ["contract_code_hash"], "hasState": true}
with changes as (
    from bronze.contract_code
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by contract_code_hash order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
