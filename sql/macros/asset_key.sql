-- Macros: an asset as one text, `native` or `CODE:ISSUER`, which joins with every column named asset_key or *_asset_key; null where there is none.
create or replace macro bronze.asset_key(asset_type, asset_code, asset_issuer) as (
    case
        when asset_type = 'native' then 'native'
        when asset_issuer != '' then asset_code || ':' || asset_issuer
    end
);

-- The code of such a text; null of lumens, and of a contract in its place. Functions alone, without CASE, DuckDB calls for each text of a
-- dictionary and not for each row.
create or replace macro bronze.key_code(asset_key) as (string_split(asset_key, ':')[-2]);

-- The code of an asset, XLM of lumens, by its type and key.
create or replace macro bronze.asset_symbol(asset_type, asset_key) as (
    if(asset_type = 'native', 'XLM', bronze.key_code(asset_key))
);

-- Its issuer; null of lumens, and of a contract in its place.
create or replace macro bronze.key_issuer(asset_key) as (string_split(asset_key, ':')[2]);

-- Type, code and issuer of an asset as members of a JSON object, codes being letters and digits; of lumens the type alone.
create or replace macro bronze.asset_names(prefix, asset_type, asset_code, asset_issuer) as (
    if(
        asset_issuer is null,
        format('"{}asset_type":"{}"', prefix, asset_type),
        format('"{0}asset_type":"{1}","{0}asset_code":"{2}","{0}asset_issuer":"{3}"', prefix, asset_type, asset_code, asset_issuer)
    )
)
