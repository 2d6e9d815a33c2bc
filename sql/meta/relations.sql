-- One row per materialised relation; key relation.
with relations as (
    from snapshot.kept_relations
),
parts as (
    from snapshot.kept_segments
),
starts as (
    select
        p.relation,
        p.first_ledger,
        p.last_ledger,
        p.first_ledger > coalesce(lag(p.last_ledger) over (partition by p.relation order by p.first_ledger), -1) + 1
            as is_start
    from parts as p
    join relations as r
        on r.relation = p.relation
        and r.version = p.version
),
numbered as (
    select
        *,
        count_if(is_start) over (partition by relation order by first_ledger) as run
    from starts
),
runs as (
    select
        relation,
        min(first_ledger) as first_ledger,
        max(last_ledger) as last_ledger
    from numbered
    group by relation, run
),
ranges as (
    select
        relation,
        list({first_ledger: first_ledger, last_ledger: last_ledger} order by first_ledger) as ranges,
        sum(last_ledger - first_ledger + 1) as ledger_count
    from runs
    group by relation
),
files as (
    select
        table_name as relation,
        sum(row_count) as row_count,
        sum(bytes) as bytes,
        count(*) as file_count
    from snapshot.files
    group by table_name
),
loaded as (
    select coalesce(sum(last_ledger - first_ledger + 1), 0) as ledger_count
    from snapshot.segments
)
select
    -- relation: Name of the materialised relation, with its schema.
    r.relation,
    -- ranges: Runs of ledgers that the relation covers, with or without rows.
    coalesce(g.ranges, []) as ranges,
    -- ledger_count [ledgers]: Number of ledgers in ranges.
    cast(coalesce(g.ledger_count, 0) as bigint) as ledger_count,
    -- behind_count [ledgers]: Loaded ledgers that ranges lacks; while there are any, queries read bronze instead.
    cast(l.ledger_count - coalesce(g.ledger_count, 0) as bigint) as behind_count,
    -- row_count: Rows in the parts of the relation.
    cast(coalesce(f.row_count, 0) as bigint) as row_count,
    -- bytes [bytes]: Size of the parts and folded parts of the relation.
    cast(coalesce(f.bytes, 0) + r.folded_bytes as bigint) as bytes,
    -- file_count: Files of the parts and folded parts of the relation.
    coalesce(f.file_count, 0) + r.folded_files as file_count,
    -- version: Hash of the SQL that made the parts.
    r.version
from relations as r
cross join loaded as l
left join ranges as g
    on g.relation = r.relation
left join files as f
    on f.relation = r.relation
order by r.relation
