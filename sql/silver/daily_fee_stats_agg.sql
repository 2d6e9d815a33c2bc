-- One row per day with transactions: fees of classic and of Soroban transactions; key day_agg.
-- Materialised {"changes": "ledgers", "fold": "days", "sortedBy": ["day_agg"]}
-- As Hubble's model of the name: sums and extremes of ledger_fee_stats_agg, and how many ledgers had a surge.
with ledgers as (
    select
        day_agg,
        total_fee_charged,
        max_fee_charged,
        txn_count,
        failed_txn_count,
        total_effective_txn_operation_count,
        total_raw_txn_operation_count,
        ledger_sequence as min_ledger_sequence,
        ledger_sequence as max_ledger_sequence,
        cast(1 as bigint) as total_ledgers,
        classic_txn_count,
        classic_failed_txn_count,
        classic_total_effective_operation_count,
        classic_total_raw_operation_count,
        classic_sum_fee_charged,
        classic_max_fee_charged,
        classic_sum_max_fee,
        classic_max_max_fee,
        classic_max_inclusion_fee_per_op,
        classic_min_inclusion_fee_per_op,
        cast(classic_txn_count > 0 as bigint) as classic_total_ledgers,
        cast(classic_is_surge_ledger as bigint) as classic_surge_ledger_count,
        classic_surge_txn_count as classic_total_surge_txn_count,
        classic_surge_operation_count as classic_total_surge_operation_count,
        soroban_txn_count,
        soroban_failed_txn_count,
        soroban_total_effective_operation_count,
        soroban_total_raw_operation_count,
        soroban_sum_fee_charged,
        soroban_max_fee_charged,
        soroban_sum_inclusion_fee_charged,
        soroban_max_inclusion_fee_charged,
        soroban_sum_inclusion_fee_bid,
        soroban_max_inclusion_fee_bid,
        soroban_max_inclusion_fee_per_op,
        soroban_min_inclusion_fee_per_op,
        soroban_sum_resource_fee,
        soroban_max_resource_fee,
        soroban_min_resource_fee,
        soroban_sum_non_refundable_resource_fee_charged,
        soroban_max_non_refundable_resource_fee_charged,
        soroban_min_non_refundable_resource_fee_charged,
        soroban_sum_refundable_resource_fee_charged,
        soroban_max_refundable_resource_fee_charged,
        soroban_min_refundable_resource_fee_charged,
        soroban_sum_resource_fee_refund,
        soroban_max_resource_fee_refund,
        soroban_min_resource_fee_refund,
        soroban_sum_rent_fee_charged,
        soroban_max_rent_fee_charged,
        soroban_min_rent_fee_charged,
        cast(soroban_txn_count > 0 as bigint) as soroban_total_ledgers,
        cast(soroban_is_surge_ledger as bigint) as soroban_surge_ledger_count,
        soroban_surge_txn_count as soroban_total_surge_txn_count,
        soroban_surge_operation_count as soroban_total_surge_operation_count,
        cast(classic_is_surge_ledger or soroban_is_surge_ledger as bigint) as surge_ledger_count,
        fee_pool,
        ledger_sequence
    from silver.ledger_fee_stats_agg
),

