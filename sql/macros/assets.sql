-- Macros: assets and what is held of them. Whether columns name an asset by its code and issuer; XLM, or native, without issuer are lumens.
create or replace macro gold.is_asset(type, code, issuer, wanted_code, wanted_issuer) as (
    if(
        wanted_issuer is null,
        type = 'native' and wanted_code in ('XLM', 'native'),
        code = wanted_code and issuer = wanted_issuer
    )
);

-- The sum of some balances in units; null where one is beyond 30 digits, which only the contract of an asset can keep.
create or replace macro gold.held(stroops, is_counted) as (
    if(
        bool_or(is_counted and stroops > 1000000000000000000000000000000),
        null,
        try_cast(
            coalesce(sum(least(stroops, 1000000000000000000000000000000)) filter (is_counted), 0) as decimal(38, 0)
        ) * cast('0.0000001' as decimal(7, 7))
    )
);

-- A part, or a change, of a whole in percent with two decimals, halves rounded away from 0; null of nothing.
create or replace macro gold.percent(part, whole) as (
    cast(sign(part) * ((20000 * abs(part) + whole) // nullif(2 * whole, 0)) as decimal(36, 0)) * cast('0.01' as decimal(2, 2))
);

-- The key of an asset by its code and issuer; null of a code without issuer that is none of lumens.
create or replace macro gold.key_of_asset(code, issuer) as (
    if(issuer is null and code in ('XLM', 'native'), 'native', code || ':' || issuer)
);
