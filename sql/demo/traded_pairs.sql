-- One row per pair of assets, of the five that were traded most often. The price is how many of `quote` were paid for one of `base`.
with
trades as (
    select
        ledger_sequence,
        history_operation_id,
        "order",
        selling_liquidity_pool_id is not null as in_pool,
        selling_asset_key < buying_asset_key as sells_quote,
        if(sells_quote, buying_asset_key, selling_asset_key) as base,
        if(sells_quote, selling_asset_key, buying_asset_key) as quote,
        if(sells_quote, buying_amount, selling_amount) as base_amount,
        if(sells_quote, selling_amount, buying_amount) as quote_amount
    from history_trades
),

final as (
    select
        base,
        quote,
        count(*) as trades,
        count(*) filter (in_pool) as in_pools,
        sum(base_amount) as base_amount,
        sum(quote_amount) as quote_amount,
        sum(quote_amount)::double / sum(base_amount)::double as average_price
    from trades
    where base_amount > 0
    group by
        base,
        quote
)

select * from final
order by
    trades desc,
    base,
    quote
limit 5
