-- One row per trust line that changed, with what it had last, removed ones included; key ledger_key.
with changes as (
    from bronze.trust_lines
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by ledger_key order by ledger_sequence desc) = 1
)
select * from latest
