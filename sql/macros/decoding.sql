-- Macros: what texts hold, which other engines read in words of their own. The items of the list at a path of JSON.
create or replace macro bronze.json_list(value, path) as (cast(json_extract(value, path) as json []));

-- JSON of a text, and of a list of JSON.
create or replace macro bronze.json_text(plain) as (to_json(plain));
create or replace macro bronze.json_array(items) as (to_json(items));

-- The number that hexadecimal digits mean.
create or replace macro bronze.hex_integer(digits) as (cast('0x' || digits as bigint))
