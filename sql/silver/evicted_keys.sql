-- One row per key and ledger in which it was evicted, with the names of Obsrvr's lake; key key_hash, ledger_sequence.
-- The bare name evicted_keys is Hubble's, restored keys included, in bronze.
select
    nullif(contract_id, '') as contract_id,
    -- key_hash [hex]: SHA-256 of the evicted LedgerKey.
    sha256(from_base64(ledger_key_hash)) as key_hash,
    ledger_sequence,
    closed_at,
    closed_at as created_at,
    ledger_range,
    -- key_type: Type of the LedgerKey: the ScVal type of a contract data key by its Go name, ContractCode, or LedgerEntryTypeTtl.
    bronze.ledger_key_type(ledger_key_hash) as key_type,
    -- durability: Durability of the entry: ContractDataDurabilityPersistent, ContractDataDurabilityTemporary or unknown.
    coalesce(nullif(contract_durability, ''), 'unknown') as durability
from bronze.evicted_keys_raw_v1
