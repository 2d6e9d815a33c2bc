-- One row per ledger file that was loaded; key file_id.
select
    file_id,
    object_name,
    network,
    first_ledger,
    last_ledger,
    bytes,
    sha256,
    compression,
    cast(loaded_at as timestamp) as loaded_at,
    decoder_version
from snapshot.sources
qualify row_number() over (partition by file_id order by loaded_at, segment) = 1
