-- One row per signer of an account in its last known state, removed ones included; key account_id, signer.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["account_id", "signer"], "sortedBy": ["account_id", "signer"], "hasState": true}
with changes as (
    from bronze.account_signers
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account_id, signer order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
