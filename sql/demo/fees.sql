-- One row per slice of the loaded ledgers, sixty at most: stroops that its classic transactions paid for an operation.
with
fees as (
    select
        ledger_sequence,
        closed_at,
        operation_count + (inner_transaction_hash is not null)::integer as paid_operations,
        fee_charged / paid_operations as fee_per_operation
    from history_transactions
    where coalesce(resource_fee, 0) = 0
),

span as (
    select
        min(sequence) as first_ledger,
        ceil((max(sequence) - min(sequence) + 1) / 60)::integer as ledgers
    from history_ledgers
),

final as (
    select
        min(ledger_sequence) as ledger_sequence,
        min(closed_at) as closed_at,
        min(fee_per_operation) as least_fee,
        median(fee_per_operation) as median_fee,
        quantile_cont(fee_per_operation, 0.9) as high_fee,
        sum(paid_operations)::double / count(distinct ledger_sequence) as operations
    from fees, span
    group by (ledger_sequence - first_ledger) // ledgers
)

select * from final
order by ledger_sequence
