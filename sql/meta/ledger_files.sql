-- One row per ledger file that was loaded; key file_id.
select
    -- file_id: Id of the ledger file; rows of tables have it as batch_id.
    file_id,
    -- object_name: Name of the ledger file in its store.
    object_name,
    -- network: Passphrase of the network.
    network,
    -- first_ledger: First ledger loaded from the file, which may be in several segments.
    min(first_ledger) over (partition by file_id) as first_ledger,
    -- last_ledger: Last ledger loaded from the file.
    max(last_ledger) over (partition by file_id) as last_ledger,
    -- bytes [bytes]: Size of the ledger file as stored.
    bytes,
    -- sha256 [hex]: SHA-256 of the ledger file as stored.
    sha256,
    -- compression: Compression of the ledger file: zstd, gzip or none.
    compression,
    -- loaded_at [UTC]: Time when the ledger file was loaded first.
    cast(loaded_at as timestamp) as loaded_at,
    -- decoder_version: Version of ledgerlake that decoded the ledger file.
    decoder_version
from snapshot.sources
qualify row_number() over (partition by file_id order by loaded_at, segment) = 1
