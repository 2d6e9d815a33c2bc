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

contract_data as (
    select contract_id, contract_key_type, key_decoded, val_decoded, deleted
    from silver.contract_data_current
    where contract_key_type in ('ScValTypeScvLedgerKeyContractInstance', 'ScValTypeScvExecutableTag')
),

-- What contracts keep for others under a tag (CAP-85).
tags as (
    select
        contract_id as executable_owner,
        key_decoded ->> '$.executable_tag' as executable_tag,
        val_decoded ->> '$.bytes' as wasm_hash
    from contract_data
    where contract_key_type = 'ScValTypeScvExecutableTag' and not deleted
),

instances as (
    select
        contract_id,
        val_decoded ->> '$.contract_instance.executable.wasm' as wasm_hash,
        val_decoded ->> '$.contract_instance.executable.external_ref.executable_owner' as executable_owner,
        val_decoded ->> '$.contract_instance.executable.external_ref.tag' as executable_tag
    from contract_data
    where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
)

select
    -- contract_id: Contract that was created.
    contract_id,
    -- creator_address: Address from which the contract's id derives; for an asset's contract, the source of the operation.
    creator_address,
    -- wasm_hash [hex]: SHA-256 of the contract's current code, by its last known instance or the reference in it, else of its code at creation; null for an asset's contract.
    coalesce(instances.wasm_hash, tags.wasm_hash, creations.wasm_hash) as wasm_hash,
    created_ledger,
    created_at
from creations
left join instances using (contract_id)
left join tags on tags.executable_owner = instances.executable_owner and tags.executable_tag = instances.executable_tag
