-- A macro: an integer, given as text, as a number of which sums of any length can be made; null of more than 30 letters, which only a contract of
-- its own can tell of. Nearly all are of 64 bits, which DuckDB reads faster.
create or replace macro bronze.summable(raw) as (
    case
        when length(raw) <= 18 then cast(try_cast(raw as bigint) as decimal(38, 0))
        when length(raw) <= 30 then try_cast(raw as decimal(38, 0))
    end
)
