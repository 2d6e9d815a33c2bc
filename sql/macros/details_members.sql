-- Macros: what views of operations make of columns. A price as an integer of seven decimals, halves rounded up; null when its denominator is 0.
create or replace macro bronze.price_sevenths(n, d) as (
    cast(sign(n) as bigint) * sign(d)
    * ((abs(cast(n as bigint)) * 20000000 + abs(cast(d as bigint))) // nullif(2 * abs(cast(d as bigint)), 0))
);

-- Type, code, issuer and id of an asset as members of a JSON object, a comma before each; null where there is no asset.
create or replace macro bronze.asset_members(prefix, asset_type, asset_code, asset_issuer, asset_id) as (
    format(
        ',"{0}asset_type":"{1}"{2},"{0}asset_id":{3}',
        prefix,
        asset_type,
        -- A code may have characters that JSON escapes.
        coalesce(
            format(
                ',"{0}asset_code":{1},"{0}asset_issuer":"{2}"', prefix, cast(bronze.json_text(asset_code) as varchar), asset_issuer
            ),
            ''
        ),
        asset_id
    )
);

-- What stands between the braces of a JSON object; null of an empty one.
create or replace macro bronze.json_members(object) as (nullif(substr(object, 2, length(object) - 2), ''))
