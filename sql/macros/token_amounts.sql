-- Macros: amounts of tokens, whose decimals differ. An integer, given as text, with its last digits after a point; exact, whatever its size.
create or replace macro bronze.scaled_digits(digits, decimals) as (
    left(digits, cast(length(digits) - decimals as integer)) || '.' || right(digits, decimals)
);

-- Null past 255 decimals, which no token means.
create or replace macro bronze.scaled_text(raw, decimals) as (
    case
        when decimals = 0 then raw
        when decimals between 1 and 255
            then if(starts_with(raw, '-'), '-', '') || bronze.scaled_digits(
                lpad(
                    ltrim(raw, '-'), cast(greatest(length(ltrim(raw, '-')), decimals + 1) as integer), '0'
                ),
                decimals
            )
    end
);

-- The same as a number of nine decimals, rounded, null where it does not fit. DuckDB reads a text as a number of 128 bits in 6 us, of
-- 64 bits in 0.03, which hold what has eight digits before the point, as nearly all have.
create or replace macro bronze.scaled_amount(raw, decimals) as (
    case
        when length(raw) - decimals <= 8 then try_cast(bronze.scaled_text(raw, decimals) as decimal(18, 9))
        else try_cast(bronze.scaled_text(raw, decimals) as decimal(38, 9))
    end
);

-- The holder in the key of an entry as tokens keep balances, the vector [Balance, address]; null of every other key.
create or replace macro bronze.balance_owner(key_decoded) as (
    case
        when starts_with(cast(key_decoded as varchar), '{"vec":[{"symbol":"Balance"},{"address":"')
            and json_array_length(key_decoded, '$.vec') = 2
            then key_decoded ->> '$.vec[1].address'
    end
);

-- The balance in such an entry as text: an i128, or the amount of a map, as asset contracts have it; null where it is neither.
create or replace macro bronze.balance_raw(val_decoded) as (
    coalesce(
        val_decoded ->> '$.i128',
        list_filter(
            bronze.json_list(val_decoded, '$.map'), lambda item : item ->> '$.key.symbol' = 'amount'
        )[1] ->> '$.val.i128'
    )
)
