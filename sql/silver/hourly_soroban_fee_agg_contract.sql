-- One row per hour and contract: fees of the transactions that call it, extend or restore its entries; key hour_agg, contract_id.
-- As Hubble's model of the name: each transaction counts once, for the contract of its first such operation.
with operations as (
    select
        ledger_sequence,
        transaction_id,
        contract_id
    from bronze.history_operations_raw_v1
    where type in (24, 25, 26) and contract_id != ''
    qualify row_number() over (partition by ledger_sequence, transaction_id order by id) = 1
),

transactions as (
    select
        date_trunc('hour', transactions.closed_at) as hour_agg,
        operations.contract_id,
        coalesce(fee_account, account) as fee_source_account,
        successful,
        fee_charged,
        coalesce(new_max_fee, max_fee) as bid,
        operation_count + if(new_max_fee is null, 0, 1) as operations,
        inclusion_fee_charged,
        inclusion_fee_bid,
        resource_fee,
        non_refundable_resource_fee_charged,
        refundable_resource_fee_charged,
        rent_fee_charged,
        resource_fee_refund
    from operations
    inner join bronze.history_transactions_raw_v1 as transactions
        on transactions.ledger_sequence = operations.ledger_sequence and id = transaction_id
)

select
    -- hour_agg [UTC]: Begin of the hour.
    hour_agg,
    -- contract_id: Contract that is called, else the first of the footprint.
    contract_id,
    -- txn_count [transactions]: Transactions, failed ones included.
    count(*) as txn_count,
    -- failed_txn_count [transactions]: Failed transactions.
    count_if(not successful) as failed_txn_count,
    -- unique_fee_source_accounts [accounts]: Accounts that paid, each once.
    count(distinct fee_source_account) as unique_fee_source_accounts,
    -- total_fee_charged [stroops]: Fees charged, after refunds.
    cast(sum(fee_charged) as bigint) as total_fee_charged,
    -- avg_fee_charged [stroops]: Mean of them.
    avg(fee_charged) as avg_fee_charged,
    -- max_fee_charged [stroops]: Highest of them.
    max(fee_charged) as max_fee_charged,
    -- total_max_fee [stroops]: What was bid; of a fee bump its own bid.
    sum(bid) as total_max_fee,
    -- fee_efficiency [ratio]: Part of the bids that was charged; null when nothing was bid.
    sum(fee_charged) / nullif(sum(bid), 0) as fee_efficiency,
    -- total_inclusion_fee_charged [stroops]: Inclusion fees charged.
    sum(inclusion_fee_charged) as total_inclusion_fee_charged,
    -- avg_inclusion_fee_charged [stroops]: Mean of them.
    avg(inclusion_fee_charged) as avg_inclusion_fee_charged,
    -- total_inclusion_fee_bid [stroops]: Inclusion fees that were bid.
    sum(inclusion_fee_bid) as total_inclusion_fee_bid,
    -- total_resource_fee [stroops]: Resource fees that were declared.
    sum(resource_fee) as total_resource_fee,
    -- avg_resource_fee [stroops]: Mean of them.
    avg(resource_fee) as avg_resource_fee,
    -- total_non_refundable_resource_fee [stroops]: Resource fees charged for good.
    sum(non_refundable_resource_fee_charged) as total_non_refundable_resource_fee,
    -- total_refundable_resource_fee [stroops]: Resource fees charged that could have been refunded.
    sum(refundable_resource_fee_charged) as total_refundable_resource_fee,
    -- total_rent_fee [stroops]: Rent charged.
    sum(rent_fee_charged) as total_rent_fee,
    -- total_resource_fee_refund [stroops]: Refunds.
    sum(resource_fee_refund) as total_resource_fee_refund,
    -- surge_txn_count [transactions]: Transactions that paid more than 100 stroops an operation to be included.
    count_if(inclusion_fee_charged > operations * 100) as surge_txn_count
from transactions
group by
    hour_agg,
    contract_id
