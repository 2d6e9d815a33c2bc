-- One row per operation of every transaction, with the names of Obsrvr's lake; key transaction_hash, operation_index.
-- Amounts are stroops. Of a path payment `amount` is what arrives and `source_amount` what is given.
select
    transaction_hash,
    operation_index,
    cast(operations.ledger_sequence as bigint) as ledger_sequence,
    source_account,
    type,
    -- type_string: Go's name of the operation type, such as OperationTypePayment.
    'OperationType'
    || array_to_string(list_transform(string_split(type_string, '_'), lambda word : upper(left(word, 1)) || substr(word, 2)), '')
        as type_string,
    operations.closed_at as created_at,
    transaction_successful,
    nullif(operation_result_code, '') as operation_result_code,
    nullif(operation_trace_code, '') as operation_trace_code,
    cast(operations.ledger_sequence // 10000 * 10000 as bigint) as ledger_range,
    source_account_muxed,
    -- asset: Asset that the operation is about: native or CODE:ISSUER; null for offers, merges and account creations.
    case when asset_type is not null then operation_asset end as asset,
    -- asset_type: native, credit_alphanum4, credit_alphanum12 or liquidity_pool_shares.
    asset_type,
    asset_code,
    asset_issuer,
    -- source_asset: Asset given by a path payment: native or CODE:ISSUER.
    bronze.asset_key(source_asset_type, source_asset_code, source_asset_issuer) as source_asset,
    source_asset_type,
    source_asset_code,
    source_asset_issuer,
    -- amount [stroops]: Amount created, paid, offered, locked, clawed back or merged; for a path payment what arrives, for a deposit the most of reserve A, for a withdrawal the shares.
    case type
        when 22 then reserve_a_max_amount_stroops
        when 23 then shares_stroops
        else amount_stroops
    end as amount,
    source_amount_stroops as source_amount,
    -- destination_min [stroops]: Least amount that must arrive with a strict send path payment.
    destination_min_stroops as destination_min,
    -- starting_balance [stroops]: Lumens that the created account gets.
    case when type = 0 then amount_stroops end as starting_balance,
    -- destination: Account that is created, paid or merged into, whose trust line changes, or whose balance is clawed back.
    coalesce(destination, trustor, case when type = 19 then details_from end) as destination,
    -- trustline_limit [stroops]: Limit of the trust line; 0 removes it.
    limit_stroops as trustline_limit,
    -- trustor: Account whose trust line the operation changes.
    case when type = 6 then source_account else trustor end as trustor,
    -- authorize: Whether allow_trust authorizes the trust line.
    case when type = 7 then cast(other_details_json ->> '$.authorize' as boolean) end as authorize,
    -- authorize_to_maintain_liabilities: Whether allow_trust lets the trust line keep its offers, but no more.
    case
        when type = 7 then cast(other_details_json ->> '$.authorize_to_maintain_liabilities' as boolean)
    end as authorize_to_maintain_liabilities,
    -- trust_line_flags: Sum of the flags that set_trust_line_flags sets.
    case
        when type = 21
            then cast(list_sum(cast(json_extract(other_details_json, '$.set_flags') as integer [])) as integer)
    end as trust_line_flags,
    -- balance_id [hex]: Id of the claimable balance with the four bytes of its type.
    balance_id,
    -- claimants_count: Number of claimants of the claimable balance that is created.
    case when type = 14 then cast(json_array_length(other_details_json, '$.claimants') as integer) end as claimants_count,
    -- sponsored_id: Account whose future reserves the source pays.
    sponsored_id,
    -- offer_id: Offer that is changed or removed; 0 creates a new one.
    offer_id,
    -- price: Price of the offer, as a fraction n/d.
    price_n || '/' || price_d as price,
    -- price_r [JSON]: Price of the offer, as {"n", "d"}.
    '{"n":' || price_n || ',"d":' || price_d || '}' as price_r,
    -- buying_asset: Asset bought: native or CODE:ISSUER.
    bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_asset,
    buying_asset_type,
    buying_asset_code,
    buying_asset_issuer,
    -- selling_asset: Asset sold: native or CODE:ISSUER.
    bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_asset,
    selling_asset_type,
    selling_asset_code,
    selling_asset_issuer,
    -- soroban_operation: Type of the host function, by its Go name.
    host_function as soroban_operation,
    -- soroban_function: Contract function that the operation calls.
    function_name as soroban_function,
    -- soroban_contract_id: Contract that the operation calls, else the first contract of the footprint.
    contract_id as soroban_contract_id,
    -- soroban_auth_required: Always null; a column of Obsrvr that is not filled here.
    cast(null as boolean) as soroban_auth_required,
    -- bump_to: Sequence number that bump_sequence wants.
    case when type = 11 then cast(other_details_json ->> '$.bump_to' as bigint) end as bump_to,
    -- set_flags: Sum of the account or trust line flags that the operation sets.
    case
        when type in (5, 21) then cast(list_sum(cast(json_extract(other_details_json, '$.set_flags') as integer [])) as integer)
    end as set_flags,
    -- clear_flags: Sum of the account or trust line flags that the operation clears.
    case
        when type in (5, 21) then cast(list_sum(cast(json_extract(other_details_json, '$.clear_flags') as integer [])) as integer)
    end as clear_flags,
    -- home_domain: Home domain that set_options sets.
    case when type = 5 then other_details_json ->> '$.home_domain' end as home_domain,
    -- master_weight: Weight of the account's own key that set_options sets.
    case when type = 5 then cast(other_details_json ->> '$.master_key_weight' as bigint) end as master_weight,
    -- low_threshold: Weight for low-threshold operations that set_options sets.
    case when type = 5 then cast(other_details_json ->> '$.low_threshold' as bigint) end as low_threshold,
    -- medium_threshold: Weight for medium-threshold operations that set_options sets.
    case when type = 5 then cast(other_details_json ->> '$.med_threshold' as bigint) end as medium_threshold,
    -- high_threshold: Weight for high-threshold operations that set_options sets.
    case when type = 5 then cast(other_details_json ->> '$.high_threshold' as bigint) end as high_threshold,
    -- data_name: Name of the data entry that manage_data writes or removes.
    case when type = 10 then other_details_json ->> '$.name' end as data_name,
    -- data_value [base64]: Value of the data entry that manage_data writes; null if it removes the entry.
    case when type = 10 then other_details_json ->> '$.value' end as data_value,
    cast(null as varchar) as era_id,
    cast(null as varchar) as version_label,
    -- transaction_index: Position of the transaction in its ledger, from 1.
    cast(transaction_id >> 12 & 1048575 as integer) as transaction_index,
    -- soroban_arguments_json [JSON]: Arguments of the call in SEP-51 JSON.
    case
        when function_name is not null
            then cast(bronze.json_array(bronze.json_list(other_details_json, '$.parameters_json_decoded')[3:]) as varchar)
    end as soroban_arguments_json,
    cast(calls.contract_calls_json as varchar) as contract_calls_json,
    cast(to_json(calls.contracts_involved) as varchar) as contracts_involved,
    calls.max_call_depth,
    transaction_id,
    id as operation_id,
    operation_asset as asset_key,
    bronze.asset_key(source_asset_type, source_asset_code, source_asset_issuer) as source_asset_key,
    bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_asset_key,
    bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_asset_key,
    bronze.asset_key(reserve_a_asset_type, reserve_a_asset_code, reserve_a_asset_issuer) as reserve_a_asset_key,
    bronze.asset_key(reserve_b_asset_type, reserve_b_asset_code, reserve_b_asset_issuer) as reserve_b_asset_key
from bronze.history_operations_raw_v1 as operations
-- Both casts are those of the column, so that a filter of it reaches the calls.
-- At most one row each: left out if a query names none of its columns.
left join bronze.operation_calls as calls
    on calls.operation_id = operations.id
    and cast(calls.ledger_sequence as bigint) = cast(operations.ledger_sequence as bigint)
