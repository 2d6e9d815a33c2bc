-- Macros: movements of value. A movement as mint, burn or transfer: what an issuer gives comes into being, what it gets goes out (CAP-67).
create or replace macro semantic.flow_type(giver, getter, issuer) as (
    case
        when giver is null then 'mint'
        when getter is null then 'burn'
        when giver = getter then 'transfer'
        when giver = issuer then 'mint'
        when getter = issuer then 'burn'
        else 'transfer'
    end
);

-- A sum of amounts in units; for a token without an asset, whose decimals are its own, as it is.
create or replace macro semantic.volume(asset_type, amount) as (
    if(
        asset_type is null,
        try_cast(amount as decimal(38, 7)),
        try_cast(amount as decimal(38, 0)) * cast('0.0000001' as decimal(7, 7))
    )
);
