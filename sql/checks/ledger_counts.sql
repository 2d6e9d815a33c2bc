-- What ledgers, transactions and their results count is as many rows as there are.
with transactions as (
    select
        ledger_sequence,
        count(*) filter (successful) as successful,
        count(*) filter (not successful) as failed,
        sum(operation_count) filter (successful) as operations,
        sum(operation_count) as set_operations,
        sum(fee_charged) as fees
    from bronze.history_transactions_raw_v1
    group by ledger_sequence
),

operations as (
    select
        ledger_sequence,
        count(*) filter (transaction_successful) as successful,
        count(*) as total,
        count(*) filter (type between 24 and 26) as soroban
    from bronze.history_operations_raw_v1
    group by ledger_sequence
),

events as (
    select
        ledger_sequence,
        count(*) as total
    from bronze.history_contract_events_raw_v1
    where event_kind = 'operation'
    group by ledger_sequence
),

evictions as (
    select
        ledger_sequence,
        count(*) as total
    from bronze.evicted_keys_raw_v1
    group by ledger_sequence
),

ledger_facts as (
    select
        sequence as ledger_sequence,
        'ledger ' || sequence as entity,
        unnest([
            {'fact': 'transaction_count', 'expected': transaction_count, 'found': transactions.successful},
            {
                'fact': 'successful_transaction_count',
                'expected': successful_transaction_count,
                'found': transactions.successful
            },
            {'fact': 'failed_transaction_count', 'expected': failed_transaction_count, 'found': transactions.failed},
            {'fact': 'operation_count', 'expected': operation_count, 'found': operations.successful},
            {'fact': 'tx_set_operation_count', 'expected': tx_set_operation_count, 'found': operations.total},
            {'fact': 'soroban_op_count', 'expected': soroban_op_count, 'found': operations.soroban},
            {'fact': 'contract_events_count', 'expected': contract_events_count, 'found': events.total},
            {'fact': 'evicted_keys_count', 'expected': evicted_keys_count, 'found': evictions.total}
        ], recursive := true)
    from bronze.history_ledgers_raw_v1
    left join transactions on transactions.ledger_sequence = sequence
    left join operations on operations.ledger_sequence = sequence
    left join events on events.ledger_sequence = sequence
    left join evictions on evictions.ledger_sequence = sequence
),

rows_of_transactions as (
    select
        transaction_id,
        count(*) as total
    from bronze.history_operations_raw_v1
    group by transaction_id
),

transaction_facts as (
    select
        ledger_sequence,
        'transaction ' || id as entity,
        'operation_count' as fact,
        operation_count as expected,
        total as found
    from bronze.history_transactions_raw_v1
    left join rows_of_transactions on transaction_id = id
),

facts as (
    select *
    from ledger_facts
    union all
    select *
    from transaction_facts
)

select
    ledger_sequence,
    entity,
    fact,
    cast(expected as varchar) as expected,
    cast(coalesce(found, 0) as varchar) as found,
    'broken' as status
from facts
where expected != coalesce(found, 0)
