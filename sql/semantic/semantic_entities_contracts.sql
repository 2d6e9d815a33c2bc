-- One row per contract that an instance, a call, an event or an asset names; key contract_id.
with calls as (
    select
        contract_id,
        cast(sum(calls) as bigint) as invocations,
        count(distinct caller) filter (calls > 0) as callers,
        max(last_in_tree) as last_called,
        list_sort(list_distinct(list(function_name))) as functions
    from silver.contract_callers
    where last_in_tree is not null
    group by contract_id
),
instances as (
    select
        contract_id,
        val_decoded as instance,
        val_decoded ->> '$.contract_instance.executable.wasm' as wasm_hash,
        (val_decoded ->> '$.contract_instance.executable') = 'stellar_asset' as is_built_in
    from silver.contract_data_current
    where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
),
codes as (
    select
        contract_code_hash as wasm_hash,
        any_value(cast(wasm as varchar)) as code
    from bronze.contract_code_blob_raw_v1
    group by contract_code_hash
),
creations as (
    select
        creations.contract_id,
        arg_min(
            case origin when 'operation' then source_account when 'auth' then creator_address end, creations.operation_id
        ) as deployer,
        min(creations.closed_at) as deployed_at,
        min(creations.ledger_sequence) as deployed_ledger
    from bronze.contract_creations_raw_v1 as creations
    left join bronze.history_operations_raw_v1 as operations
        on operations.ledger_sequence = creations.ledger_sequence and operations.id = creations.operation_id
    group by creations.contract_id
),
-- One row of each that names a contract: so a filter on contract_id reaches them all.
named as (
    select
        contract_id,
        true as is_used,
        invocations, callers, last_called, functions,
        null as instance, null as wasm_hash, null as is_built_in,
        null as deployer, null as deployed_at, null as deployed_ledger,
        null as token_name, null as token_symbol, null as token_decimals, null as token_type
    from calls
    union all
    select contract_id, true, null, null, null, null, instance, wasm_hash, is_built_in, null, null, null, null, null, null, null
    from instances
    union all
    select contract_id, true, null, null, null, null, null, null, null, deployer, deployed_at, deployed_ledger, null, null, null, null
    from creations
    union all
    select contract_id, true, null, null, null, null, null, null, null, null, null, null, null, null, null, null
    from silver.contract_activity
    where events > 0
    union all
    select
        contract_id, false,
        null, null, null, null, null, null, null, null, null, null,
        token_name, token_symbol, token_decimals, token_type
    from silver.token_registry
    union all
    -- Some assets are named by nothing but what contracts move.
    select
        contract_id, false,
        null, null, null, null, null, null, null, null, null, null,
        asset_key, if(asset_type = 'native', 'native', asset_code), 7, 'sac'
    from silver.contract_activity
    where asset_type is not null
),
known as (
    select
        contract_id,
        bool_or(is_used) as is_used,
        any_value(instance) as instance,
        any_value(wasm_hash) as wasm_hash,
        coalesce(any_value(token_type) = 'sac', false) or bool_or(coalesce(is_built_in, false)) as is_asset,
        any_value(token_name) as token_name,
        any_value(token_symbol) as token_symbol,
        any_value(token_decimals) as token_decimals,
        any_value(token_type) as token_type,
        coalesce(any_value(invocations), 0) as invocations,
        coalesce(any_value(callers), 0) as callers,
        any_value(last_called) as last_called,
        any_value(functions) as functions,
        any_value(deployer) as deployer,
        any_value(deployed_at) as deployed_at,
        any_value(deployed_ledger) as deployed_ledger
    from named
    group by contract_id
),
judged as (
    select
        known.*,
        list_concat(
            coalesce(functions, []),
            semantic.exported(
                code,
                [
                    'transfer', 'balance', 'decimals', 'name', 'symbol', '__check_auth', 'add_context_rule', 'add_signer',
                    'add_passkey', 'allow_signing_key', 'set_webauthn_verifier'
                ]
            )
        ) as offered,
        code is not null as knows_code
    from known
    left join codes on codes.wasm_hash = known.wasm_hash
),
classified as (
    select
        *,
        if(is_asset, null, semantic.wallet_type(offered, cast(instance as varchar), knows_code)) as wallet
    from judged
)
select
    -- contract_id: Address of the contract.
    contract_id,
    -- contract_type: sac (the contract of an asset), smart_wallet, custom_soroban (a token of its own) or unknown.
    case
        when is_asset then 'sac'
        when wallet is not null then 'smart_wallet'
        when token_type is not null
            or len(list_intersect(offered, ['transfer', 'balance', 'decimals', 'name', 'symbol'])) >= 3
            then 'custom_soroban'
        else 'unknown'
    end as contract_type,
    token_name,
    token_symbol,
    token_decimals,
    -- deployer_account: Source of the operation that created the contract; if a contract created it, the address that its id derives from.
    deployer as deployer_account,
    -- deployed_at [UTC]: Close time of the ledger that created the contract; null if that is not loaded.
    deployed_at,
    -- deployed_ledger: Ledger that created the contract; null if that is not loaded.
    deployed_ledger,
    -- total_invocations: Calls of the contract by operations, failed ones included.
    invocations as total_invocations,
    -- last_activity [UTC]: Close time of the last call of the contract, by an operation or a contract.
    last_called as last_activity,
    -- unique_callers: Distinct accounts that called the contract by operations.
    callers as unique_callers,
    -- observed_functions: Functions of the contract that operations or contracts called, in byte order.
    functions as observed_functions,
    -- wallet_type: Type of smart wallet: crossmint, openzeppelin or sep50_generic; null if the contract is none.
    wallet as wallet_type,
    -- wallet_signers: Always null: each type of wallet stores its signers in its own form.
    cast(null as json) as wallet_signers,
    -- wasm_hash [hex]: SHA-256 of the contract's code, by its last known instance; null for an asset's contract.
    wasm_hash,
    -- is_asset_only: Whether only an asset names the contract: the lake has no call, creation, event or instance of it.
    not is_used as is_asset_only
from classified
