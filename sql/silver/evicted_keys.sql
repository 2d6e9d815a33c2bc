-- One row per key and ledger in which it was evicted, as Obsrvr's lake names it; key key_hash, ledger_sequence.
-- The bare name evicted_keys is Hubble's, restored keys included, in bronze.
select
    contract_id,
    key_hash,
    ledger_sequence,
    closed_at,
    created_at,
    ledger_range,
    key_type,
    durability
from bronze.evicted_keys_state_v1
