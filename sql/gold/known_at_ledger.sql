-- One row per requested ledger: how far the state is known after it; key snapshot_ledger.
-- Asked for by the ledger; one that is not in the lake is an error.
create or replace macro gold.known_at_ledger(ledger) as table
with states as (
    select coalesce(max(entries.ledger_sequence), 1) as state_ledger
    from silver.accounts_states as entries
    where entries.ledger_sequence <= ledger
),
loaded as (
    select count(*) as ledgers
    from states
    cross join bronze.history_ledgers_raw_v1 as ledgers
    where ledgers.sequence > states.state_ledger and ledgers.sequence <= ledger
),
header as (
    select
        max(ledgers.sequence) as sequence,
        max(ledgers.total_coins) as total_coins,
        max(ledgers.fee_pool) as fee_pool
    from bronze.history_ledgers_raw_v1 as ledgers
    where ledgers.sequence = ledger
)
select
    -- snapshot_ledger: Ledger that was requested.
    if(header.sequence is null, error('ledger ' || ledger || ' is not in the lake'), header.sequence) as snapshot_ledger,
    -- state_ledger: Ledger of the baseline state from which changes are counted; 1, the first of the network, if there is none.
    states.state_ledger,
    -- state_coverage: full if every ledger after state_ledger is loaded, so that every entry is known; else touched_only.
    if(loaded.ledgers + states.state_ledger = ledger, 'full', 'touched_only') as state_coverage,
    -- total_coins [stroops]: Lumens that exist, by the header of snapshot_ledger.
    header.total_coins,
    -- fee_pool [stroops]: Lumens of total_coins that are in the fee pool, which nobody holds.
    header.fee_pool
from states
cross join loaded
cross join header
