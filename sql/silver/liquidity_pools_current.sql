-- One row per liquidity pool in its last known state, removed ones included; key liquidity_pool_id.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["liquidity_pool_id"], "sortedBy": ["liquidity_pool_id"], "hasState": true}
with changes as (
    from bronze.liquidity_pools
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by liquidity_pool_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
