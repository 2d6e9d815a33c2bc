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
    -- hour_agg [UTC]: Start of the hour.
    hour_agg,
    -- contract_id: Contract of the token; for an asset, its asset contract (SAC), deployed or not.
    contract_id,
    -- address: Sender or receiver: account (G), contract (C), claimable balance (B) or pool (L); null for the missing side of mints, burns and clawbacks.
    address,
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- sent_count: Movements from the address; the sum over all addresses and null counts each movement once.
    sent_count,
    -- received_count: Movements to the address.
    received_count,
    -- sent_raw [stroops]: Amount that the address sent; in the smallest unit for a token without an asset.
    cast(sent_raw as hugeint) as sent_raw,
    -- received_raw [stroops]: Amount that the address received; in the smallest unit for a token without an asset.
    cast(received_raw as hugeint) as received_raw,
    -- large_count: Movements of more than 30 digits, which sent_raw and received_raw leave out.
    large_count,
    -- mint_count: Mints among the movements from the address: from nobody, or from the issuer of an asset.
    mint_count,
    -- burn_count: Burns and clawbacks among the movements from the address: to nobody, or to the issuer of an asset.
    burn_count,
    -- txn_count [transactions]: Transactions with movements from or to the address.
    txn_count,
    -- last_ledger: Ledger of the last movement from or to the address in the hour.
    last_ledger,
    -- last_closed_at [UTC]: Close time of last_ledger.
    last_closed_at
from hours
