-- One row per archive of an asset and a period that was made; key archive_id.
-- Empty: what makes archives keeps them, as a folder each, outside of the lake, which holds ledgers alone.
select
    -- archive_id: Name of the archive.
    cast(null as varchar) as archive_id,
    -- asset_code: Code of the asset, XLM for lumens.
    cast(null as varchar) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens.
    cast(null as varchar) as asset_issuer,
    -- asset_type: Type of the asset: native, credit_alphanum4 or credit_alphanum12.
    cast(null as varchar) as asset_type,
    -- period_start [UTC]: Start of the period.
    cast(null as timestamp) as period_start,
    -- period_end [UTC]: End of the period, included.
    cast(null as timestamp) as period_end,
    -- start_ledger: First ledger of the period.
    cast(null as integer) as start_ledger,
    -- end_ledger: Last ledger of the period.
    cast(null as integer) as end_ledger,
    -- status: Status of the archive: pending, processing, complete or failed.
    cast(null as varchar) as status,
    -- include: Parts of the archive: transactions, balance_snapshot, supply_timeline.
    cast(null as varchar[]) as include,
    -- format: Format of the archive's files: json, csv or parquet.
    cast(null as varchar) as format,
    -- methodology_version: Version of the rules by which the archive was made.
    cast(null as varchar) as methodology_version,
    -- reproducibility_key: Key that archives of the same request share.
    cast(null as varchar) as reproducibility_key,
    -- coverage [JSON]: Ledgers that were loaded when the archive was made, and whether state was full.
    cast(null as json) as coverage,
    -- error: Why the archive failed; null if it did not.
    cast(null as varchar) as error,
    -- created_at [UTC]: Time when the archive was requested.
    cast(null as timestamp) as created_at,
    -- completed_at [UTC]: Time when the archive was complete.
    cast(null as timestamp) as completed_at,
    -- asset_key: The asset for joins: native or CODE:ISSUER.
    cast(null as varchar) as asset_key
where false
