-- A macro: the value under a symbol in a map of SEP-51 JSON; null where there is no such map or symbol.
create or replace macro bronze.map_value(value, symbol) as (
    json_extract(
        list_filter(bronze.json_list(value, '$.map'), lambda item : item ->> '$.key.symbol' = symbol)[1],
        '$.val'
    )
)
