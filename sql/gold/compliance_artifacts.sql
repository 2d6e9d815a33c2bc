-- One row per file of an archive; key archive_id, name.
-- Empty, as compliance_archives is.
select
    -- archive_id: Name of the archive.
    cast(null as varchar) as archive_id,
    -- name: Name of the file.
    cast(null as varchar) as name,
    -- type: Content of the file: transactions, balance_snapshot, supply_timeline, documentation or manifest.
    cast(null as varchar) as type,
    -- format: Format of the file: json, csv or parquet.
    cast(null as varchar) as format,
    -- snapshot_at [UTC]: Time of the balances in the file; null for files of other types.
    cast(null as timestamp) as snapshot_at,
    -- row_count [rows]: Rows in the file.
    cast(null as bigint) as row_count,
    -- checksum: sha256: and the SHA-256 of the file's rows in hex.
    cast(null as varchar) as checksum,
    -- path: Path of the file in the folder of the archive.
    cast(null as varchar) as path,
    -- generated_at [UTC]: Time when the file was written.
    cast(null as timestamp) as generated_at
where false
