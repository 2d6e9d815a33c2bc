-- One row per offer in its last known state, removed ones included; key offer_id.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["seller_id", "offer_id"], "segment": "newest", "sortedBy": ["offer_id"], "hasState": true}
with changes as (
    from bronze.offers
),
newest as (
    from bronze.offers
    where (offer_id, ledger_sequence) in (
        select offer_id, max(ledger_sequence) from bronze.offers_raw_v1 group by offer_id
    )
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by seller_id, offer_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
