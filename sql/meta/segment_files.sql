-- One row per Parquet file of the lake; key path.
select
    segment,
    table_name,
    path,
    first_ledger,
    last_ledger,
    row_count,
    bytes,
    sha256,
    string_split(columns, ',') as columns
from snapshot.files
