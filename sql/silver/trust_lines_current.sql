-- One row per trust line in its last known state, removed ones included; key ledger_key.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["account_id", "asset_code", "asset_issuer", "ledger_key"], "segment": "newest", "sortedBy": ["account_id", "ledger_key"], "hasState": true}
with changes as (
    from bronze.trust_lines
),
newest as (
    from bronze.trust_lines
    where (ledger_key, ledger_sequence) in (
        select ledger_key, max(ledger_sequence) from bronze.trust_lines_raw_v1 group by ledger_key
    )
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by account_id, asset_code, asset_issuer, ledger_key order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
