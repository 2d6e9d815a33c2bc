-- One row per hour and account that paid fees in it; key hour_agg, fee_source_account.
-- Materialised {"changes": "fees", "fold": "hours", "sortedBy": ["fee_source_account", "hour_agg"]}
-- As Hubble's model of the name: of a fee bump its own account pays; a kind without transactions has null sums.
with fees as (
    select
        date_trunc('hour', closed_at) as hour_agg,
        coalesce(fee_account, account) as fee_source_account,
        cast(1 as bigint) as txn_count,
        cast(not successful as bigint) as failed_txn_count,
        cast(fee_charged as decimal(38, 0)) as total_fee_charged,
        cast(bid as decimal(38, 0)) as total_max_fee,
        cast(operations as bigint) as total_effective_operation_count,
        cast(operation_count as bigint) as total_raw_operation_count,
        cast(not is_soroban as bigint) as classic_txn_count,
        cast(not is_soroban and not successful as bigint) as classic_failed_txn_count,
        cast(if(is_soroban, null, fee_charged) as decimal(38, 0)) as classic_total_fee_charged,
        cast(if(is_soroban, null, bid) as decimal(38, 0)) as classic_total_max_fee,
        cast(if(is_soroban, null, operations) as bigint) as classic_total_effective_operation_count,
        cast(not is_soroban and fee_charged > operations * 100 as bigint) as classic_surge_txn_count,
        cast(is_soroban as bigint) as soroban_txn_count,
        cast(is_soroban and not successful as bigint) as soroban_failed_txn_count,
        cast(if(is_soroban, fee_charged, null) as decimal(38, 0)) as soroban_total_fee_charged,
        cast(if(is_soroban, inclusion_fee_charged, null) as decimal(38, 0)) as soroban_total_inclusion_fee_charged,
        cast(if(is_soroban, inclusion_fee_bid, null) as decimal(38, 0)) as soroban_total_inclusion_fee_bid,
        cast(if(is_soroban, resource_fee, null) as decimal(38, 0)) as soroban_total_resource_fee,
        cast(if(is_soroban, non_refundable_resource_fee_charged, null) as decimal(38, 0)) as soroban_total_non_refundable_resource_fee,
        cast(if(is_soroban, refundable_resource_fee_charged, null) as decimal(38, 0)) as soroban_total_refundable_resource_fee,
        cast(if(is_soroban, rent_fee_charged, null) as decimal(38, 0)) as soroban_total_rent_fee,
        cast(if(is_soroban, resource_fee_refund, null) as decimal(38, 0)) as soroban_total_resource_fee_refund,
        cast(if(is_soroban, operations, null) as bigint) as soroban_total_effective_operation_count,
        cast(is_soroban and coalesce(inclusion_fee_charged > operations * 100, false) as bigint) as soroban_surge_txn_count,
        ledger_sequence
    from (
        select
            *,
            operation_count + if(new_max_fee is null, 0, 1) as operations,
            coalesce(new_max_fee, max_fee) as bid,
            coalesce(resource_fee > 0, false) as is_soroban
        from bronze.history_transactions_raw_v1
    )
),

hours as (
    select
        hour_agg,
        fee_source_account,
        cast(sum(txn_count) as bigint) as txn_count,
        cast(sum(failed_txn_count) as bigint) as failed_txn_count,
        sum(total_fee_charged) as total_fee_charged,
        sum(total_max_fee) as total_max_fee,
        cast(sum(total_effective_operation_count) as bigint) as total_effective_operation_count,
        cast(sum(total_raw_operation_count) as bigint) as total_raw_operation_count,
        cast(sum(classic_txn_count) as bigint) as classic_txn_count,
        cast(sum(classic_failed_txn_count) as bigint) as classic_failed_txn_count,
        sum(classic_total_fee_charged) as classic_total_fee_charged,
        sum(classic_total_max_fee) as classic_total_max_fee,
        cast(sum(classic_total_effective_operation_count) as bigint) as classic_total_effective_operation_count,
        cast(sum(classic_surge_txn_count) as bigint) as classic_surge_txn_count,
        cast(sum(soroban_txn_count) as bigint) as soroban_txn_count,
        cast(sum(soroban_failed_txn_count) as bigint) as soroban_failed_txn_count,
        sum(soroban_total_fee_charged) as soroban_total_fee_charged,
        sum(soroban_total_inclusion_fee_charged) as soroban_total_inclusion_fee_charged,
        sum(soroban_total_inclusion_fee_bid) as soroban_total_inclusion_fee_bid,
        sum(soroban_total_resource_fee) as soroban_total_resource_fee,
        sum(soroban_total_non_refundable_resource_fee) as soroban_total_non_refundable_resource_fee,
        sum(soroban_total_refundable_resource_fee) as soroban_total_refundable_resource_fee,
        sum(soroban_total_rent_fee) as soroban_total_rent_fee,
        sum(soroban_total_resource_fee_refund) as soroban_total_resource_fee_refund,
        cast(sum(soroban_total_effective_operation_count) as bigint) as soroban_total_effective_operation_count,
        cast(sum(soroban_surge_txn_count) as bigint) as soroban_surge_txn_count
    from fees
    group by
        hour_agg,
        fee_source_account
)

