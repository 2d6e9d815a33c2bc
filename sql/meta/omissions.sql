-- One row per run of ledgers that a load skipped, and that no later load brought; key object_name, first_ledger.
select
    -- object_name: Name of the object in its store.
    object_name,
    -- first_ledger: First ledger passed over; null when its number is not known.
    first_ledger,
    -- last_ledger: Last ledger passed over.
    last_ledger,
    -- transaction_order: Transaction at fault, in the order of application, from 1; null when none is.
    transaction_order,
    -- operation_index: Operation at fault, from 0; null when none is.
    operation_index,
    -- path: Where in the XDR the fault is.
    path,
    -- protocol: Protocol of the ledger, when it is newer than that version reads; null when it is not.
    protocol,
    -- message: What was wrong.
    message,
    -- decoder_version: Version of ledgerlake that found it so.
    decoder_version,
    -- recorded_at [UTC]: When it was passed over.
    cast(recorded_at as timestamp) as recorded_at
from snapshot.omissions as o
where not exists (
    from meta.ledger_ranges as r
    where o.first_ledger >= r.first_ledger
      and o.last_ledger <= r.last_ledger
)
order by first_ledger, object_name
