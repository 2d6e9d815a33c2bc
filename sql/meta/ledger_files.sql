-- One row per ledger file that was loaded; key file_id.
select
    -- file_id: Id of the object, which batch_id of the tables names.
    file_id,
    -- object_name: Name of the object in its store.
    object_name,
    -- network: Passphrase of the network.
    network,
    -- first_ledger: First ledger loaded of the object, which may be in several segments.
    min(first_ledger) over (partition by file_id) as first_ledger,
    -- last_ledger: Last ledger loaded of the object.
    max(last_ledger) over (partition by file_id) as last_ledger,
    -- bytes [bytes]: Size of the object as it is stored.
    bytes,
    -- sha256 [hex]: SHA-256 of the object as it is stored.
    sha256,
    -- compression: How the object is compressed: zstd, gzip or none.
    compression,
    -- loaded_at [UTC]: When it was loaded.
    cast(loaded_at as timestamp) as loaded_at,
    -- decoder_version: Version of ledgerlake that decoded it.
    decoder_version
from snapshot.sources
qualify row_number() over (partition by file_id order by loaded_at, segment) = 1
