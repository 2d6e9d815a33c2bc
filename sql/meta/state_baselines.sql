-- One row per full state of the ledger that was brought in; key ledger_sequence, source.
select
    -- ledger_sequence: Ledger of the state.
    ledger_sequence,
    -- source: Where it came from.
    source,
    -- complete: Whether it has every entry.
    complete
from snapshot.state_baselines
