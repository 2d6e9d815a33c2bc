-- One row per baseline state that ingest-state loaded; key ledger_sequence, source.
select
    -- ledger_sequence: Ledger of the baseline state.
    ledger_sequence,
    -- source: Source that ingest-state read the baseline state from.
    source,
    -- complete: Whether the baseline state has every entry.
    complete
from snapshot.state_baselines
