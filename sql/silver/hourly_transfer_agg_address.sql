-- One row per hour, token and address that sent or received it in the hour; key hour_agg, contract_id, address.
-- Materialised {"changes": "moves", "fold": "hours", "sortedBy": ["contract_id", "hour_agg", "address"]}
-- Fees and their refunds are left out. What was minted comes from no address, and what was burned goes to none: rows without one have these.
with moves as (
    select
        date_trunc('hour', closed_at) as hour_agg,
        contract_id,
        address,
        any_value(asset_key) as asset_key,
        cast(sum(is_sent) as bigint) as sent_count,
        cast(count(*) - sum(is_sent) as bigint) as received_count,
        cast(coalesce(sum(amount) filter (is_sent = 1), 0) as decimal(38, 0)) as sent_raw,
        cast(coalesce(sum(amount) filter (is_sent = 0), 0) as decimal(38, 0)) as received_raw,
        cast(count(*) - count(amount) as bigint) as large_count,
        cast(count(*) filter (flow_type = 'mint') as bigint) as mint_count,
        cast(count(*) filter (flow_type = 'burn') as bigint) as burn_count,
        cast(1 as bigint) as txn_count,
        ledger_sequence as last_ledger,
        closed_at as last_closed_at,
        ledger_sequence
    from (
        select
            contract_id,
            "from" as address,
            asset_key,
            1 as is_sent,
            bronze.summable(amount_raw) as amount,
            semantic.flow_type("from", "to", bronze.key_issuer(asset_key)) as flow_type,
            transaction_id,
            ledger_sequence,
            closed_at
        from bronze.token_transfers_raw_raw_v1
        where event_topic != 'fee'
        union all
        select contract_id, "to", asset_key, 0, bronze.summable(amount_raw), null, transaction_id, ledger_sequence, closed_at
        from bronze.token_transfers_raw_raw_v1
        where event_topic != 'fee'
    )
    group by contract_id, address, transaction_id, ledger_sequence, closed_at
),

hours as (
    select
        hour_agg,
        contract_id,
        address,
        any_value(asset_key) as asset_key,
        cast(sum(sent_count) as bigint) as sent_count,
        cast(sum(received_count) as bigint) as received_count,
        cast(sum(sent_raw) as decimal(38, 0)) as sent_raw,
        cast(sum(received_raw) as decimal(38, 0)) as received_raw,
        cast(sum(large_count) as bigint) as large_count,
        cast(sum(mint_count) as bigint) as mint_count,
        cast(sum(burn_count) as bigint) as burn_count,
        cast(sum(txn_count) as bigint) as txn_count,
        max(last_ledger) as last_ledger,
        max(last_closed_at) as last_closed_at
    from moves
    group by hour_agg, contract_id, address
)

select
    -- hour_agg [UTC]: Begin of the hour.
    hour_agg,
    -- contract_id: The token's contract; of an asset its own, deployed or not.
    contract_id,
    -- address: Who gave or got: an account, a contract, a claimable balance (B) or a pool (L); null where nobody did, of mints, burns and clawbacks.
    address,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- sent_count: Movements from the address; their sum over all addresses, and none, is that of the token's movements.
    sent_count,
    -- received_count: Movements to it.
    received_count,
    -- sent_raw [stroops]: What it gave; for a token without an asset in its smallest unit.
    cast(sent_raw as hugeint) as sent_raw,
    -- received_raw [stroops]: What it got.
    cast(received_raw as hugeint) as received_raw,
    -- large_count: Movements of more than 30 digits, which are not in these sums, as they might not fit in one.
    large_count,
    -- mint_count: Mints among the movements from it: of nobody, or of the issuer of an asset.
    mint_count,
    -- burn_count: Burns and clawbacks among these.
    burn_count,
    -- txn_count [transactions]: Transactions with these movements.
    txn_count,
    -- last_ledger: Ledger of the last of them.
    last_ledger,
    -- last_closed_at: When that closed.
    last_closed_at
from hours
