-- One row per run of ledgers that a load skipped, and that no later load brought; key object_name, first_ledger.
select
    -- object_name: Name of the ledger file in its store.
    object_name,
    -- first_ledger: First ledger that the load skipped; null if its number is unknown.
    first_ledger,
    -- last_ledger: Last ledger that the load skipped; null if its number is unknown.
    last_ledger,
    -- transaction_order: Transaction at fault, in the order of application, from 1; null if none is.
    transaction_order,
    -- operation_index: Operation at fault in its transaction, from 0; null if none is.
    operation_index,
    -- path: Place of the fault in the XDR.
    path,
    -- protocol: Protocol of the ledger if decoder_version does not support it; else null.
    protocol,
    -- message: Error for which the load skipped the ledgers.
    message,
    -- decoder_version: Version of ledgerlake that skipped the ledgers.
    decoder_version,
    -- recorded_at [UTC]: Time when the load skipped the ledgers.
    cast(recorded_at as timestamp) as recorded_at
from snapshot.omissions as o
where not exists (
    from meta.ledger_ranges as r
    where o.first_ledger >= r.first_ledger
      and o.last_ledger <= r.last_ledger
)
order by first_ledger, object_name
