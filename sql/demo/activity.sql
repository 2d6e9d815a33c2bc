-- One row per slice of the loaded ledgers, sixty at most: the transactions of its average ledger.
with
span as (
    select
        min(sequence) as first_ledger,
        ceil((max(sequence) - min(sequence) + 1) / 60)::integer as ledgers
    from history_ledgers
),

final as (
    select
        min(sequence) as ledger_sequence,
        min(closed_at) as closed_at,
        avg(successful_transaction_count) as succeeded,
        avg(failed_transaction_count) as failed
    from history_ledgers, span
    group by (sequence - first_ledger) // ledgers
)

select * from final
order by ledger_sequence
