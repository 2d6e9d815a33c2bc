-- One row per operation of every transaction, failed ones included, as an activity; key id.
-- Of a list of five values and more DuckDB makes a join, which takes a millisecond: hence two lists.
select
    -- id: Transaction hash and operation_index, with a colon between.
    operations.transaction_hash || ':' || operation_index as id,
    operations.ledger_sequence,
    operations.closed_at as timestamp,
    -- activity_type: Type of activity, such as payment, path_payment, manage_offer or contract_call.
    semantic.activity_type(type, function_name, host_function) as activity_type,
    -- description: The activity in one sentence; for a failed transaction it begins with "Failed: ".
    if(operations.transaction_successful, '', 'Failed: ')
    || semantic.activity_sentence(
        type, source_account, coalesce(destination, trustor, sponsored_id),
        if(type in (8, 13) and not operations.transaction_successful, null, coalesce(amount_stroops, limit_stroops)),
        case
            when type = 6 then asset_code
            when type = 12 then coalesce(buying_asset_code, 'XLM')
            else coalesce(asset_code, selling_asset_code, 'XLM')
        end,
        function_name, nullif(contract_id, '')
    ) as description,
    -- source_account: Source of the operation, else of the transaction (of a fee bump the inner one).
    source_account,
    -- destination_account: Account that is created, paid or merged into; null for other types.
    destination as destination_account,
    -- contract_id: Contract that the operation calls; null for other types.
    if(function_name is not null, nullif(contract_id, ''), null) as contract_id,
    -- asset_code: Code of the asset of amount, XLM for lumens; null for types without an amount.
    case
        when type in (0, 8) then 'XLM'
        when (bronze.is_payment(type) or type in (14, 19)) then coalesce(asset_code, 'XLM')
    end as asset_code,
    -- asset_issuer: Issuer of the asset of amount; null for lumens and for types without an amount.
    case when (bronze.is_payment(type) or type in (14, 19)) then asset_issuer end as asset_issuer,
    -- amount [units]: Amount that is created, paid, received by a path payment, merged, locked or clawed back; null if only the result of a failed transaction would have it.
    case
        when type in (0, 1, 2) or type in (14, 19) or (type in (8, 13) and operations.transaction_successful)
            then bronze.token_units(amount_stroops)
    end as amount,
    -- is_soroban: Whether it is a Soroban operation (types 24, 25, 26).
    type in (24, 25, 26) as is_soroban,
    -- soroban_function_name: Contract function that the operation calls.
    function_name as soroban_function_name,
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
    operations.transaction_hash,
    operation_index,
    operations.transaction_successful as successful,
    -- fee_charged [stroops]: Fee of the whole transaction, repeated on each of its operations: not for sums.
    transactions.fee_charged,
    -- operation_id: TOID of the operation; activities are paged in its order.
    operations.id as operation_id,
    type as operation_type,
    -- asset_key: The asset of amount for joins: native or CODE:ISSUER; null for types without an amount.
    case
        when type in (0, 8) then 'native'
        when (bronze.is_payment(type) or type in (14, 19)) then bronze.asset_key(asset_type, asset_code, asset_issuer)
    end as asset_key
from bronze.history_operations_raw_v1 as operations
-- One row each: left out if a query names none of its columns.
inner join bronze.history_transactions_raw_v1 as transactions
    on transactions.ledger_sequence = operations.ledger_sequence and transactions.id = operations.transaction_id
