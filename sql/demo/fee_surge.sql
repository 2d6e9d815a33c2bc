-- One row for quiet ledgers and one for ledgers in surge, where even the cheapest classic operation paid more than the base fee.
with
fees as (
    select
        ledger_sequence,
        fee_charged,
        operation_count + (inner_transaction_hash is not null)::integer as paid_operations,
        fee_charged / paid_operations as fee_per_operation
    from history_transactions
    where coalesce(resource_fee, 0) = 0
),

ledgers as (
    select
        sequence,
        any_value(base_fee) as base_fee,
        any_value(max_tx_set_size) as room,
        sum(paid_operations) as paid_operations,
        min(fee_per_operation) as least_fee,
        median(fee_per_operation) as median_fee,
        max(fee_per_operation) as most_fee,
        sum(fee_charged) as fees
    from history_ledgers
    inner join fees on ledger_sequence = sequence
    group by sequence
),

final as (
    select
        if(least_fee > base_fee, 'in surge', 'quiet') as ledgers_that_were,
        count(*) as ledgers,
        avg(paid_operations)::decimal(18, 1) as operations_each,
        max(room) as room_each,
        min(least_fee)::decimal(18, 1) as least_fee,
        median(median_fee)::decimal(18, 1) as median_fee,
        max(most_fee)::decimal(18, 1) as most_fee,
        sum(fees)::decimal(18, 0) * 0.0000001::decimal(8, 7) as fees_xlm
    from ledgers
    group by ledgers_that_were
)

select * from final
order by ledgers_that_were desc
