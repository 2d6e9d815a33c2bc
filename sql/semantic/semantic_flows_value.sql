-- One row per movement of value, without fees; key id.
select
    -- id: Hash of the transaction and the number of the movement in it from 0, with a colon between.
    transaction_hash || ':' || row_number() over (
        partition by ledger_sequence, transaction_id
        order by event_index
    ) - 1 as id,
    ledger_sequence,
    closed_at as timestamp,
    -- flow_type: mint when nobody gives or the issuer does, burn when nobody gets or the issuer does (a clawback too), else transfer.
    semantic.flow_type("from", "to", bronze.key_issuer(asset_key)) as flow_type,
    -- from_account: Who gave: an account, a contract, a claimable balance (B) or a pool (L); null when it came into being.
    "from" as from_account,
    -- to_account: Who got; null when it went out of being.
    "to" as to_account,
    -- contract_id: The token's contract; of an asset its own, deployed or not.
    contract_id,
    -- asset_code: Code of the asset, XLM for lumens; null if the token has no asset.
    bronze.asset_symbol(asset_type, asset_key) as asset_code,
    -- asset_issuer: Its issuer; null for lumens and for a token without an asset.
    bronze.key_issuer(asset_key) as asset_issuer,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; soroban_token of what a contract moved, of its asset, too.
    if(is_soroban, 'soroban_token', asset_type) as asset_type,
    -- amount [units]: How much of an asset; null if the token has no asset, and beyond 31 digits.
    if(asset_type != '', bronze.token_units(try_cast(amount_raw as hugeint)), null) as amount,
    -- transaction_hash [hex]: Hash of the transaction.
    transaction_hash,
    -- operation_type: Type code of the operation, 0 to 26.
    operation_type,
    -- successful: True: what fails moves nothing.
    true as successful,
    amount_raw,
    operation_id,
    event_index,
    -- asset_key: The asset for joins, in one form everywhere: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key
from bronze.token_transfers_raw_raw_v1
where event_topic != 'fee'
