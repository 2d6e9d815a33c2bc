-- One row per trust line and ledger after which it differs, as Obsrvr's lake names it; key account_id, asset_code, asset_issuer, ledger_sequence.
-- Shares of all pools have one code and issuer, as there.
select
    account_id,
    if(asset_type = 'pool_share', 'POOL_SHARE', asset_code) as asset_code,
    if(asset_type = 'pool_share', 'pool', asset_issuer) as asset_issuer,
    if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type) as asset_type,
    cast(cast(balance_stroops * 0.0000001 as decimal(19, 7)) as varchar) as balance,
    cast(cast(trust_line_limit * 0.0000001 as decimal(19, 7)) as varchar) as trust_limit,
    cast(cast(buying_liabilities_stroops * 0.0000001 as decimal(19, 7)) as varchar) as buying_liabilities,
    cast(cast(selling_liabilities_stroops * 0.0000001 as decimal(19, 7)) as varchar) as selling_liabilities,
    flags & 1 != 0 as authorized,
    flags & 2 != 0 as authorized_to_maintain_liabilities,
    flags & 4 != 0 as clawback_enabled,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.trust_lines_raw_v1
where not deleted
