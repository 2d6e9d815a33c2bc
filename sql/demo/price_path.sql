-- One row per slice of the loaded ledgers, sixty at most, in which the pair that is traded most often was traded.
with
trades as (
    select
        ledger_sequence,
        ledger_closed_at,
        selling_asset_key < buying_asset_key as sells_quote,
        if(sells_quote, buying_asset_key, selling_asset_key) as base,
        if(sells_quote, selling_asset_key, buying_asset_key) as quote,
        if(sells_quote, buying_amount, selling_amount) as base_amount,
        if(sells_quote, selling_amount, buying_amount) as quote_amount
    from history_trades
),

best_pair as (
    select
        base,
        quote
    from trades
    where base_amount > 0
    group by
        base,
        quote
    order by
        count(*) desc,
        base,
        quote
    limit 1
),

span as (
    select
        min(sequence) as first_ledger,
        ceil((max(sequence) - min(sequence) + 1) / 60)::integer as ledgers
    from history_ledgers
),

-- Trades of a few stroops are rounded: they count by what they moved, and set no price of their own.
final as (
    select
        min(ledger_sequence) as ledger_sequence,
        min(ledger_closed_at) as closed_at,
        count(*) as trades,
        sum(base_amount)::double as base_amount,
        sum(quote_amount)::double / sum(base_amount)::double as price
    from trades
    inner join best_pair using (base, quote)
    cross join span
    where base_amount > 0
    group by (ledger_sequence - first_ledger) // ledgers
)

select * from final
order by ledger_sequence