days as (
    select
        day_agg,
        sum(total_fee_charged) as total_fee_charged,
        max(max_fee_charged) as max_fee_charged,
        cast(sum(txn_count) as bigint) as txn_count,
        cast(sum(failed_txn_count) as bigint) as failed_txn_count,
        cast(sum(total_effective_txn_operation_count) as bigint) as total_effective_txn_operation_count,
        cast(sum(total_raw_txn_operation_count) as bigint) as total_raw_txn_operation_count,
        min(min_ledger_sequence) as min_ledger_sequence,
        max(max_ledger_sequence) as max_ledger_sequence,
        cast(sum(total_ledgers) as bigint) as total_ledgers,
        cast(sum(classic_txn_count) as bigint) as classic_txn_count,
        cast(sum(classic_failed_txn_count) as bigint) as classic_failed_txn_count,
        cast(sum(classic_total_effective_operation_count) as bigint) as classic_total_effective_operation_count,
        cast(sum(classic_total_raw_operation_count) as bigint) as classic_total_raw_operation_count,
        sum(classic_sum_fee_charged) as classic_sum_fee_charged,
        max(classic_max_fee_charged) as classic_max_fee_charged,
        sum(classic_sum_max_fee) as classic_sum_max_fee,
        max(classic_max_max_fee) as classic_max_max_fee,
        max(classic_max_inclusion_fee_per_op) as classic_max_inclusion_fee_per_op,
        min(classic_min_inclusion_fee_per_op) as classic_min_inclusion_fee_per_op,
        cast(sum(classic_total_ledgers) as bigint) as classic_total_ledgers,
        cast(sum(classic_surge_ledger_count) as bigint) as classic_surge_ledger_count,
        cast(sum(classic_total_surge_txn_count) as bigint) as classic_total_surge_txn_count,
        cast(sum(classic_total_surge_operation_count) as bigint) as classic_total_surge_operation_count,
        cast(sum(soroban_txn_count) as bigint) as soroban_txn_count,
        cast(sum(soroban_failed_txn_count) as bigint) as soroban_failed_txn_count,
        cast(sum(soroban_total_effective_operation_count) as bigint) as soroban_total_effective_operation_count,
        cast(sum(soroban_total_raw_operation_count) as bigint) as soroban_total_raw_operation_count,
        sum(soroban_sum_fee_charged) as soroban_sum_fee_charged,
        max(soroban_max_fee_charged) as soroban_max_fee_charged,
        sum(soroban_sum_inclusion_fee_charged) as soroban_sum_inclusion_fee_charged,
        max(soroban_max_inclusion_fee_charged) as soroban_max_inclusion_fee_charged,
        sum(soroban_sum_inclusion_fee_bid) as soroban_sum_inclusion_fee_bid,
        max(soroban_max_inclusion_fee_bid) as soroban_max_inclusion_fee_bid,
        max(soroban_max_inclusion_fee_per_op) as soroban_max_inclusion_fee_per_op,
        min(soroban_min_inclusion_fee_per_op) as soroban_min_inclusion_fee_per_op,
        sum(soroban_sum_resource_fee) as soroban_sum_resource_fee,
        max(soroban_max_resource_fee) as soroban_max_resource_fee,
        min(soroban_min_resource_fee) as soroban_min_resource_fee,
        sum(soroban_sum_non_refundable_resource_fee_charged) as soroban_sum_non_refundable_resource_fee_charged,
        max(soroban_max_non_refundable_resource_fee_charged) as soroban_max_non_refundable_resource_fee_charged,
        min(soroban_min_non_refundable_resource_fee_charged) as soroban_min_non_refundable_resource_fee_charged,
        sum(soroban_sum_refundable_resource_fee_charged) as soroban_sum_refundable_resource_fee_charged,
        max(soroban_max_refundable_resource_fee_charged) as soroban_max_refundable_resource_fee_charged,
        min(soroban_min_refundable_resource_fee_charged) as soroban_min_refundable_resource_fee_charged,
        sum(soroban_sum_resource_fee_refund) as soroban_sum_resource_fee_refund,
        max(soroban_max_resource_fee_refund) as soroban_max_resource_fee_refund,
        min(soroban_min_resource_fee_refund) as soroban_min_resource_fee_refund,
        sum(soroban_sum_rent_fee_charged) as soroban_sum_rent_fee_charged,
        max(soroban_max_rent_fee_charged) as soroban_max_rent_fee_charged,
        min(soroban_min_rent_fee_charged) as soroban_min_rent_fee_charged,
        cast(sum(soroban_total_ledgers) as bigint) as soroban_total_ledgers,
        cast(sum(soroban_surge_ledger_count) as bigint) as soroban_surge_ledger_count,
        cast(sum(soroban_total_surge_txn_count) as bigint) as soroban_total_surge_txn_count,
        cast(sum(soroban_total_surge_operation_count) as bigint) as soroban_total_surge_operation_count,
        cast(sum(surge_ledger_count) as bigint) as surge_ledger_count,
        arg_max(fee_pool, max_ledger_sequence) as fee_pool
    from ledgers
    group by day_agg
)

