-- One row per claimable balance that changed, with what it had last, removed ones included; key balance_id.
-- Kept as latest of changes, sorted by balance_id; a state is a part.
with changes as (
    from bronze.claimable_balances
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by balance_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
