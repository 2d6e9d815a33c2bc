-- One row per offer that changed, with what it had last, removed ones included; key offer_id.
-- Kept as latest of changes, sorted by offer_id; a state is a part.
with changes as (
    from bronze.offers
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by seller_id, offer_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
