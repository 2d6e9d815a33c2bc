-- Macros: integers of up to 128 bits, given as text, and exact sums of them, which may need more. DuckDB reads those of 64 bits in a fraction of the time.
create or replace macro bronze.exact_integer(raw) as (coalesce(cast(try_cast(raw as bigint) as hugeint), try_cast(raw as hugeint)));

-- Two sums, of the upper 64 bits and of the lower ones, are exact whatever is summed.
create or replace macro bronze.upper_bits(number) as (number // 18446744073709551616);
create or replace macro bronze.lower_bits(number) as (number % 18446744073709551616);

-- Whether both together come to 0.
create or replace macro bronze.is_zero(upper, lower) as (
    lower % 18446744073709551616 = 0 and upper + lower // 18446744073709551616 = 0
);

-- What they come to, as text; null where that needs more than 128 bits. DuckDB refuses the least number as a product.
create or replace macro bronze.whole_number(upper, lower) as (
    cast(
        try(
            if(
                upper < 0,
                (upper + 1) * 18446744073709551616 + (lower - 18446744073709551616),
                upper * 18446744073709551616 + lower
            )
        ) as varchar
    )
);
