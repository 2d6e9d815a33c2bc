-- One row per segment, ledgers that entered the lake together; key segment.
select
    segment,
    first_ledger,
    last_ledger,
    cast(loaded_at as timestamp) as loaded_at,
    decoder_version
from snapshot.segments
