-- One row per ledger file that an archive was made of; key archive_id, file_id.
-- Empty, as compliance_archives is; the ledger files of the lake are in meta.ledger_files.
select
    -- archive_id: Name of the archive.
    cast(null as varchar) as archive_id,
    -- file_id: Id of the ledger file, as in meta.ledger_files.
    cast(null as varchar) as file_id,
    -- object_name: Name of the ledger file in its store.
    cast(null as varchar) as object_name,
    -- first_ledger: First ledger of the ledger file.
    cast(null as integer) as first_ledger,
    -- last_ledger: Last ledger of the ledger file.
    cast(null as integer) as last_ledger,
    -- sha256 [hex]: SHA-256 of the ledger file.
    cast(null as varchar) as sha256
where false
