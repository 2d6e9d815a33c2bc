-- One row per claimable balance in its last known state, removed ones included; key balance_id.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["balance_id"], "segment": "newest", "sortedBy": ["balance_id"], "hasState": true}
with changes as (
    from bronze.claimable_balances
),
newest as (
    from bronze.claimable_balances
    where (balance_id, ledger_sequence) in (
        select balance_id, max(ledger_sequence) from bronze.claimable_balances_raw_v1 group by balance_id
    )
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by balance_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
