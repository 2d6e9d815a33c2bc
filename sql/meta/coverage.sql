-- One row per run of loaded ledgers, with how far state is known after it; key first_ledger.
select
    -- first_ledger: First ledger of the run.
    first_ledger,
    -- last_ledger: Last ledger of the run.
    last_ledger,
    -- ledger_count [ledgers]: How many ledgers the run has.
    last_ledger - first_ledger + 1 as ledger_count,
    -- missing_before [ledgers]: How many ledgers are missing between this run and the one before; null for the first.
    first_ledger - lag(last_ledger) over (order by first_ledger) - 1 as missing_before,
    -- state_coverage: full if after the run every entry is known, touched_only if only changed entries are.
    if(full_from is null, 'touched_only', 'full') as state_coverage,
    -- full_from_ledger: Ledger from which every entry is known; null where that is not so.
    full_from as full_from_ledger
from snapshot.covered_runs
order by first_ledger
