-- One row per lifetime entry in its last known state, removed ones included; key key_hash.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["key_hash"], "sortedBy": ["key_hash"], "hasState": true}
with changes as (
    from bronze.ttl
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by key_hash order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
