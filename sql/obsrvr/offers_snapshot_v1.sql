-- One row per offer and ledger after which it differs, with the names of Obsrvr's lake; key offer_id, ledger_sequence.
select
    offer_id,
    seller_id as seller_account,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at,
    selling_asset_type,
    nullif(selling_asset_code, '') as selling_asset_code,
    nullif(selling_asset_issuer, '') as selling_asset_issuer,
    buying_asset_type,
    nullif(buying_asset_code, '') as buying_asset_code,
    nullif(buying_asset_issuer, '') as buying_asset_issuer,
    cast(amount_stroops as varchar) as amount,
    -- price: Price of one unit sold, in units bought, as a fraction n/d.
    pricen || '/' || priced as price,
    flags,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label,
    bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_asset_key,
    bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_asset_key
from bronze.offers_raw_v1
where not deleted
