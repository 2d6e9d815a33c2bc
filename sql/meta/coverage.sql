-- One row per run of loaded ledgers, with how far state is known after it; key first_ledger.
with runs as (
    from meta.ledger_ranges
),
baselines as (
    from meta.state_baselines
    where complete
),
stood as (
    select
        r.first_ledger,
        max(b.ledger_sequence) as baseline_ledger
    from runs as r
    join baselines as b
        on b.ledger_sequence between r.first_ledger - 1 and r.last_ledger
    group by r.first_ledger
),
covered as (
    select
        r.*,
        -- The network begins at ledger 1, whose only entry ledger 2 lists when it changes it.
        case when r.first_ledger <= 2 then r.first_ledger else s.baseline_ledger end as full_from,
        lag(r.last_ledger) over (order by r.first_ledger) as last_before
    from runs as r
    left join stood as s
        on s.first_ledger = r.first_ledger
)
select
    first_ledger,
    last_ledger,
    ledger_count,
    -- missing_before [ledgers]: How many ledgers are missing between this run and the one before; null for the first.
    first_ledger - last_before - 1 as missing_before,
    -- state_coverage: full if after the run every entry is known, touched_only if those that its ledgers changed are.
    case when full_from is null then 'touched_only' else 'full' end as state_coverage,
    -- full_from_ledger: Ledger from which every entry is known; null where that is not so.
    full_from as full_from_ledger
from covered
order by first_ledger
