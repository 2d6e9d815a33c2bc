-- One row per liquidity pool and ledger after which it differs, with the names of Obsrvr's lake; key liquidity_pool_id, ledger_sequence.
select
    liquidity_pool_id,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at,
    type as pool_type,
    fee,
    trustline_count,
    pool_share_count_stroops as total_pool_shares,
    asset_a_type,
    nullif(asset_a_code, '') as asset_a_code,
    nullif(asset_a_issuer, '') as asset_a_issuer,
    asset_a_amount_stroops as asset_a_amount,
    asset_b_type,
    nullif(asset_b_code, '') as asset_b_code,
    nullif(asset_b_issuer, '') as asset_b_issuer,
    asset_b_amount_stroops as asset_b_amount,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label,
    bronze.asset_key(asset_a_type, asset_a_code, asset_a_issuer) as asset_a_key,
    bronze.asset_key(asset_b_type, asset_b_code, asset_b_issuer) as asset_b_key
from bronze.liquidity_pools_raw_v1
where not deleted
