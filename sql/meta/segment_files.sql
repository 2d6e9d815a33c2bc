-- One row per Parquet file of the lake; key path.
select
    -- segment: The segment it belongs to, in meta.segments.
    segment,
    -- table_name: The table whose rows it has.
    table_name,
    -- path: Where it lies, from the folder of the lake.
    path,
    -- first_ledger: First ledger of the file.
    first_ledger,
    -- last_ledger: Last ledger of the file.
    last_ledger,
    -- row_count: How many rows it has.
    row_count,
    -- bytes [bytes]: Size of the file.
    bytes,
    -- sha256 [hex]: SHA-256 of the file.
    sha256,
    -- columns: Columns that it has.
    string_split(columns, ',') as columns
from snapshot.files
