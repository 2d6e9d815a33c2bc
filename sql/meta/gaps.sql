-- One row per run of ledgers missing between loaded or skipped ones; key first_ledger.
with known as (
    from meta.ledger_ranges select first_ledger, last_ledger
    union all
    from meta.omissions select first_ledger, last_ledger where first_ledger is not null
),
bounded as (
    -- What was passed over before the first run or after the last one is missing as well.
    from meta.ledger_ranges select first_ledger, last_ledger
    union all
    from known select min(first_ledger) - 1, min(first_ledger) - 1 having count(*) > 0
    union all
    from known select max(last_ledger) + 1, max(last_ledger) + 1 having count(*) > 0
),
followed as (
    select
        last_ledger,
        lead(first_ledger) over (order by first_ledger) as next_first
    from bounded
)
select
    -- first_ledger: First missing ledger of the run.
    last_ledger + 1 as first_ledger,
    -- last_ledger: Last missing ledger of the run.
    next_first - 1 as last_ledger,
    -- ledger_count [ledgers]: Number of missing ledgers in the run.
    next_first - last_ledger - 1 as ledger_count
from followed
where next_first > last_ledger + 1
order by first_ledger
