-- One row per transaction in words: what it did, or why and where it failed; key transaction_hash.
with operations as (
    select
        ledger_sequence,
        transaction_id,
        transaction_hash,
        arg_min(action, operation_index) as first_action,
        min(operation_index) filter (outcome = 'failed') as failed_index,
        arg_min(action, operation_index) filter (outcome = 'failed') as failed_action,
        arg_min(reason, operation_index) filter (outcome = 'failed') as failed_reason
    from semantic.explained_operations
    group by ledger_sequence, transaction_id, transaction_hash
),

parts as (
    select
        transactions.*,
        first_action,
        failed_index,
        failed_action,
        failed_reason,
        if(operation_count > 1, ' and ' || (operation_count - 1) || ' more ' || if(operation_count = 2, 'operation', 'operations'), '') as others,
        semantic.transaction_failure(
            string_split(coalesce(nullif(inner_transaction_result_code, ''), transaction_result_code), 'ResultCode')[2],
            semantic.short_address(account)
        ) as failure
    from bronze.history_transactions_raw_v1 as transactions
    left join operations
        on operations.ledger_sequence = transactions.ledger_sequence
        and operations.transaction_id = transactions.id
        and operations.transaction_hash = transactions.transaction_hash
)

select
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
    transaction_hash,
    inner_transaction_hash,
    id as transaction_id,
    ledger_sequence,
    closed_at,
    successful,
    operation_count,
    -- failed_operation_index: Position of the first operation that failed, from 0; null if none failed.
    case when not successful then failed_index end as failed_operation_index,
    -- reason: Why the transaction failed; null if it succeeded.
    case when not successful then coalesce(failed_reason, failure) end as reason,
    -- sentence: What the transaction did or tried, and why it failed, in one sentence.
    case
        when successful and first_action is null then 'A transaction without operations'
        when successful then upper(left(first_action, 1)) || substr(first_action, 2) || others
        when failed_index is null
            then 'Failed before its operations: ' || failure || coalesce(' (' || first_action || others || ')', '')
        when operation_count = 1 then 'Failed: ' || failed_action || ': ' || failed_reason
        else 'Failed at operation ' || (failed_index + 1) || ' of ' || operation_count || ': ' || failed_action || ': ' || failed_reason
    end
    || coalesce('; fee bump by ' || semantic.short_address(nullif(fee_account, '')), '') as sentence
from parts
