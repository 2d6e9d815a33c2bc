-- One row per day and traded pair of assets, with totals of the days before; key day_agg, asset_a, asset_b.
-- Materialised {"changes": "pairs", "fold": "daily", "sortedBy": ["asset_a", "asset_b", "day_agg"]}
-- As Hubble's trade_agg: of a pair asset A has the lower id; weekly, monthly, yearly are the day and the 7, 30, 365 days before it.
-- Prices are what one of A costs in B, whichever was sold (Hubble inverts none), and first and last trades go by ledger and operation.
with pairs as (
    select
        cast(ledger_closed_at as date) as day_agg,
        if(is_a_sold, selling_asset_id, buying_asset_id) as asset_a,
        if(is_a_sold, selling_asset_code, buying_asset_code) as asset_a_code,
        if(is_a_sold, selling_asset_issuer, buying_asset_issuer) as asset_a_issuer,
        if(is_a_sold, selling_asset_type, buying_asset_type) as asset_a_type,
        if(is_a_sold, selling_asset_key, buying_asset_key) as asset_a_key,
        if(is_a_sold, buying_asset_id, selling_asset_id) as asset_b,
        if(is_a_sold, buying_asset_code, selling_asset_code) as asset_b_code,
        if(is_a_sold, buying_asset_issuer, selling_asset_issuer) as asset_b_issuer,
        if(is_a_sold, buying_asset_type, selling_asset_type) as asset_b_type,
        if(is_a_sold, buying_asset_key, selling_asset_key) as asset_b_key,
        cast(1 as bigint) as trade_count,
        cast(if(is_a_sold, selling_amount, buying_amount) as decimal(38, 7)) as asset_a_volume,
        cast(if(is_a_sold, buying_amount, selling_amount) as decimal(38, 7)) as asset_b_volume,
        history_operation_id as first_operation,
        "order" as first_place,
        if(is_a_sold, price_n, price_d) as open_n,
        if(is_a_sold, price_d, price_n) as open_d,
        history_operation_id as last_operation,
        "order" as last_place,
        open_n as close_n,
        open_d as close_d,
        open_n / nullif(open_d, 0) as high_price,
        open_n / nullif(open_d, 0) as low_price,
        ledger_sequence
    from (
        select
            *,
            selling_asset_id < buying_asset_id as is_a_sold
        from bronze.history_trades
    )
),

daily as (
    select
        day_agg,
        asset_a,
        asset_a_code,
        asset_a_issuer,
        asset_a_type,
        asset_a_key,
        asset_b,
        asset_b_code,
        asset_b_issuer,
        asset_b_type,
        asset_b_key,
        cast(sum(trade_count) as bigint) as trade_count,
        sum(asset_a_volume) as asset_a_volume,
        sum(asset_b_volume) as asset_b_volume,
        min(first_operation) as first_operation,
        arg_min(first_place, (first_operation, first_place)) as first_place,
        arg_min(open_n, (first_operation, first_place)) as open_n,
        arg_min(open_d, (first_operation, first_place)) as open_d,
        max(last_operation) as last_operation,
        arg_max(last_place, (last_operation, last_place)) as last_place,
        arg_max(close_n, (last_operation, last_place)) as close_n,
        arg_max(close_d, (last_operation, last_place)) as close_d,
        max(high_price) as high_price,
        min(low_price) as low_price
    from pairs
    group by
        day_agg,
        asset_a,
        asset_a_code,
        asset_a_issuer,
        asset_a_type,
        asset_a_key,
        asset_b,
        asset_b_code,
        asset_b_issuer,
        asset_b_type,
        asset_b_key
),

periods as (
    from (values ('weekly', 7), ('monthly', 30), ('yearly', 365)) as lengths (period, days)
),

