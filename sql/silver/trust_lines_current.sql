-- One row per trust line that changed, with what it had last, removed ones included; key ledger_key.
-- Kept as latest of changes, sorted by account_id, ledger_key; a state is a part.
with changes as (
    from bronze.trust_lines
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account_id, asset_code, asset_issuer, ledger_key order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
