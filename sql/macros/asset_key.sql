-- A macro: an asset as one text, `native` or `CODE:ISSUER`, which joins with every column named asset_key or *_asset_key; null where there is none.
create or replace macro bronze.asset_key(asset_type, asset_code, asset_issuer) as (
    case
        when asset_type = 'native' then 'native'
        when asset_issuer != '' then asset_code || ':' || asset_issuer
    end
)
