-- One row per hour and contract: fees of the transactions that call it, extend or restore its entries; key hour_agg, contract_id.
-- Materialised {"changes": "fees", "fold": "payers", "sortedBy": ["contract_id", "hour_agg", "fee_source_account"]}
-- As Hubble's model of the name: each transaction counts once, for the contract of its first such operation.
with fees as (
    select
        date_trunc('hour', transactions.closed_at) as hour_agg,
        operations.contract_id,
        coalesce(fee_account, account) as fee_source_account,
        cast(1 as bigint) as txn_count,
        cast(not successful as bigint) as failed_txn_count,
        cast(fee_charged as decimal(38, 0)) as total_fee_charged,
        fee_charged as max_fee_charged,
        cast(coalesce(new_max_fee, max_fee) as decimal(38, 0)) as total_max_fee,
        cast(inclusion_fee_charged as decimal(38, 0)) as total_inclusion_fee_charged,
        cast(inclusion_fee_charged is not null as bigint) as inclusion_fees,
        cast(inclusion_fee_bid as decimal(38, 0)) as total_inclusion_fee_bid,
        cast(resource_fee as decimal(38, 0)) as total_resource_fee,
        cast(resource_fee is not null as bigint) as resource_fees,
        cast(non_refundable_resource_fee_charged as decimal(38, 0)) as total_non_refundable_resource_fee,
        cast(refundable_resource_fee_charged as decimal(38, 0)) as total_refundable_resource_fee,
        cast(rent_fee_charged as decimal(38, 0)) as total_rent_fee,
        cast(resource_fee_refund as decimal(38, 0)) as total_resource_fee_refund,
        cast(coalesce(inclusion_fee_charged > (operation_count + if(new_max_fee is null, 0, 1)) * 100, false) as bigint) as surge_txn_count,
        transactions.ledger_sequence
    from (
        select
            ledger_sequence,
            transaction_id,
            contract_id
        from bronze.history_operations_raw_v1
        where type in (24, 25, 26) and contract_id != ''
        qualify row_number() over (partition by ledger_sequence, transaction_id order by id) = 1
    ) as operations
    inner join bronze.history_transactions_raw_v1 as transactions
        on transactions.ledger_sequence = operations.ledger_sequence and id = transaction_id
),

payers as (
    select
        hour_agg,
        contract_id,
        fee_source_account,
        cast(sum(txn_count) as bigint) as txn_count,
        cast(sum(failed_txn_count) as bigint) as failed_txn_count,
        sum(total_fee_charged) as total_fee_charged,
        max(max_fee_charged) as max_fee_charged,
        sum(total_max_fee) as total_max_fee,
        sum(total_inclusion_fee_charged) as total_inclusion_fee_charged,
        cast(sum(inclusion_fees) as bigint) as inclusion_fees,
        sum(total_inclusion_fee_bid) as total_inclusion_fee_bid,
        sum(total_resource_fee) as total_resource_fee,
        cast(sum(resource_fees) as bigint) as resource_fees,
        sum(total_non_refundable_resource_fee) as total_non_refundable_resource_fee,
        sum(total_refundable_resource_fee) as total_refundable_resource_fee,
        sum(total_rent_fee) as total_rent_fee,
        sum(total_resource_fee_refund) as total_resource_fee_refund,
        cast(sum(surge_txn_count) as bigint) as surge_txn_count
    from fees
    group by
        hour_agg,
        contract_id,
        fee_source_account
)

select
    -- hour_agg [UTC]: Start of the hour.
    hour_agg,
    -- contract_id: Contract that the transactions call, else the first contract of the footprint.
    contract_id,
    -- txn_count [transactions]: Transactions of the contract, failed ones included.
    cast(sum(txn_count) as bigint) as txn_count,
    -- failed_txn_count [transactions]: Failed transactions of the contract.
    sum(failed_txn_count) as failed_txn_count,
    -- unique_fee_source_accounts [accounts]: Distinct accounts that paid the fees.
    count(*) as unique_fee_source_accounts,
    -- total_fee_charged [stroops]: Fees that the transactions paid, after refunds.
    sum(total_fee_charged) as total_fee_charged,
    -- avg_fee_charged [stroops]: Mean fee that a transaction paid, after refunds.
    sum(total_fee_charged) / sum(txn_count) as avg_fee_charged,
    -- max_fee_charged [stroops]: Highest fee that a transaction paid, after refunds.
    max(max_fee_charged) as max_fee_charged,
    -- total_max_fee [stroops]: Maximum fees that the transactions bid; for a fee bump, the outer bid.
    sum(total_max_fee) as total_max_fee,
    -- fee_efficiency [ratio]: Fees paid divided by maximum fees bid; null if nothing was bid.
    sum(total_fee_charged) / nullif(sum(total_max_fee), 0) as fee_efficiency,
    -- total_inclusion_fee_charged [stroops]: Inclusion fees that the transactions paid.
    sum(total_inclusion_fee_charged) as total_inclusion_fee_charged,
    -- avg_inclusion_fee_charged [stroops]: Mean inclusion fee that a transaction paid.
    sum(total_inclusion_fee_charged) / nullif(sum(inclusion_fees), 0) as avg_inclusion_fee_charged,
    -- total_inclusion_fee_bid [stroops]: Inclusion fees that the transactions bid.
    sum(total_inclusion_fee_bid) as total_inclusion_fee_bid,
    -- total_resource_fee [stroops]: Resource fees that the transactions declared.
    sum(total_resource_fee) as total_resource_fee,
    -- avg_resource_fee [stroops]: Mean resource fee that a transaction declared.
    sum(total_resource_fee) / nullif(sum(resource_fees), 0) as avg_resource_fee,
    -- total_non_refundable_resource_fee [stroops]: Non-refundable resource fees that the transactions paid.
    sum(total_non_refundable_resource_fee) as total_non_refundable_resource_fee,
    -- total_refundable_resource_fee [stroops]: Refundable resource fees that the transactions paid, rent included.
    sum(total_refundable_resource_fee) as total_refundable_resource_fee,
    -- total_rent_fee [stroops]: Rent fees that the transactions paid.
    sum(total_rent_fee) as total_rent_fee,
    -- total_resource_fee_refund [stroops]: Resource fee refunds of the transactions.
    sum(total_resource_fee_refund) as total_resource_fee_refund,
    -- surge_txn_count [transactions]: Transactions whose inclusion fee was over 100 stroops per operation.
    sum(surge_txn_count) as surge_txn_count
from payers
group by
    hour_agg,
    contract_id