select
    -- hour_agg [UTC]: Start of the hour.
    hour_agg,
    -- fee_source_account: Account that paid the fees; for a fee bump, the account of the outer transaction.
    fee_source_account,
    -- txn_count [transactions]: Transactions whose fee the account paid, failed ones included.
    txn_count,
    -- failed_txn_count [transactions]: Failed transactions whose fee the account paid.
    cast(failed_txn_count as hugeint) as failed_txn_count,
    -- total_fee_charged [stroops]: Fees that the account paid, after refunds.
    total_fee_charged,
    -- total_max_fee [stroops]: Maximum fees that the transactions bid; for a fee bump, the outer bid.
    total_max_fee,
    -- fee_efficiency [ratio]: Fees paid divided by maximum fees bid; null if nothing was bid.
    total_fee_charged / nullif(total_max_fee, 0) as fee_efficiency,
    -- total_effective_operation_count [operations]: Operations of the transactions; a fee bump counts as one more.
    total_effective_operation_count,
    -- total_raw_operation_count [operations]: Operations of the transactions.
    total_raw_operation_count,
    -- classic_txn_count [transactions]: Classic transactions, failed ones included.
    classic_txn_count,
    -- classic_failed_txn_count [transactions]: Failed classic transactions.
    classic_failed_txn_count,
    -- classic_total_fee_charged [stroops]: Fees paid for classic transactions, after refunds.
    classic_total_fee_charged,
    -- classic_total_max_fee [stroops]: Maximum fees that classic transactions bid; for a fee bump, the outer bid.
    classic_total_max_fee,
    -- classic_total_effective_operation_count [operations]: Operations of classic transactions; a fee bump counts as one more.
    classic_total_effective_operation_count,
    -- classic_surge_txn_count [transactions]: Classic transactions whose fee was over 100 stroops per operation.
    classic_surge_txn_count,
    -- soroban_txn_count [transactions]: Soroban transactions, failed ones included.
    soroban_txn_count,
    -- soroban_failed_txn_count [transactions]: Failed Soroban transactions.
    soroban_failed_txn_count,
    -- soroban_total_fee_charged [stroops]: Fees paid for Soroban transactions, after refunds.
    soroban_total_fee_charged,
    -- soroban_total_inclusion_fee_charged [stroops]: Inclusion fees paid for Soroban transactions.
    soroban_total_inclusion_fee_charged,
    -- soroban_total_inclusion_fee_bid [stroops]: Inclusion fees that Soroban transactions bid.
    soroban_total_inclusion_fee_bid,
    -- soroban_total_resource_fee [stroops]: Resource fees that Soroban transactions declared.
    soroban_total_resource_fee,
    -- soroban_total_non_refundable_resource_fee [stroops]: Non-refundable resource fees paid for Soroban transactions.
    soroban_total_non_refundable_resource_fee,
    -- soroban_total_refundable_resource_fee [stroops]: Refundable resource fees paid for Soroban transactions, rent included.
    soroban_total_refundable_resource_fee,
    -- soroban_total_rent_fee [stroops]: Rent fees paid for Soroban transactions.
    soroban_total_rent_fee,
    -- soroban_total_resource_fee_refund [stroops]: Resource fee refunds of Soroban transactions.
    soroban_total_resource_fee_refund,
    -- soroban_total_effective_operation_count [operations]: Operations of Soroban transactions; a fee bump counts as one more.
    soroban_total_effective_operation_count,
    -- soroban_surge_txn_count [transactions]: Soroban transactions whose inclusion fee was over 100 stroops per operation.
    soroban_surge_txn_count
from hours
