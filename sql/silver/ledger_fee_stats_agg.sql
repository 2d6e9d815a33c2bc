-- One row per ledger with transactions: fees of classic and of Soroban transactions; key ledger_sequence.
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
        inclusion_fee_charged as inclusion_fee,
        inclusion_fee > operations * 100 as is_surge
    from transactions
),

kinds as (
    select
        ledger_sequence,
        is_soroban,
        count(*) as txn_count,
        count_if(not successful) as failed_txn_count,
        cast(sum(operations) as bigint) as total_effective_operation_count,
        cast(sum(operation_count) as bigint) as total_raw_operation_count,
        cast(sum(fee_charged) as decimal(38, 0)) as sum_fee_charged,
        max(fee_charged) as max_fee_charged,
        cast(sum(bid) as decimal(38, 0)) as sum_max_fee,
        max(bid) as max_max_fee,
        cast(sum(inclusion_fee) as decimal(38, 0)) as sum_inclusion_fee_charged,
        max(inclusion_fee) as max_inclusion_fee_charged,
        cast(sum(inclusion_fee_bid) as decimal(38, 0)) as sum_inclusion_fee_bid,
        max(inclusion_fee_bid) as max_inclusion_fee_bid,
        max(inclusion_fee / nullif(operations, 0)) as max_inclusion_fee_per_op,
        min(inclusion_fee / nullif(operations, 0)) as min_inclusion_fee_per_op,
        cast(sum(resource_fee) as decimal(38, 0)) as sum_resource_fee,
        max(resource_fee) as max_resource_fee,
        min(resource_fee) as min_resource_fee,
        cast(sum(non_refundable_resource_fee_charged) as decimal(38, 0)) as sum_non_refundable_resource_fee_charged,
        max(non_refundable_resource_fee_charged) as max_non_refundable_resource_fee_charged,
        min(non_refundable_resource_fee_charged) as min_non_refundable_resource_fee_charged,
        cast(sum(refundable_resource_fee_charged) as decimal(38, 0)) as sum_refundable_resource_fee_charged,
        max(refundable_resource_fee_charged) as max_refundable_resource_fee_charged,
        min(refundable_resource_fee_charged) as min_refundable_resource_fee_charged,
        cast(sum(resource_fee_refund) as decimal(38, 0)) as sum_resource_fee_refund,
        max(resource_fee_refund) as max_resource_fee_refund,
        min(resource_fee_refund) as min_resource_fee_refund,
        cast(sum(rent_fee_charged) as decimal(38, 0)) as sum_rent_fee_charged,
        max(rent_fee_charged) as max_rent_fee_charged,
        min(rent_fee_charged) as min_rent_fee_charged,
        count_if(is_surge) as surge_txn_count,
        cast(sum(if(is_surge, operations, 0)) as bigint) as surge_operation_count
    from paid
    group by
        ledger_sequence,
        is_soroban
),

classic as (
    from kinds
    where not is_soroban
),

soroban as (
    from kinds
    where is_soroban
)

