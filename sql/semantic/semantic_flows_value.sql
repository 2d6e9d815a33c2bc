-- One row per movement of value, without fees; key id.
select
    -- id: Transaction hash and the number of the movement in it, from 0, with a colon between.
    transaction_hash || ':' || row_number() over (
        partition by ledger_sequence, transaction_id
        order by event_index
    ) - 1 as id,
    ledger_sequence,
    closed_at as timestamp,
    -- flow_type: mint (from nobody or from the issuer), burn (to nobody or to the issuer; clawbacks too), else transfer.
    semantic.flow_type("from", "to", bronze.key_issuer(asset_key)) as flow_type,
    -- from_account: Sender: account (G), contract (C), claimable balance (B) or pool (L); null for a mint from nobody.
    "from" as from_account,
    -- to_account: Receiver: account (G), contract (C), claimable balance (B) or pool (L); null for a burn or clawback to nobody.
    "to" as to_account,
    -- contract_id: Contract of the token; for an asset, its asset contract (SAC), deployed or not.
    contract_id,
    -- asset_code: Code of the asset, XLM for lumens; null if the token has no asset.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and for a token without an asset.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; soroban_token if a Soroban transaction moved it, even for an asset.
    if(is_soroban, 'soroban_token', asset_type) as asset_type,
    -- amount [units]: Amount of the asset; null if the token has no asset, and beyond 31 digits.
    if(asset_type != '', bronze.token_units(try_cast(amount_raw as hugeint)), null) as amount,
    -- transaction_hash [hex]: Hash of the transaction.
    transaction_hash,
    -- operation_type: Type code of the operation, 0 to 26.
    operation_type,
    -- successful: Always true: what fails moves nothing.
    true as successful,
    amount_raw,
    operation_id,
    event_index,
    -- asset_key: The asset for joins, in one form everywhere: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key
from bronze.token_transfers_raw_raw_v1
where event_topic != 'fee'
