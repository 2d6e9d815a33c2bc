-- One row per run of ledgers that was passed over and not loaded since; key object_name, first_ledger.
select
    object_name,
    first_ledger,
    last_ledger,
    transaction_order,
    operation_index,
    path,
    message,
    decoder_version,
    cast(recorded_at as timestamp) as recorded_at
from snapshot.omissions as o
where not exists (
    from meta.ledger_ranges as r
    where o.first_ledger >= r.first_ledger
      and o.last_ledger <= r.last_ledger
)
order by first_ledger, object_name
