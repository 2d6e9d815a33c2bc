-- One row per liquidity pool and baseline state of `ingest-state`, as of the ledger of the state; key ledger_sequence, liquidity_pool_id.
-- States of silver.liquidity_pools_current.
with states as (
    select * from bronze.liquidity_pools where ledger_entry_change = 3
)
select
    liquidity_pool_id,
    liquidity_pool_id_strkey,
    type,
    fee,
    trustline_count,
    pool_share_count,
    asset_a_type,
    asset_a_code,
    asset_a_issuer,
    asset_a_id,
    asset_a_amount,
    asset_b_type,
    asset_b_code,
    asset_b_issuer,
    asset_b_id,
    asset_b_amount,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    batch_run_date,
    asset_a_key,
    asset_b_key
from states