-- A pair has few days with trades beside its trades: each is joined with those before it.
longer as (
    select
        periods.period,
        daily.day_agg,
        daily.asset_a,
        daily.asset_b,
        cast(sum(earlier.trade_count) as bigint) as trade_count,
        sum(earlier.asset_a_volume) as asset_a_volume,
        sum(earlier.asset_b_volume) as asset_b_volume,
        max(earlier.high_price) as high_price,
        min(earlier.low_price) as low_price,
        arg_min(earlier.open_n, earlier.day_agg) as open_n,
        arg_min(earlier.open_d, earlier.day_agg) as open_d
    from daily
    cross join periods
    inner join daily as earlier
        on earlier.asset_a = daily.asset_a
        and earlier.asset_b = daily.asset_b
        and earlier.day_agg between daily.day_agg - periods.days and daily.day_agg
    group by all
)

select
    -- day_agg [UTC]: Day of the trades.
    daily.day_agg,
    -- asset_a: FarmHash of asset A, as in history_assets: the lower hash of the pair.
    daily.asset_a,
    -- asset_a_code: Code of asset A; empty for lumens.
    asset_a_code,
    -- asset_a_issuer: Issuer of asset A; empty for lumens.
    asset_a_issuer,
    -- asset_a_type: Type of asset A: native, credit_alphanum4 or credit_alphanum12.
    asset_a_type,
    -- asset_b: FarmHash of asset B, as in history_assets: the higher hash of the pair.
    daily.asset_b,
    -- asset_b_code: Code of asset B; empty for lumens.
    asset_b_code,
    -- asset_b_issuer: Issuer of asset B; empty for lumens.
    asset_b_issuer,
    -- asset_b_type: Type of asset B: native, credit_alphanum4 or credit_alphanum12.
    asset_b_type,
    -- trade_count_daily [trades]: Trades on the day.
    daily.trade_count as trade_count_daily,
    -- asset_a_volume_daily [units]: Amount of asset A traded on the day.
    daily.asset_a_volume as asset_a_volume_daily,
    -- asset_b_volume_daily [units]: Amount of asset B traded on the day.
    daily.asset_b_volume as asset_b_volume_daily,
    -- avg_price_daily: Mean price of one A in B on the day: volume of B divided by volume of A; null if no A was traded.
    daily.asset_b_volume / nullif(daily.asset_a_volume, 0) as avg_price_daily,
    -- high_price_daily: Highest price of one A in B on the day.
    daily.high_price as high_price_daily,
    -- low_price_daily: Lowest price of one A in B on the day.
    daily.low_price as low_price_daily,
    -- open_n_daily: Numerator of the first trade's price of one A in B, on the day.
    daily.open_n as open_n_daily,
    -- open_d_daily: Denominator of the first trade's price of one A in B, on the day.
    daily.open_d as open_d_daily,
    -- close_n_daily: Numerator of the last trade's price of one A in B, on the day.
    daily.close_n as close_n_daily,
    -- close_d_daily: Denominator of the last trade's price of one A in B, on the day.
    daily.close_d as close_d_daily,
    -- trade_count_weekly [trades]: Trades in the day and the 7 days before.
    weekly.trade_count as trade_count_weekly,
    -- asset_a_volume_weekly [units]: Amount of asset A traded in the day and the 7 days before.
    weekly.asset_a_volume as asset_a_volume_weekly,
    -- asset_b_volume_weekly [units]: Amount of asset B traded in the day and the 7 days before.
    weekly.asset_b_volume as asset_b_volume_weekly,
    -- avg_price_weekly: Mean price of one A in B in the day and the 7 days before: volume of B divided by volume of A; null if no A was traded.
    weekly.asset_b_volume / nullif(weekly.asset_a_volume, 0) as avg_price_weekly,
    -- high_price_weekly: Highest price of one A in B in the day and the 7 days before.
    weekly.high_price as high_price_weekly,
    -- low_price_weekly: Lowest price of one A in B in the day and the 7 days before.
    weekly.low_price as low_price_weekly,
    -- open_n_weekly: Numerator of the first trade's price of one A in B, in the day and the 7 days before.
    weekly.open_n as open_n_weekly,
    -- open_d_weekly: Denominator of the first trade's price of one A in B, in the day and the 7 days before.
    weekly.open_d as open_d_weekly,
    -- close_n_weekly: Numerator of the last trade's price of one A in B, in the day and the 7 days before.
    daily.close_n as close_n_weekly,
    -- close_d_weekly: Denominator of the last trade's price of one A in B, in the day and the 7 days before.
    daily.close_d as close_d_weekly,
    -- trade_count_monthly [trades]: Trades in the day and the 30 days before.
    monthly.trade_count as trade_count_monthly,
    -- asset_a_volume_monthly [units]: Amount of asset A traded in the day and the 30 days before.
    monthly.asset_a_volume as asset_a_volume_monthly,
    -- asset_b_volume_monthly [units]: Amount of asset B traded in the day and the 30 days before.
    monthly.asset_b_volume as asset_b_volume_monthly,
    -- avg_price_monthly: Mean price of one A in B in the day and the 30 days before: volume of B divided by volume of A; null if no A was traded.
    monthly.asset_b_volume / nullif(monthly.asset_a_volume, 0) as avg_price_monthly,
    -- high_price_monthly: Highest price of one A in B in the day and the 30 days before.
    monthly.high_price as high_price_monthly,
    -- low_price_monthly: Lowest price of one A in B in the day and the 30 days before.
    monthly.low_price as low_price_monthly,
    -- open_n_monthly: Numerator of the first trade's price of one A in B, in the day and the 30 days before.
    monthly.open_n as open_n_monthly,
    -- open_d_monthly: Denominator of the first trade's price of one A in B, in the day and the 30 days before.
    monthly.open_d as open_d_monthly,
    -- close_n_monthly: Numerator of the last trade's price of one A in B, in the day and the 30 days before.
    daily.close_n as close_n_monthly,
    -- close_d_monthly: Denominator of the last trade's price of one A in B, in the day and the 30 days before.
    daily.close_d as close_d_monthly,
    -- trade_count_yearly [trades]: Trades in the day and the 365 days before.
    yearly.trade_count as trade_count_yearly,
    -- asset_a_volume_yearly [units]: Amount of asset A traded in the day and the 365 days before.
    yearly.asset_a_volume as asset_a_volume_yearly,
    -- asset_b_volume_yearly [units]: Amount of asset B traded in the day and the 365 days before.
    yearly.asset_b_volume as asset_b_volume_yearly,
    -- avg_price_yearly: Mean price of one A in B in the day and the 365 days before: volume of B divided by volume of A; null if no A was traded.
    yearly.asset_b_volume / nullif(yearly.asset_a_volume, 0) as avg_price_yearly,
    -- high_price_yearly: Highest price of one A in B in the day and the 365 days before.
    yearly.high_price as high_price_yearly,
    -- low_price_yearly: Lowest price of one A in B in the day and the 365 days before.
    yearly.low_price as low_price_yearly,
    -- open_n_yearly: Numerator of the first trade's price of one A in B, in the day and the 365 days before.
    yearly.open_n as open_n_yearly,
    -- open_d_yearly: Denominator of the first trade's price of one A in B, in the day and the 365 days before.
    yearly.open_d as open_d_yearly,
    -- close_n_yearly: Numerator of the last trade's price of one A in B, in the day and the 365 days before.
    daily.close_n as close_n_yearly,
    -- close_d_yearly: Denominator of the last trade's price of one A in B, in the day and the 365 days before.
    daily.close_d as close_d_yearly,
    -- asset_a_key: Asset A for joins: native or CODE:ISSUER.
    daily.asset_a_key,
    -- asset_b_key: Asset B for joins: native or CODE:ISSUER.
    daily.asset_b_key
from daily
inner join longer as weekly
    on weekly.period = 'weekly'
    and weekly.day_agg = daily.day_agg
    and weekly.asset_a = daily.asset_a
    and weekly.asset_b = daily.asset_b
inner join longer as monthly
    on monthly.period = 'monthly'
    and monthly.day_agg = daily.day_agg
    and monthly.asset_a = daily.asset_a
    and monthly.asset_b = daily.asset_b
inner join longer as yearly
    on yearly.period = 'yearly'
    and yearly.day_agg = daily.day_agg
    and yearly.asset_a = daily.asset_a
    and yearly.asset_b = daily.asset_b