select
    -- day_agg [UTC]: Day of the close times of the ledgers.
    day_agg,
    -- total_fee_charged [stroops]: Fees that all transactions paid, after refunds.
    total_fee_charged,
    -- max_fee_charged [stroops]: Highest fee that a transaction paid, after refunds.
    max_fee_charged,
    -- txn_count [transactions]: Transactions, failed ones included.
    txn_count,
    -- failed_txn_count [transactions]: Failed transactions.
    failed_txn_count,
    -- total_effective_txn_operation_count [operations]: Operations of all transactions; a fee bump counts as one more.
    total_effective_txn_operation_count,
    -- total_raw_txn_operation_count [operations]: Operations of all transactions.
    total_raw_txn_operation_count,
    -- min_ledger_sequence: First ledger of the day with transactions.
    min_ledger_sequence,
    -- max_ledger_sequence: Last ledger of the day with transactions.
    max_ledger_sequence,
    -- total_ledgers [ledgers]: Ledgers of the day with transactions.
    total_ledgers,
    -- classic_txn_count [transactions]: Classic transactions, failed ones included.
    classic_txn_count,
    -- classic_failed_txn_count [transactions]: Failed classic transactions.
    classic_failed_txn_count,
    -- classic_total_effective_operation_count [operations]: Operations of classic transactions; a fee bump counts as one more.
    classic_total_effective_operation_count,
    -- classic_total_raw_operation_count [operations]: Operations of classic transactions.
    classic_total_raw_operation_count,
    -- classic_sum_fee_charged [stroops]: Fees that classic transactions paid, after refunds.
    classic_sum_fee_charged,
    -- classic_max_fee_charged [stroops]: Highest fee that a classic transaction paid, after refunds.
    classic_max_fee_charged,
    -- classic_sum_max_fee [stroops]: Maximum fees that classic transactions bid; for a fee bump, the outer bid.
    classic_sum_max_fee,
    -- classic_max_max_fee [stroops]: Highest maximum fee that a classic transaction bid; for a fee bump, the outer bid.
    classic_max_max_fee,
    -- classic_max_inclusion_fee_per_op [stroops]: Highest inclusion fee of a classic transaction per operation; a fee bump counts as one more.
    classic_max_inclusion_fee_per_op,
    -- classic_min_inclusion_fee_per_op [stroops]: Lowest inclusion fee of a classic transaction per operation; a fee bump counts as one more.
    classic_min_inclusion_fee_per_op,
    -- classic_total_ledgers [ledgers]: Ledgers with classic transactions.
    cast(classic_total_ledgers as hugeint) as classic_total_ledgers,
    -- classic_surge_ledger_count [ledgers]: Ledgers in which a classic transaction paid a surge fee: over 100 stroops per operation for inclusion.
    cast(classic_surge_ledger_count as hugeint) as classic_surge_ledger_count,
    -- classic_total_surge_txn_count [transactions]: Classic transactions that paid a surge fee: over 100 stroops per operation for inclusion.
    classic_total_surge_txn_count,
    -- classic_total_surge_operation_count [operations]: Operations of the classic transactions that paid a surge fee; a fee bump counts as one more.
    classic_total_surge_operation_count,
    -- classic_pct_ledgers_in_surge [percent]: Share of the ledgers with classic transactions in which one paid a surge fee; null without any.
    100 * classic_surge_ledger_count / nullif(classic_total_ledgers, 0) as classic_pct_ledgers_in_surge,
    -- soroban_txn_count [transactions]: Soroban transactions, failed ones included.
    soroban_txn_count,
    -- soroban_failed_txn_count [transactions]: Failed Soroban transactions.
    soroban_failed_txn_count,
    -- soroban_total_effective_operation_count [operations]: Operations of Soroban transactions; a fee bump counts as one more.
    soroban_total_effective_operation_count,
    -- soroban_total_raw_operation_count [operations]: Operations of Soroban transactions.
    soroban_total_raw_operation_count,
    -- soroban_sum_fee_charged [stroops]: Fees that Soroban transactions paid, after refunds.
    soroban_sum_fee_charged,
    -- soroban_max_fee_charged [stroops]: Highest fee that a Soroban transaction paid, after refunds.
    soroban_max_fee_charged,
    -- soroban_sum_inclusion_fee_charged [stroops]: Inclusion fees that Soroban transactions paid.
    soroban_sum_inclusion_fee_charged,
    -- soroban_max_inclusion_fee_charged [stroops]: Highest inclusion fee that a Soroban transaction paid.
    soroban_max_inclusion_fee_charged,
    -- soroban_sum_inclusion_fee_bid [stroops]: Inclusion fees that Soroban transactions bid.
    soroban_sum_inclusion_fee_bid,
    -- soroban_max_inclusion_fee_bid [stroops]: Highest inclusion fee that a Soroban transaction bid.
    soroban_max_inclusion_fee_bid,
    -- soroban_max_inclusion_fee_per_op [stroops]: Highest inclusion fee of a Soroban transaction per operation; a fee bump counts as one more.
    soroban_max_inclusion_fee_per_op,
    -- soroban_min_inclusion_fee_per_op [stroops]: Lowest inclusion fee of a Soroban transaction per operation; a fee bump counts as one more.
    soroban_min_inclusion_fee_per_op,
    -- soroban_sum_resource_fee [stroops]: Resource fees that Soroban transactions declared.
    soroban_sum_resource_fee,
    -- soroban_max_resource_fee [stroops]: Highest resource fee that a Soroban transaction declared.
    soroban_max_resource_fee,
    -- soroban_min_resource_fee [stroops]: Lowest resource fee that a Soroban transaction declared.
    soroban_min_resource_fee,
    -- soroban_sum_non_refundable_resource_fee_charged [stroops]: Non-refundable resource fees that Soroban transactions paid.
    soroban_sum_non_refundable_resource_fee_charged,
    -- soroban_max_non_refundable_resource_fee_charged [stroops]: Highest non-refundable resource fee that a Soroban transaction paid.
    soroban_max_non_refundable_resource_fee_charged,
    -- soroban_min_non_refundable_resource_fee_charged [stroops]: Lowest non-refundable resource fee that a Soroban transaction paid.
    soroban_min_non_refundable_resource_fee_charged,
    -- soroban_sum_refundable_resource_fee_charged [stroops]: Refundable resource fees that Soroban transactions paid, rent included.
    soroban_sum_refundable_resource_fee_charged,
    -- soroban_max_refundable_resource_fee_charged [stroops]: Highest refundable resource fee that a Soroban transaction paid, rent included.
    soroban_max_refundable_resource_fee_charged,
    -- soroban_min_refundable_resource_fee_charged [stroops]: Lowest refundable resource fee that a Soroban transaction paid, rent included.
    soroban_min_refundable_resource_fee_charged,
    -- soroban_sum_resource_fee_refund [stroops]: Resource fee refunds that Soroban transactions received.
    soroban_sum_resource_fee_refund,
    -- soroban_max_resource_fee_refund [stroops]: Highest resource fee refund that a Soroban transaction received.
    soroban_max_resource_fee_refund,
    -- soroban_min_resource_fee_refund [stroops]: Lowest resource fee refund that a Soroban transaction received.
    soroban_min_resource_fee_refund,
    -- soroban_sum_rent_fee_charged [stroops]: Rent fees that Soroban transactions paid.
    soroban_sum_rent_fee_charged,
    -- soroban_max_rent_fee_charged [stroops]: Highest rent fee that a Soroban transaction paid.
    soroban_max_rent_fee_charged,
    -- soroban_min_rent_fee_charged [stroops]: Lowest rent fee that a Soroban transaction paid.
    soroban_min_rent_fee_charged,
    -- soroban_total_ledgers [ledgers]: Ledgers with Soroban transactions.
    cast(soroban_total_ledgers as hugeint) as soroban_total_ledgers,
    -- soroban_surge_ledger_count [ledgers]: Ledgers in which a Soroban transaction paid a surge fee: over 100 stroops per operation for inclusion.
    cast(soroban_surge_ledger_count as hugeint) as soroban_surge_ledger_count,
    -- soroban_total_surge_txn_count [transactions]: Soroban transactions that paid a surge fee: over 100 stroops per operation for inclusion.
    soroban_total_surge_txn_count,
    -- soroban_total_surge_operation_count [operations]: Operations of the Soroban transactions that paid a surge fee; a fee bump counts as one more.
    soroban_total_surge_operation_count,
    -- soroban_pct_ledgers_in_surge [percent]: Share of the ledgers with Soroban transactions in which one paid a surge fee; null without any.
    100 * soroban_surge_ledger_count / nullif(soroban_total_ledgers, 0) as soroban_pct_ledgers_in_surge,
    -- total_pct_ledgers_in_surge [percent]: Share of the ledgers with transactions in which one paid a surge fee.
    100 * surge_ledger_count / total_ledgers as total_pct_ledgers_in_surge,
    -- fee_pool [stroops]: Fee pool after the last ledger of the day with transactions.
    fee_pool
from days
