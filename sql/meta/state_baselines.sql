-- One row per state that was read whole; key ledger_sequence.
select
    ledger_sequence,
    source,
    complete
from snapshot.state_baselines
