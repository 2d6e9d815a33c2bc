-- One row per operation of every transaction, in words, and why it failed; key operation_id.
-- What a contract says of its failure is the first error among the diagnostic events, where the ledger files have these.
with errors as (
    select
        ledger_sequence,
        transaction_id,
        transaction_hash,
        arg_min(data_decoded, event_index) as data,
        arg_min(topics_decoded, event_index) as topics
    from bronze.history_contract_events_raw_v1
    where event_kind = 'diagnostic' and topic0 = 'error'
    group by ledger_sequence, transaction_id, transaction_hash
),

parts as (
    select
        operations.*,
        coalesce(
            string_split(operation_trace_code, 'ResultCode')[2], string_split(operation_result_code, 'ResultCode')[2]
        ) as code,
        semantic.short_address(operations.source_account) as source,
        semantic.short_address(coalesce(destination, trustor, sponsored_id, details_from)) as party,
        case when type in (0, 8) then 'XLM' else semantic.asset_name(asset_type, asset_code) end as asset,
        semantic.asset_name(source_asset_type, source_asset_code) as source_asset,
        semantic.asset_name(selling_asset_type, selling_asset_code) as selling,
        semantic.asset_name(buying_asset_type, buying_asset_code) as buying,
        rtrim(rtrim(cast(bronze.price(cast(price_n as bigint), cast(price_d as bigint)) as varchar), '0'), '.') as price,
        case
            when type in (3, 12) then amount_stroops = 0
            when type = 6 then limit_stroops = 0
            when type = 10 then other_details_json ->> '$.value' is null
        end as is_ended,
        case
            when type = 10 then other_details_json ->> '$.name'
            when type = 11 then other_details_json ->> '$.bump_to'
            when type in (15, 20) then semantic.short_address(balance_id_strkey)
            when type in (22, 23) then semantic.short_address(liquidity_pool_id_strkey)
            when type = 24 then other_details_json ->> '$.type'
        end as target,
        case
            when errors.data ->> '$.vec[0].string' = 'failing with contract error'
                then 'contract error ' || (errors.data ->> '$.vec[1].u32')
            else coalesce(errors.data ->> '$.vec[0].string', errors.data ->> '$.string')
                || coalesce(
                    ' ' || semantic.short_address(errors.data ->> '$.vec[1].address'),
                    ' ' || (errors.data ->> '$.vec[1].symbol'),
                    ''
                )
                || coalesce(' (contract error ' || (errors.topics ->> '$[1].error.contract') || ')', '')
        end as told
    from bronze.history_operations_raw_v1 as operations
    left join errors
        on errors.ledger_sequence = operations.ledger_sequence
        and errors.transaction_id = operations.transaction_id
        and errors.transaction_hash = operations.transaction_hash
),

amounts as (
    select
        *,
        case
            when type in (3, 4) then semantic.money(amount_stroops, selling)
            when type = 12 then semantic.money(amount_stroops, buying)
            when type = 6 then semantic.money(limit_stroops, asset)
            when type = 8 and amount_stroops is null then null
            when type = 23 then semantic.money(shares_stroops, 'pool shares')
            else semantic.money(amount_stroops, asset)
        end as money,
        case
            when type = 2 and not transaction_successful then semantic.money(source_max_stroops, source_asset)
            when type in (2, 13) then semantic.money(source_amount_stroops, source_asset)
        end as gives,
        case
            when type = 13 and not transaction_successful then semantic.money(destination_min_stroops, asset)
            when type in (2, 13) then semantic.money(amount_stroops, asset)
        end as gets,
        case when type in (2, 13) then source_asset when type = 12 then selling else asset end as given
    from parts
),

phrases as (
    select
        *,
        coalesce(
            semantic.action_phrase(
                type, source, party, money,
                if(type = 2 and not transaction_successful, 'up to ', '') || gives,
                if(type = 13 and not transaction_successful, 'at least ', '') || gets,
                asset, selling, buying, price, offer_id, is_ended, target, function_name, semantic.short_address(contract_id)
            ),
            replace(type_string, '_', ' ') || ' by ' || source
        ) as action,
        coalesce(
            semantic.operation_failure(
                code, source, party, money, gives, gets, given, asset, selling, buying, offer_id, target, told
            ),
            code
        ) as failure,
        case
            when transaction_successful then 'applied'
            when operation_result_code = '' then 'not_run'
            when code like '%Success' then 'undone'
            else 'failed'
        end as outcome
    from amounts
)

select
    id as operation_id,
    ledger_sequence,
    closed_at,
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
    transaction_hash,
    transaction_id,
    operation_index,
    -- type: Type code of the operation, 0 to 26.
    type,
    -- type_string: Name of the operation type, such as payment.
    type_string,
    source_account,
    -- outcome: applied, failed, undone (succeeded, but another operation failed) or not_run (the transaction failed before its operations).
    outcome,
    -- action: What the operation does or tries, as a noun phrase such as "payment of 5 XLM from GA5Z...KZVN to GBX2...7QLM".
    action,
    -- reason: Why the operation failed, such as "too few offers for 50.5453868 HELIX"; null unless outcome is failed.
    case when outcome = 'failed' then failure end as reason,
    -- sentence: Outcome, action and reason of the operation in one sentence.
    case outcome
        when 'applied' then upper(left(action, 1)) || substr(action, 2)
        when 'failed' then 'Failed: ' || action || ': ' || failure
        when 'undone' then 'Undone: ' || action
        else 'Not run: ' || action
    end as sentence
from phrases
