-- One row per trust line and ledger after which it differs, with the names of Obsrvr's lake; key account_id, asset_code, asset_issuer, ledger_sequence.
-- Shares of all pools have one code and issuer, as there.
select
    account_id,
    -- asset_code: Code of the asset; POOL_SHARE for shares of any pool.
    if(asset_type = 'pool_share', 'POOL_SHARE', asset_code) as asset_code,
    -- asset_issuer: Issuer of the asset; pool for shares of any pool.
    if(asset_type = 'pool_share', 'pool', asset_issuer) as asset_issuer,
    -- asset_type: Type of the asset: credit_alphanum4, credit_alphanum12 or liquidity_pool_shares.
    if(asset_type = 'pool_share', 'liquidity_pool_shares', asset_type) as asset_type,
    -- balance [units]: Amount held, as text.
    bronze.fixed_text(bronze.units(balance_stroops)) as balance,
    -- trust_limit [units]: Most that the trust line may hold, as text.
    bronze.fixed_text(bronze.units(trust_line_limit)) as trust_limit,
    -- buying_liabilities [units]: Amount that open offers may buy, as text.
    bronze.fixed_text(bronze.units(buying_liabilities_stroops)) as buying_liabilities,
    -- selling_liabilities [units]: Amount that open offers may sell, as text.
    bronze.fixed_text(bronze.units(selling_liabilities_stroops)) as selling_liabilities,
    -- authorized: Whether the issuer authorized the trust line.
    flags & 1 != 0 as authorized,
    -- authorized_to_maintain_liabilities: Whether the trust line may only keep its offers and liabilities.
    flags & 2 != 0 as authorized_to_maintain_liabilities,
    -- clawback_enabled: Whether the issuer can claw back the balance.
    flags & 4 != 0 as clawback_enabled,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label,
    bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key
from bronze.trust_lines_raw_v1
where not deleted
