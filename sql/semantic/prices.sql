-- One row per period with trades of two assets, as a candle: price of one unit of the base asset in the quote asset; key period_start.
-- Asked for by the base and the quote asset (XLM, CODE:ISSUER, or a code that one traded asset has) and the length of a period, such as '1 hour'.
-- Trades with offers and pools count in both directions, so the inverse pair has the inverse prices. Dust sets no price, and counts in volumes.
-- Dust is a trade with fewer than 1,000 stroops on a side, where rounding alone moves the price by 0.1 % or more, and a trade with less than a
-- hundredth of the period's median trade on both sides, such as an offer of 0.01 XLM at any price. A period of dust alone has no prices.
create or replace macro semantic.prices(base, quote, "interval") as table
with named as (
    select distinct
        asset_code,
        asset_key
    from (
        select
            selling_asset_code as asset_code,
            bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as asset_key
        from bronze.history_trades_raw_v1
        where selling_asset_code in (base, quote)
        union all
        select
            buying_asset_code as asset_code,
            bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as asset_key
        from bronze.history_trades_raw_v1
        where buying_asset_code in (base, quote)
    )
),

asked as (
    select
        side,
        given,
        case
            when given in ('XLM', 'native') then 'native'
            when contains(given, ':') then given
            when count(asset_key) = 1 then any_value(asset_key)
            when count(asset_key) = 0
                then error('no asset with the code ' || given || ' was traded; name it as XLM or CODE:ISSUER')
            else error(
                'several assets have the code ' || given || ': name one of '
                || string_agg(asset_key, ', ' order by asset_key)
            )
        end as asset_key
    from (values ('base', cast(base as varchar)), ('quote', cast(quote as varchar))) as sides (side, given)
    left join named on named.asset_code = given
    where given is not null
    group by side, given
),

pair as (
    select
        any_value(asset_key) filter (side = 'base') as base_key,
        any_value(asset_key) filter (side = 'quote') as quote_key
    from asked
),

trades as (
    select
        time_bucket(cast("interval" as interval), ledger_closed_at) as period_start,
        [history_operation_id, "order"] as place,
        if(selling_key = base_key, selling_amount_stroops, buying_amount_stroops) as base_amount,
        if(selling_key = base_key, buying_amount_stroops, selling_amount_stroops) as quote_amount,
        least(selling_amount_stroops, buying_amount_stroops) >= 1000 as is_exact
    from (
        select
            *,
            bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_key,
            bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_key
        from bronze.history_trades_raw_v1
    )
    cross join pair
    where (selling_key = base_key and buying_key = quote_key) or (selling_key = quote_key and buying_key = base_key)
),

medians as (
    select
        period_start,
        quantile_disc(base_amount, 0.5) as base_median,
        quantile_disc(quote_amount, 0.5) as quote_median
    from trades
    where is_exact
    group by period_start
),

priced as (
    select
        trades.*,
        cast(quote_amount as double) / cast(base_amount as double) as price,
        coalesce(
            is_exact and (base_amount >= base_median / 100 or quote_amount >= quote_median / 100), false
        ) as sets_price
    from trades
    left join medians using (period_start)
)

select
    -- period_start [UTC]: Start of the period; weeks begin on Monday.
    period_start,
    -- open: Price of the first trade of the period, in quote per base; null if all trades are dust.
    arg_min(price, place) filter (sets_price) as open,
    -- high: Highest price of the period, in quote per base; null if all trades are dust.
    max(price) filter (sets_price) as high,
    -- low: Lowest price of the period, in quote per base; null if all trades are dust.
    min(price) filter (sets_price) as low,
    -- close: Price of the last trade of the period, in quote per base; null if all trades are dust.
    arg_max(price, place) filter (sets_price) as close,
    -- base_volume [units]: Amount of the base asset traded, dust included.
    bronze.token_units(sum(base_amount)) as base_volume,
    -- quote_volume [units]: Amount of the quote asset traded, dust included.
    bronze.token_units(sum(quote_amount)) as quote_volume,
    -- trades [trades]: Trades of the period, dust included.
    count(*) as trades,
    -- dust_trades [trades]: Trades of the period that are dust: too small to set a price.
    count(*) filter (not sets_price) as dust_trades
from priced
group by period_start
order by period_start
