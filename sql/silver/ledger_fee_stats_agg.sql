-- One row per ledger with transactions: what they paid, classic ones and those of Soroban apart; key ledger_sequence.
-- As Hubble's model of the name: a transaction is of Soroban when it declares a resource fee; a fee bump counts as one operation more.
-- A transaction pays for a surge when its inclusion fee is over 100 stroops an operation. Of a kind without transactions extremes are null.
with transactions as (
    select
        *,
        operation_count + if(new_max_fee is null, 0, 1) as operations,
        coalesce(new_max_fee, max_fee) as bid,
        coalesce(resource_fee, 0) > 0 as is_soroban
    from bronze.history_transactions_raw_v1
),

paid as (
    select
        *,
        if(is_soroban, inclusion_fee_charged, fee_charged) as inclusion_fee,
        inclusion_fee > operations * 100 as is_surge
    from transactions
),

sums as (
    select
        ledger_sequence,
        cast(any_value(closed_at) as date) as day_agg,
        cast(sum(fee_charged) as bigint) as total_fee_charged,
        max(fee_charged) as max_fee_charged,
        count(*) as txn_count,
        count_if(not successful) as failed_txn_count,
        cast(sum(operations) as bigint) as total_effective_txn_operation_count,
        cast(sum(operation_count) as bigint) as total_raw_txn_operation_count,
        count(*) filter (not is_soroban) as classic_txn_count,
        count(*) filter (not is_soroban and not successful) as classic_failed_txn_count,
        cast(coalesce(sum(operations) filter (not is_soroban), 0) as bigint) as classic_total_effective_operation_count,
        cast(coalesce(sum(operation_count) filter (not is_soroban), 0) as bigint) as classic_total_raw_operation_count,
        cast(coalesce(sum(fee_charged) filter (not is_soroban), 0) as bigint) as classic_sum_fee_charged,
        max(fee_charged) filter (not is_soroban) as classic_max_fee_charged,
        coalesce(sum(bid) filter (not is_soroban), 0) as classic_sum_max_fee,
        max(bid) filter (not is_soroban) as classic_max_max_fee,
        max(inclusion_fee / nullif(operations, 0)) filter (not is_soroban) as classic_max_inclusion_fee_per_op,
        min(inclusion_fee / nullif(operations, 0)) filter (not is_soroban) as classic_min_inclusion_fee_per_op,
        count(*) filter (not is_soroban and is_surge) as classic_surge_txn_count,
        cast(coalesce(sum(operations) filter (not is_soroban and is_surge), 0) as bigint) as classic_surge_operation_count,
        classic_surge_txn_count > 0 as classic_is_surge_ledger,
        count(*) filter (is_soroban) as soroban_txn_count,
        count(*) filter (is_soroban and not successful) as soroban_failed_txn_count,
        cast(coalesce(sum(operations) filter (is_soroban), 0) as bigint) as soroban_total_effective_operation_count,
        cast(coalesce(sum(operation_count) filter (is_soroban), 0) as bigint) as soroban_total_raw_operation_count,
        cast(coalesce(sum(fee_charged) filter (is_soroban), 0) as bigint) as soroban_sum_fee_charged,
        max(fee_charged) filter (is_soroban) as soroban_max_fee_charged,
        cast(coalesce(sum(inclusion_fee) filter (is_soroban), 0) as bigint) as soroban_sum_inclusion_fee_charged,
        max(inclusion_fee) filter (is_soroban) as soroban_max_inclusion_fee_charged,
        coalesce(sum(inclusion_fee_bid) filter (is_soroban), 0) as soroban_sum_inclusion_fee_bid,
        max(inclusion_fee_bid) filter (is_soroban) as soroban_max_inclusion_fee_bid,
        max(inclusion_fee / nullif(operations, 0)) filter (is_soroban) as soroban_max_inclusion_fee_per_op,
        min(inclusion_fee / nullif(operations, 0)) filter (is_soroban) as soroban_min_inclusion_fee_per_op,
        coalesce(sum(resource_fee) filter (is_soroban), 0) as soroban_sum_resource_fee,
        max(resource_fee) filter (is_soroban) as soroban_max_resource_fee,
        min(resource_fee) filter (is_soroban) as soroban_min_resource_fee,
        coalesce(sum(non_refundable_resource_fee_charged) filter (is_soroban), 0) as soroban_sum_non_refundable_resource_fee_charged,
        max(non_refundable_resource_fee_charged) filter (is_soroban) as soroban_max_non_refundable_resource_fee_charged,
        min(non_refundable_resource_fee_charged) filter (is_soroban) as soroban_min_non_refundable_resource_fee_charged,
        coalesce(sum(refundable_resource_fee_charged) filter (is_soroban), 0) as soroban_sum_refundable_resource_fee_charged,
        max(refundable_resource_fee_charged) filter (is_soroban) as soroban_max_refundable_resource_fee_charged,
        min(refundable_resource_fee_charged) filter (is_soroban) as soroban_min_refundable_resource_fee_charged,
        coalesce(sum(resource_fee_refund) filter (is_soroban), 0) as soroban_sum_resource_fee_refund,
        max(resource_fee_refund) filter (is_soroban) as soroban_max_resource_fee_refund,
        min(resource_fee_refund) filter (is_soroban) as soroban_min_resource_fee_refund,
        coalesce(sum(rent_fee_charged) filter (is_soroban), 0) as soroban_sum_rent_fee_charged,
        max(rent_fee_charged) filter (is_soroban) as soroban_max_rent_fee_charged,
        min(rent_fee_charged) filter (is_soroban) as soroban_min_rent_fee_charged,
        count(*) filter (is_soroban and is_surge) as soroban_surge_txn_count,
        cast(coalesce(sum(operations) filter (is_soroban and is_surge), 0) as bigint) as soroban_surge_operation_count,
        soroban_surge_txn_count > 0 as soroban_is_surge_ledger
    from paid
    group by ledger_sequence
)

