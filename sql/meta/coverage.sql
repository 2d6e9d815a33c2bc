-- One row per run of loaded ledgers, with how far state is known after it; key first_ledger.
select
    -- first_ledger: First ledger of the run of loaded ledgers.
    first_ledger,
    -- last_ledger: Last ledger of the run of loaded ledgers.
    last_ledger,
    -- ledger_count [ledgers]: Number of ledgers in the run.
    last_ledger - first_ledger + 1 as ledger_count,
    -- missing_before [ledgers]: Ledgers missing between the run and the one before; null for the first run.
    first_ledger - lag(last_ledger) over (order by first_ledger) - 1 as missing_before,
    -- state_coverage: full if every entry is known after the run, touched_only if only changed entries are.
    if(full_from is null, 'touched_only', 'full') as state_coverage,
    -- full_from_ledger: Ledger from which on every entry is known; null while state_coverage is touched_only.
    full_from as full_from_ledger
from snapshot.covered_runs
order by first_ledger
