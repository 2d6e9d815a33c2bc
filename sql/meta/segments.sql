-- One row per segment: ledgers that were committed together; key segment.
select
    -- segment: Name of the segment: first and last ledger.
    segment,
    -- first_ledger: First ledger of the segment.
    first_ledger,
    -- last_ledger: Last ledger of the segment.
    last_ledger,
    -- loaded_at [UTC]: When it was loaded.
    cast(loaded_at as timestamp) as loaded_at,
    -- decoder_version: Version of ledgerlake that decoded it.
    decoder_version
from snapshot.segments
