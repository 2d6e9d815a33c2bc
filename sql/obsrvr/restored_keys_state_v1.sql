-- One row per entry and ledger in which its net change was a restoration, with the names of Obsrvr's lake; key key_hash, ledger_sequence.
select
    -- key_hash [hex]: SHA-256 of the restored LedgerKey.
    sha256(from_base64(ledger_key_hash)) as key_hash,
    cast(ledger_sequence as bigint) as ledger_sequence,
    nullif(contract_id, '') as contract_id,
    -- key_type: Type of the LedgerKey: the ScVal type of a contract data key by its Go name, ContractCode, or LedgerEntryTypeTtl.
    bronze.ledger_key_type(ledger_key_hash) as key_type,
    -- durability: Durability of the entry: ContractDataDurabilityPersistent, ContractDataDurabilityTemporary or unknown.
    coalesce(nullif(contract_durability, ''), 'unknown') as durability,
    -- restored_from_ledger: Always 0: no ledger says when the key was evicted.
    cast(0 as bigint) as restored_from_ledger,
    closed_at,
    cast(ledger_range as bigint) as ledger_range,
    closed_at as created_at,
    era_id,
    version_label
from bronze.restored_key_raw_v1
