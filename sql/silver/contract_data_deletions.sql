-- One row per entry of contract storage and ledger in which a contract deleted it; key key_hash, ledger_sequence.
-- What is evicted is not deleted: see evicted_keys.
select
    contract_id,
    ledger_key_hash as key_hash,
    ledger_sequence,
    closed_at
from bronze.contract_data_raw_v1
where deleted
