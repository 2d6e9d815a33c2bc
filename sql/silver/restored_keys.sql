-- One row per entry and ledger whose net change was a restoration, as Obsrvr's lake names it; key key_hash, ledger_sequence.
select
    contract_id,
    key_hash,
    ledger_sequence,
    closed_at,
    created_at,
    ledger_range,
    key_type,
    durability
from bronze.restored_keys_state_v1
