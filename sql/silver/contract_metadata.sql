-- One row per contract whose creation the lake has; key contract_id.
with creations as (
    select
        contract_id,
        creator_address,
        wasm_hash,
        created_ledger,
        created_at,
        ledger_sequence,
        operation_id
    from bronze.contract_creations
    qualify row_number() over (partition by contract_id order by ledger_sequence, operation_id) = 1
),

instances as (
    select
        contract_id,
        val_decoded ->> '$.contract_instance.executable.wasm' as wasm_hash
    from silver.contract_data_current
    where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
)

select
    -- contract_id: Contract that was created.
    contract_id,
    -- creator_address: Account or contract that created it.
    creator_address,
    -- wasm_hash [hex]: Code that it has now, as its last instance in the lake says, else the one that it was created with; null for the contract of an asset.
    coalesce(instances.wasm_hash, creations.wasm_hash) as wasm_hash,
    created_ledger,
    created_at
from creations
left join instances using (contract_id)
