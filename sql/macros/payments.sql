-- Macros: payments. Whether an operation of the type is a payment or a path payment.
create or replace macro bronze.is_payment(type) as (type in (1, 2, 13));

-- The code of an asset, XLM of lumens, by its type and key.
create or replace macro bronze.asset_symbol(asset_type, asset_key) as (
    if(asset_type = 'native', 'XLM', bronze.key_code(asset_key))
)
