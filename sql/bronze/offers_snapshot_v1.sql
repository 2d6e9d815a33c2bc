-- One row per offer and ledger after which it differs, as Obsrvr's lake names it; key offer_id, ledger_sequence.
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
    pricen || '/' || priced as price,
    flags,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.offers_raw_v1
where not deleted
