-- One row per data entry of an account in its last known state, removed ones included; key account_id, data_name_bytes.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["account_id", "data_name_bytes"], "sortedBy": ["account_id", "data_name_bytes"], "hasState": true}
with changes as (
    from bronze.account_data
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account_id, data_name_bytes order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