select
    -- day_agg [UTC]: Day of the close time of the ledger.
    day_agg,
    -- ledger_sequence: The ledger.
    sums.ledger_sequence,
    -- total_fee_charged [stroops]: Fees charged, after refunds.
    sums.total_fee_charged,
    -- max_fee_charged [stroops]: Highest of them.
    max_fee_charged,
    -- txn_count [transactions]: Transactions, failed ones included.
    txn_count,
    -- failed_txn_count [transactions]: Failed transactions.
    failed_txn_count,
    -- total_effective_txn_operation_count [operations]: Operations, one more for each fee bump.
    total_effective_txn_operation_count,
    -- total_raw_txn_operation_count [operations]: Operations.
    total_raw_txn_operation_count,
    -- classic_txn_count [transactions]: Classic transactions, failed ones included.
    classic_txn_count,
    -- classic_failed_txn_count [transactions]: Failed classic transactions.
    classic_failed_txn_count,
    -- classic_total_effective_operation_count [operations]: Operations of classic transactions, one more for each fee bump.
    classic_total_effective_operation_count,
    -- classic_total_raw_operation_count [operations]: Operations of classic transactions.
    classic_total_raw_operation_count,
    -- classic_sum_fee_charged [stroops]: Fees charged of classic transactions, after refunds.
    classic_sum_fee_charged,
    -- classic_max_fee_charged [stroops]: Highest of them.
    classic_max_fee_charged,
    -- classic_sum_max_fee [stroops]: What classic transactions bid; of a fee bump its own bid.
    classic_sum_max_fee,
    -- classic_max_max_fee [stroops]: Highest of them.
    classic_max_max_fee,
    -- classic_max_inclusion_fee_per_op [stroops]: Highest fee for an operation of a classic transaction.
    classic_max_inclusion_fee_per_op,
    -- classic_min_inclusion_fee_per_op [stroops]: Lowest of them.
    classic_min_inclusion_fee_per_op,
    -- classic_surge_txn_count [transactions]: Classic transactions that paid for a surge.
    classic_surge_txn_count,
    -- classic_surge_operation_count [operations]: Their operations, one more for each fee bump.
    classic_surge_operation_count,
    -- classic_is_surge_ledger: Whether any classic transaction paid for a surge.
    classic_is_surge_ledger,
    -- soroban_txn_count [transactions]: Soroban transactions, failed ones included.
    soroban_txn_count,
    -- soroban_failed_txn_count [transactions]: Failed soroban transactions.
    soroban_failed_txn_count,
    -- soroban_total_effective_operation_count [operations]: Operations of soroban transactions, one more for each fee bump.
    soroban_total_effective_operation_count,
    -- soroban_total_raw_operation_count [operations]: Operations of soroban transactions.
    soroban_total_raw_operation_count,
    -- soroban_sum_fee_charged [stroops]: Fees charged of soroban transactions, after refunds.
    soroban_sum_fee_charged,
    -- soroban_max_fee_charged [stroops]: Highest of them.
    soroban_max_fee_charged,
    -- soroban_sum_inclusion_fee_charged [stroops]: Inclusion fees charged of Soroban transactions.
    soroban_sum_inclusion_fee_charged,
    -- soroban_max_inclusion_fee_charged [stroops]: Highest of them.
    soroban_max_inclusion_fee_charged,
    -- soroban_sum_inclusion_fee_bid [stroops]: Inclusion fees that Soroban transactions bid.
    soroban_sum_inclusion_fee_bid,
    -- soroban_max_inclusion_fee_bid [stroops]: Highest of them.
    soroban_max_inclusion_fee_bid,
    -- soroban_max_inclusion_fee_per_op [stroops]: Highest inclusion fee for an operation of a Soroban transaction.
    soroban_max_inclusion_fee_per_op,
    -- soroban_min_inclusion_fee_per_op [stroops]: Lowest of them.
    soroban_min_inclusion_fee_per_op,
    -- soroban_sum_resource_fee [stroops]: Resource fees that Soroban transactions declare.
    soroban_sum_resource_fee,
    -- soroban_max_resource_fee [stroops]: Highest of them.
    soroban_max_resource_fee,
    -- soroban_min_resource_fee [stroops]: Lowest of them.
    soroban_min_resource_fee,
    -- soroban_sum_non_refundable_resource_fee_charged [stroops]: Resource fees charged for good.
    soroban_sum_non_refundable_resource_fee_charged,
    -- soroban_max_non_refundable_resource_fee_charged [stroops]: Highest of them.
    soroban_max_non_refundable_resource_fee_charged,
    -- soroban_min_non_refundable_resource_fee_charged [stroops]: Lowest of them.
    soroban_min_non_refundable_resource_fee_charged,
    -- soroban_sum_refundable_resource_fee_charged [stroops]: Resource fees charged that could have been refunded.
    soroban_sum_refundable_resource_fee_charged,
    -- soroban_max_refundable_resource_fee_charged [stroops]: Highest of them.
    soroban_max_refundable_resource_fee_charged,
    -- soroban_min_refundable_resource_fee_charged [stroops]: Lowest of them.
    soroban_min_refundable_resource_fee_charged,
    -- soroban_sum_resource_fee_refund [stroops]: Refunds.
    soroban_sum_resource_fee_refund,
    -- soroban_max_resource_fee_refund [stroops]: Highest of them.
    soroban_max_resource_fee_refund,
    -- soroban_min_resource_fee_refund [stroops]: Lowest of them.
    soroban_min_resource_fee_refund,
    -- soroban_sum_rent_fee_charged [stroops]: Rent charged.
    soroban_sum_rent_fee_charged,
    -- soroban_max_rent_fee_charged [stroops]: Highest of them.
    soroban_max_rent_fee_charged,
    -- soroban_min_rent_fee_charged [stroops]: Lowest of them.
    soroban_min_rent_fee_charged,
    -- soroban_surge_txn_count [transactions]: Soroban transactions that paid for a surge.
    soroban_surge_txn_count,
    -- soroban_surge_operation_count [operations]: Their operations, one more for each fee bump.
    soroban_surge_operation_count,
    -- soroban_is_surge_ledger: Whether any Soroban transaction paid for a surge.
    soroban_is_surge_ledger,
    closed_at,
    fee_pool
from sums
inner join bronze.history_ledgers_raw_v1 as ledgers on sequence = sums.ledger_sequence