select
    -- day_agg [UTC]: Day of the ledger's close time.
    cast(closed_at as date) as day_agg,
    -- ledger_sequence: Sequence number of the ledger.
    sequence as ledger_sequence,
    -- total_fee_charged [stroops]: Fees that all transactions paid, after refunds.
    coalesce(classic.sum_fee_charged, 0) + coalesce(soroban.sum_fee_charged, 0) as total_fee_charged,
    -- max_fee_charged [stroops]: Highest fee that a transaction paid, after refunds.
    greatest(classic.max_fee_charged, soroban.max_fee_charged) as max_fee_charged,
    -- txn_count [transactions]: Transactions, failed ones included.
    coalesce(classic.txn_count, 0) + coalesce(soroban.txn_count, 0) as txn_count,
    -- failed_txn_count [transactions]: Failed transactions.
    coalesce(classic.failed_txn_count, 0) + coalesce(soroban.failed_txn_count, 0) as failed_txn_count,
    -- total_effective_txn_operation_count [operations]: Operations of all transactions; a fee bump counts as one more.
    coalesce(classic.total_effective_operation_count, 0) + coalesce(soroban.total_effective_operation_count, 0) as total_effective_txn_operation_count,
    -- total_raw_txn_operation_count [operations]: Operations of all transactions.
    coalesce(classic.total_raw_operation_count, 0) + coalesce(soroban.total_raw_operation_count, 0) as total_raw_txn_operation_count,
    -- classic_txn_count [transactions]: Classic transactions, failed ones included.
    coalesce(classic.txn_count, 0) as classic_txn_count,
    -- classic_failed_txn_count [transactions]: Failed classic transactions.
    coalesce(classic.failed_txn_count, 0) as classic_failed_txn_count,
    -- classic_total_effective_operation_count [operations]: Operations of classic transactions; a fee bump counts as one more.
    coalesce(classic.total_effective_operation_count, 0) as classic_total_effective_operation_count,
    -- classic_total_raw_operation_count [operations]: Operations of classic transactions.
    coalesce(classic.total_raw_operation_count, 0) as classic_total_raw_operation_count,
    -- classic_sum_fee_charged [stroops]: Fees that classic transactions paid, after refunds.
    coalesce(classic.sum_fee_charged, 0) as classic_sum_fee_charged,
    -- classic_max_fee_charged [stroops]: Highest fee that a classic transaction paid, after refunds.
    classic.max_fee_charged as classic_max_fee_charged,
    -- classic_sum_max_fee [stroops]: Maximum fees that classic transactions bid; for a fee bump, the outer bid.
    coalesce(classic.sum_max_fee, 0) as classic_sum_max_fee,
    -- classic_max_max_fee [stroops]: Highest maximum fee that a classic transaction bid; for a fee bump, the outer bid.
    classic.max_max_fee as classic_max_max_fee,
    -- classic_max_inclusion_fee_per_op [stroops]: Highest inclusion fee of a classic transaction per operation; a fee bump counts as one more.
    classic.max_inclusion_fee_per_op as classic_max_inclusion_fee_per_op,
    -- classic_min_inclusion_fee_per_op [stroops]: Lowest inclusion fee of a classic transaction per operation; a fee bump counts as one more.
    classic.min_inclusion_fee_per_op as classic_min_inclusion_fee_per_op,
    -- classic_surge_txn_count [transactions]: Classic transactions that paid a surge fee: over 100 stroops per operation for inclusion.
    coalesce(classic.surge_txn_count, 0) as classic_surge_txn_count,
    -- classic_surge_operation_count [operations]: Operations of the classic transactions that paid a surge fee; a fee bump counts as one more.
    coalesce(classic.surge_operation_count, 0) as classic_surge_operation_count,
    -- classic_is_surge_ledger: Whether a classic transaction paid a surge fee: over 100 stroops per operation for inclusion.
    coalesce(classic.surge_txn_count > 0, false) as classic_is_surge_ledger,
    -- soroban_txn_count [transactions]: Soroban transactions, failed ones included.
    coalesce(soroban.txn_count, 0) as soroban_txn_count,
    -- soroban_failed_txn_count [transactions]: Failed Soroban transactions.
    coalesce(soroban.failed_txn_count, 0) as soroban_failed_txn_count,
    -- soroban_total_effective_operation_count [operations]: Operations of Soroban transactions; a fee bump counts as one more.
    coalesce(soroban.total_effective_operation_count, 0) as soroban_total_effective_operation_count,
    -- soroban_total_raw_operation_count [operations]: Operations of Soroban transactions.
    coalesce(soroban.total_raw_operation_count, 0) as soroban_total_raw_operation_count,
    -- soroban_sum_fee_charged [stroops]: Fees that Soroban transactions paid, after refunds.
    coalesce(soroban.sum_fee_charged, 0) as soroban_sum_fee_charged,
    -- soroban_max_fee_charged [stroops]: Highest fee that a Soroban transaction paid, after refunds.
    soroban.max_fee_charged as soroban_max_fee_charged,
    -- soroban_sum_inclusion_fee_charged [stroops]: Inclusion fees that Soroban transactions paid.
    coalesce(soroban.sum_inclusion_fee_charged, 0) as soroban_sum_inclusion_fee_charged,
    -- soroban_max_inclusion_fee_charged [stroops]: Highest inclusion fee that a Soroban transaction paid.
    soroban.max_inclusion_fee_charged as soroban_max_inclusion_fee_charged,
    -- soroban_sum_inclusion_fee_bid [stroops]: Inclusion fees that Soroban transactions bid.
    coalesce(soroban.sum_inclusion_fee_bid, 0) as soroban_sum_inclusion_fee_bid,
    -- soroban_max_inclusion_fee_bid [stroops]: Highest inclusion fee that a Soroban transaction bid.
    soroban.max_inclusion_fee_bid as soroban_max_inclusion_fee_bid,
    -- soroban_max_inclusion_fee_per_op [stroops]: Highest inclusion fee of a Soroban transaction per operation; a fee bump counts as one more.
    soroban.max_inclusion_fee_per_op as soroban_max_inclusion_fee_per_op,
    -- soroban_min_inclusion_fee_per_op [stroops]: Lowest inclusion fee of a Soroban transaction per operation; a fee bump counts as one more.
    soroban.min_inclusion_fee_per_op as soroban_min_inclusion_fee_per_op,
    -- soroban_sum_resource_fee [stroops]: Resource fees that Soroban transactions declared.
    coalesce(soroban.sum_resource_fee, 0) as soroban_sum_resource_fee,
    -- soroban_max_resource_fee [stroops]: Highest resource fee that a Soroban transaction declared.
    soroban.max_resource_fee as soroban_max_resource_fee,
    -- soroban_min_resource_fee [stroops]: Lowest resource fee that a Soroban transaction declared.
    soroban.min_resource_fee as soroban_min_resource_fee,
    -- soroban_sum_non_refundable_resource_fee_charged [stroops]: Non-refundable resource fees that Soroban transactions paid.
    coalesce(soroban.sum_non_refundable_resource_fee_charged, 0) as soroban_sum_non_refundable_resource_fee_charged,
    -- soroban_max_non_refundable_resource_fee_charged [stroops]: Highest non-refundable resource fee that a Soroban transaction paid.
    soroban.max_non_refundable_resource_fee_charged as soroban_max_non_refundable_resource_fee_charged,
    -- soroban_min_non_refundable_resource_fee_charged [stroops]: Lowest non-refundable resource fee that a Soroban transaction paid.
    soroban.min_non_refundable_resource_fee_charged as soroban_min_non_refundable_resource_fee_charged,
    -- soroban_sum_refundable_resource_fee_charged [stroops]: Refundable resource fees that Soroban transactions paid, rent included.
    coalesce(soroban.sum_refundable_resource_fee_charged, 0) as soroban_sum_refundable_resource_fee_charged,
    -- soroban_max_refundable_resource_fee_charged [stroops]: Highest refundable resource fee that a Soroban transaction paid, rent included.
    soroban.max_refundable_resource_fee_charged as soroban_max_refundable_resource_fee_charged,
    -- soroban_min_refundable_resource_fee_charged [stroops]: Lowest refundable resource fee that a Soroban transaction paid, rent included.
    soroban.min_refundable_resource_fee_charged as soroban_min_refundable_resource_fee_charged,
    -- soroban_sum_resource_fee_refund [stroops]: Resource fee refunds that Soroban transactions received.
    coalesce(soroban.sum_resource_fee_refund, 0) as soroban_sum_resource_fee_refund,
    -- soroban_max_resource_fee_refund [stroops]: Highest resource fee refund that a Soroban transaction received.
    soroban.max_resource_fee_refund as soroban_max_resource_fee_refund,
    -- soroban_min_resource_fee_refund [stroops]: Lowest resource fee refund that a Soroban transaction received.
    soroban.min_resource_fee_refund as soroban_min_resource_fee_refund,
    -- soroban_sum_rent_fee_charged [stroops]: Rent fees that Soroban transactions paid.
    coalesce(soroban.sum_rent_fee_charged, 0) as soroban_sum_rent_fee_charged,
    -- soroban_max_rent_fee_charged [stroops]: Highest rent fee that a Soroban transaction paid.
    soroban.max_rent_fee_charged as soroban_max_rent_fee_charged,
    -- soroban_min_rent_fee_charged [stroops]: Lowest rent fee that a Soroban transaction paid.
    soroban.min_rent_fee_charged as soroban_min_rent_fee_charged,
    -- soroban_surge_txn_count [transactions]: Soroban transactions that paid a surge fee: over 100 stroops per operation for inclusion.
    coalesce(soroban.surge_txn_count, 0) as soroban_surge_txn_count,
    -- soroban_surge_operation_count [operations]: Operations of the Soroban transactions that paid a surge fee; a fee bump counts as one more.
    coalesce(soroban.surge_operation_count, 0) as soroban_surge_operation_count,
    -- soroban_is_surge_ledger: Whether a Soroban transaction paid a surge fee: over 100 stroops per operation for inclusion.
    coalesce(soroban.surge_txn_count > 0, false) as soroban_is_surge_ledger,
    closed_at,
    fee_pool
from bronze.history_ledgers_raw_v1
left join classic on classic.ledger_sequence = sequence
left join soroban on soroban.ledger_sequence = sequence
where classic.txn_count > 0 or soroban.txn_count > 0
