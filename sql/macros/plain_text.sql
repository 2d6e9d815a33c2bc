-- Macros: a text of a contract without the escapes of SEP-51, which has bytes other than printable ASCII, and backslashes, escaped. These go
-- first: those that are left begin an escape. A text that is no UTF-8 stays as it was. Other engines take a plus for a blank.
create or replace macro bronze.percent_encoded(escaped) as (
    replace(replace(replace(replace(escaped, '%', '%25'), '+', '%2B'), '\\', '%5C'), '\x', '%')
);

create or replace macro bronze.plain_text(escaped) as (
    coalesce(
        try(
            url_decode(
                replace(
                    replace(replace(replace(bronze.percent_encoded(escaped), '\n', '%0A'), '\t', '%09'), '\r', '%0D'),
                    '\0',
                    '%00'
                )
            )
        ),
        escaped
    )
)
