-- One row per baseline state that ingest-state loaded; key ledger_sequence, source.
select
    -- ledger_sequence: Ledger of the state.
    ledger_sequence,
    -- source: Where it came from.
    source,
    -- complete: Whether it has every entry.
    complete
from snapshot.state_baselines
