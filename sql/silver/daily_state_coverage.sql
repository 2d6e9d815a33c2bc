-- One row per day with loaded ledgers: state coverage after the last of them; key day.
with days as (
    select
        cast(closed_at as date) as day,
        max(sequence) as ledger_sequence,
        count(*) as ledgers
    from bronze.history_ledgers_raw_v1
    group by day
),

counted as (
    select
        day,
        ledger_sequence,
        -- As many ledgers as are missing up to it.
        ledger_sequence - sum(ledgers) over (order by ledger_sequence) as missing
    from days
),

states as (
    select distinct ledger_sequence
    from silver.accounts_states
    union
    -- The network begins with a ledger of one entry.
    select 1
),

stood as (
    select
        states.ledger_sequence as state_ledger,
        states.ledger_sequence - count(ledgers.sequence) filter (ledgers.sequence <= states.ledger_sequence) as missing
    from states
    cross join bronze.history_ledgers_raw_v1 as ledgers
    group by states.ledger_sequence
),

-- Between two states with the same count of missing ledgers no ledger is missing, so the first stands for both.
firsts as (
    select
        missing,
        min(state_ledger) as state_ledger
    from stood
    group by missing
)

select
    -- day [UTC]: Day with loaded ledgers.
    counted.day,
    -- ledger_sequence: Last loaded ledger of the day.
    counted.ledger_sequence,
    -- state_coverage: full if all ledgers since a baseline state, or since the first of the network, are loaded, so that every entry is known; else touched_only.
    if(firsts.state_ledger <= counted.ledger_sequence, 'full', 'touched_only') as state_coverage
from counted
left join firsts on firsts.missing = counted.missing
