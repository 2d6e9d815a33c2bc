-- One row per entry and ledger in which its net change was a restoration, with the names of Obsrvr's lake; key key_hash, ledger_sequence.
select
    nullif(contract_id, '') as contract_id,
    -- key_hash [hex]: SHA-256 of the restored LedgerKey.
    sha256(from_base64(ledger_key_hash)) as key_hash,
    ledger_sequence,
    closed_at,
    closed_at as created_at,
    ledger_range,
    -- key_type: Type of the LedgerKey: the ScVal type of a contract data key by its Go name, ContractCode, or LedgerEntryTypeTtl.
    bronze.ledger_key_type(ledger_key_hash) as key_type,
    -- durability: ContractDataDurabilityPersistent, ContractDataDurabilityTemporary or unknown.
    coalesce(nullif(contract_durability, ''), 'unknown') as durability
from bronze.restored_key_raw_v1
