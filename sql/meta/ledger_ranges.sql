-- One row per run of loaded ledgers without a gap; key first_ledger.
with starts as (
    select
        first_ledger,
        last_ledger,
        first_ledger > coalesce(lag(last_ledger) over (order by first_ledger), -1) + 1 as is_start
    from snapshot.segments
),
numbered as (
    select
        first_ledger,
        last_ledger,
        count_if(is_start) over (order by first_ledger) as run
    from starts
)
select
    -- first_ledger: First ledger of the run of loaded ledgers.
    min(first_ledger) as first_ledger,
    -- last_ledger: Last ledger of the run of loaded ledgers.
    max(last_ledger) as last_ledger,
    -- ledger_count [ledgers]: Number of ledgers in the run.
    max(last_ledger) - min(first_ledger) + 1 as ledger_count
from numbered
group by run
order by first_ledger
