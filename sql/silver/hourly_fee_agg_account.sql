-- One row per hour and account that paid fees in it; key hour_agg, fee_source_account.
-- As Hubble's model of the name: of a fee bump its own account pays; a kind without transactions has null sums.
with transactions as (
    select
        *,
        date_trunc('hour', closed_at) as hour_agg,
        coalesce(fee_account, account) as fee_source_account,
        operation_count + if(new_max_fee is null, 0, 1) as operations,
        coalesce(new_max_fee, max_fee) as bid,
        coalesce(resource_fee > 0, false) as is_soroban
    from bronze.history_transactions_raw_v1
)

select
    -- hour_agg [UTC]: Begin of the hour.
    hour_agg,
    -- fee_source_account: Account that paid.
    fee_source_account,
    -- txn_count [transactions]: Transactions, failed ones included.
    count(*) as txn_count,
    -- failed_txn_count [transactions]: Failed transactions.
    count_if(not successful) as failed_txn_count,
    -- total_fee_charged [stroops]: Fees charged, after refunds.
    cast(sum(fee_charged) as bigint) as total_fee_charged,
    -- total_max_fee [stroops]: What was bid; of a fee bump its own bid.
    sum(bid) as total_max_fee,
    -- fee_efficiency [ratio]: Part of the bids that was charged; null when nothing was bid.
    sum(fee_charged) / nullif(sum(bid), 0) as fee_efficiency,
    -- total_effective_operation_count [operations]: Operations, one more for each fee bump.
    cast(sum(operations) as bigint) as total_effective_operation_count,
    -- total_raw_operation_count [operations]: Operations.
    cast(sum(operation_count) as bigint) as total_raw_operation_count,
    -- classic_txn_count [transactions]: Classic transactions, failed ones included.
    count(*) filter (not is_soroban) as classic_txn_count,
    -- classic_failed_txn_count [transactions]: Failed ones of them.
    count(*) filter (not is_soroban and not successful) as classic_failed_txn_count,
    -- classic_total_fee_charged [stroops]: Fees charged of classic transactions, after refunds.
    cast(sum(fee_charged) filter (not is_soroban) as bigint) as classic_total_fee_charged,
    -- classic_total_max_fee [stroops]: What classic transactions bid; of a fee bump its own bid.
    sum(bid) filter (not is_soroban) as classic_total_max_fee,
    -- classic_total_effective_operation_count [operations]: Operations, one more for each fee bump.
    cast(sum(operations) filter (not is_soroban) as bigint) as classic_total_effective_operation_count,
    -- classic_surge_txn_count [transactions]: Transactions that paid more than 100 stroops an operation to be included.
    count(*) filter (not is_soroban and fee_charged > operations * 100) as classic_surge_txn_count,
    -- soroban_txn_count [transactions]: Soroban transactions, failed ones included.
    count(*) filter (is_soroban) as soroban_txn_count,
    -- soroban_failed_txn_count [transactions]: Failed ones of them.
    count(*) filter (is_soroban and not successful) as soroban_failed_txn_count,
    -- soroban_total_fee_charged [stroops]: Fees charged of Soroban transactions, after refunds.
    cast(sum(fee_charged) filter (is_soroban) as bigint) as soroban_total_fee_charged,
    -- soroban_total_inclusion_fee_charged [stroops]: Inclusion fees charged.
    sum(inclusion_fee_charged) filter (is_soroban) as soroban_total_inclusion_fee_charged,
    -- soroban_total_inclusion_fee_bid [stroops]: Inclusion fees that were bid.
    sum(inclusion_fee_bid) filter (is_soroban) as soroban_total_inclusion_fee_bid,
    -- soroban_total_resource_fee [stroops]: Resource fees that were declared.
    sum(resource_fee) filter (is_soroban) as soroban_total_resource_fee,
    -- soroban_total_non_refundable_resource_fee [stroops]: Resource fees charged for good.
    sum(non_refundable_resource_fee_charged) filter (is_soroban) as soroban_total_non_refundable_resource_fee,
    -- soroban_total_refundable_resource_fee [stroops]: Resource fees charged that could have been refunded.
    sum(refundable_resource_fee_charged) filter (is_soroban) as soroban_total_refundable_resource_fee,
    -- soroban_total_rent_fee [stroops]: Rent charged.
    sum(rent_fee_charged) filter (is_soroban) as soroban_total_rent_fee,
    -- soroban_total_resource_fee_refund [stroops]: Refunds.
    sum(resource_fee_refund) filter (is_soroban) as soroban_total_resource_fee_refund,
    -- soroban_total_effective_operation_count [operations]: Operations, one more for each fee bump.
    cast(sum(operations) filter (is_soroban) as bigint) as soroban_total_effective_operation_count,
    -- soroban_surge_txn_count [transactions]: Transactions that paid more than 100 stroops an operation to be included.
    count(*) filter (is_soroban and inclusion_fee_charged > operations * 100) as soroban_surge_txn_count
from transactions
group by
    hour_agg,
    fee_source_account
