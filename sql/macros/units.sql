-- Macros: amounts. Stroops in units, seven decimals. Those of 17 digits, which nearly all are, take DuckDB a third of the time: it
-- counts them in 64 bits. The type is said once more for engines that do not know that of a case.
create or replace macro bronze.units(stroops) as (
    cast(
        case
            when stroops between -100000000000000000 and 100000000000000000
                then cast(stroops as decimal(18, 0)) * cast('0.0000001' as decimal(7, 7))
            else cast(stroops * 0.0000001 as decimal(19, 7))
        end as decimal(19, 7)
    )
);

-- The same of no negative amount as text.
create or replace macro bronze.fixed_units(stroops) as (
    format('{}.{:07}', stroops // 10000000, stroops % 10000000)
);

-- The same of any amount without zeros at the end.
create or replace macro bronze.units_text(stroops) as (
    rtrim(rtrim(cast(bronze.units(stroops) as varchar), '0'), '.')
);

-- Units in stroops.
create or replace macro bronze.stroops(units) as (cast(units * 10000000 as bigint));

-- Whole numbers of any size in units of seven decimals; null where 38 digits do not hold them.
create or replace macro bronze.token_units(whole) as (
    try_cast(whole as decimal(38, 0)) * cast('0.0000001' as decimal(7, 7))
);
