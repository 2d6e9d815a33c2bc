-- One row per made-up ledger; key sequence.
select sequence, closed_at, 23 as protocol_version
from bronze.history_ledgers_raw_v1
