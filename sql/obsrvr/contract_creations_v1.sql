-- One row per contract that was created, with the names of Obsrvr's lake; key contract_id, created_ledger.
select
    contract_id,
    creator_address,
    wasm_hash,
    cast(ledger_sequence as bigint) as created_ledger,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.contract_creations_raw_v1
