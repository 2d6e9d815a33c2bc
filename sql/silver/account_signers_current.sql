-- One row per signer of an account that changed, with what it had last, removed ones included; key account_id, signer.
-- Kept as latest of changes, sorted by account_id, signer; a state is a part.
with changes as (
    from bronze.account_signers
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account_id, signer order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
