-- One row per file of an archive; key archive_id, name.
-- Empty, as compliance_archives is.
select
    -- archive_id: Name of the archive.
    cast(null as varchar) as archive_id,
    -- name: Name of the file.
    cast(null as varchar) as name,
    -- type: transactions, balance_snapshot, supply_timeline, documentation or manifest.
    cast(null as varchar) as type,
    -- format: json, csv or parquet.
    cast(null as varchar) as format,
    -- snapshot_at [UTC]: Time of the balances in it; null of other types.
    cast(null as timestamp) as snapshot_at,
    -- row_count [rows]: How many rows it has.
    cast(null as bigint) as row_count,
    -- checksum: sha256: and the hash of its rows in hex.
    cast(null as varchar) as checksum,
    -- path: Where it lies in the folder of the archive.
    cast(null as varchar) as path,
    -- generated_at [UTC]: When it was written.
    cast(null as timestamp) as generated_at
where false
