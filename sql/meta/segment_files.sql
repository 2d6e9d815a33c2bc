-- One row per Parquet file of the lake; key path.
select
    -- segment: Segment that the file belongs to, in meta.segments.
    segment,
    -- table_name: Table or relation whose rows the file has.
    table_name,
    -- path: Path of the file in the folder of the lake.
    path,
    -- first_ledger: First ledger of the file.
    first_ledger,
    -- last_ledger: Last ledger of the file.
    last_ledger,
    -- row_count: Rows in the file.
    row_count,
    -- bytes [bytes]: Size of the file.
    bytes,
    -- sha256 [hex]: SHA-256 of the file.
    sha256,
    -- columns: Names of the columns in the file.
    string_split(columns, ',') as columns
from snapshot.files
