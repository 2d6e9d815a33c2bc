-- One row per operation of every transaction, as Obsrvr's lake names it; key transaction_hash, operation_index.
-- Amounts are stroops. Of a path payment `amount` is what arrives and `source_amount` what is given.
select
    transaction_hash,
    operation_index,
    cast(operations.ledger_sequence as bigint) as ledger_sequence,
    source_account,
    type,
    -- Go's name of the type: payment is OperationTypePayment.
    'OperationType'
    || array_to_string(list_transform(string_split(type_string, '_'), lambda word: upper(word[1]) || word[2:]), '')
        as type_string,
    operations.closed_at as created_at,
    transaction_successful,
    nullif(operation_result_code, '') as operation_result_code,
    nullif(operation_trace_code, '') as operation_trace_code,
    cast(operations.ledger_sequence // 10000 * 10000 as bigint) as ledger_range,
    source_account_muxed,
    case when type not in (0, 3, 4, 8, 12) then asset end as asset,
    case
        when type = 14 and asset = 'native' then 'native'
        when type = 14 then if(strpos(asset, ':') <= 5, 'credit_alphanum4', 'credit_alphanum12')
        else details_json ->> '$.asset_type'
    end as asset_type,
    case
        when type = 14 then nullif(split_part(asset, ':', 1), 'native') else details_json ->> '$.asset_code'
    end as asset_code,
    case
        when type = 14 then nullif(split_part(asset, ':', 2), '') else details_json ->> '$.asset_issuer'
    end as asset_issuer,
    case
        when (details_json ->> '$.source_asset_type') = 'native' then 'native'
        else (details_json ->> '$.source_asset_code') || ':' || (details_json ->> '$.source_asset_issuer')
    end as source_asset,
    details_json ->> '$.source_asset_type' as source_asset_type,
    details_json ->> '$.source_asset_code' as source_asset_code,
    details_json ->> '$.source_asset_issuer' as source_asset_issuer,
    case type
        when 22 then cast(details.reserve_a_max_amount * 10000000 as bigint)
        when 23 then cast(details.shares * 10000000 as bigint)
        else amount_stroops
    end as amount,
    source_amount_stroops as source_amount,
    cast(cast(details_json ->> '$.destination_min' as decimal(19, 7)) * 10000000 as bigint) as destination_min,
    case when type = 0 then amount_stroops end as starting_balance,
    coalesce(
        destination,
        case when type in (7, 21) then details_json ->> '$.trustor' when type = 19 then details_json ->> '$.from' end
    ) as destination,
    case when type = 6 then cast(details.limit * 10000000 as bigint) end as trustline_limit,
    details_json ->> '$.trustor' as trustor,
    details.authorize as authorize,
    details.authorize_to_maintain_liabilities as authorize_to_maintain_liabilities,
    case
        when type = 21
            then cast(list_sum(cast(json_extract(details_json, '$.set_flags') as integer [])) as integer)
    end as trust_line_flags,
    details_json ->> '$.balance_id' as balance_id,
    cast(json_array_length(details_json, '$.claimants') as integer) as claimants_count,
    details_json ->> '$.sponsored_id' as sponsored_id,
    cast(details_json ->> '$.offer_id' as bigint) as offer_id,
    (details_json ->> '$.price_r.n') || '/' || (details_json ->> '$.price_r.d') as price,
    details_json ->> '$.price_r' as price_r,
    case
        when (details_json ->> '$.buying_asset_type') = 'native' then 'native'
        else (details_json ->> '$.buying_asset_code') || ':' || (details_json ->> '$.buying_asset_issuer')
    end as buying_asset,
    details_json ->> '$.buying_asset_type' as buying_asset_type,
    details_json ->> '$.buying_asset_code' as buying_asset_code,
    details_json ->> '$.buying_asset_issuer' as buying_asset_issuer,
    case
        when (details_json ->> '$.selling_asset_type') = 'native' then 'native'
        else (details_json ->> '$.selling_asset_code') || ':' || (details_json ->> '$.selling_asset_issuer')
    end as selling_asset,
    details_json ->> '$.selling_asset_type' as selling_asset_type,
    details_json ->> '$.selling_asset_code' as selling_asset_code,
    details_json ->> '$.selling_asset_issuer' as selling_asset_issuer,
    case when type = 24 then details_json ->> '$.function' end as soroban_operation,
    soroban_function,
    soroban_contract_id,
    cast(null as boolean) as soroban_auth_required,
    cast(details_json ->> '$.bump_to' as bigint) as bump_to,
    cast(list_sum(cast(json_extract(details_json, '$.set_flags') as integer [])) as integer) as set_flags,
    cast(list_sum(cast(json_extract(details_json, '$.clear_flags') as integer [])) as integer) as clear_flags,
    details_json ->> '$.home_domain' as home_domain,
    cast(details_json ->> '$.master_key_weight' as integer) as master_weight,
    cast(details_json ->> '$.low_threshold' as integer) as low_threshold,
    cast(details_json ->> '$.med_threshold' as integer) as medium_threshold,
    cast(details_json ->> '$.high_threshold' as integer) as high_threshold,
    case when type = 10 then details_json ->> '$.name' end as data_name,
    case when type = 10 then details_json ->> '$.value' end as data_value,
    cast(null as varchar) as era_id,
    cast(null as varchar) as version_label,
    cast(transaction_id >> 12 & 1048575 as integer) as transaction_index,
    cast(soroban_arguments_json as varchar) as soroban_arguments_json,
    cast(contract_calls_json as varchar) as contract_calls_json,
    cast(to_json(contracts_involved) as varchar) as contracts_involved,
    max_call_depth,
    transaction_id,
    id as operation_id
from bronze.history_operations as operations
left join bronze.operation_calls on operation_id = id
