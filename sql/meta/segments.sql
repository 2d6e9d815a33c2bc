-- One row per segment: ledgers that were committed together; key segment.
select
    -- segment: Name of the segment: its first and last ledger.
    segment,
    -- first_ledger: First ledger of the segment.
    first_ledger,
    -- last_ledger: Last ledger of the segment.
    last_ledger,
    -- loaded_at [UTC]: Time when the segment was loaded.
    cast(loaded_at as timestamp) as loaded_at,
    -- decoder_version: Version of ledgerlake that decoded the segment.
    decoder_version
from snapshot.segments
