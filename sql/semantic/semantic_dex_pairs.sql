-- One row per traded pair: the asset that makers sold and the asset that takers paid; key pair_key.
-- Windows end at the close of the last loaded ledger.
with latest as (
    select arg_max(closed_at, sequence) as as_of from bronze.history_ledgers_raw_v1
),
trades as (
    select
        *,
        bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_asset_key,
        bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_asset_key,
        coalesce(nullif(selling_account_address, ''), selling_liquidity_pool_id) as seller,
        ledger_closed_at > as_of - interval 24 hours and ledger_closed_at <= as_of as in_day,
        ledger_closed_at > as_of - interval 7 days and ledger_closed_at <= as_of as in_week,
        [history_operation_id, "order"] as place
    from bronze.history_trades_raw_v1
    cross join latest
)
select
    -- pair_key: selling_asset_key and buying_asset_key, with a slash between.
    selling_asset_key || '/' || buying_asset_key as pair_key,
    -- selling_asset_type: Type of the asset that makers sold: native, credit_alphanum4 or credit_alphanum12.
    any_value(selling_asset_type) as selling_asset_type,
    -- selling_asset_code: Code of the asset that makers sold, XLM for lumens.
    coalesce(any_value(nullif(selling_asset_code, '')), 'XLM') as selling_asset_code,
    -- selling_asset_issuer: Issuer of the asset that makers sold; null for lumens.
    any_value(nullif(selling_asset_issuer, '')) as selling_asset_issuer,
    -- buying_asset_type: Type of the asset that takers paid: native, credit_alphanum4 or credit_alphanum12.
    any_value(buying_asset_type) as buying_asset_type,
    -- buying_asset_code: Code of the asset that takers paid, XLM for lumens.
    coalesce(any_value(nullif(buying_asset_code, '')), 'XLM') as buying_asset_code,
    -- buying_asset_issuer: Issuer of the asset that takers paid; null for lumens.
    any_value(nullif(buying_asset_issuer, '')) as buying_asset_issuer,
    -- trade_count: Trades of the pair in the loaded ledgers.
    count(*) as trade_count,
    -- trade_count_24h: Trades in the 24 hours before the close of the last loaded ledger.
    count(*) filter (in_day) as trade_count_24h,
    -- trade_count_7d: Trades in the 7 days before the close of the last loaded ledger.
    count(*) filter (in_week) as trade_count_7d,
    -- selling_volume [units]: Amount that makers sold.
    bronze.token_units(sum(selling_amount_stroops)) as selling_volume,
    -- buying_volume [units]: Amount that takers paid.
    bronze.token_units(sum(buying_amount_stroops)) as buying_volume,
    -- selling_volume_24h [units]: Amount that makers sold in the 24 hours before the close of the last loaded ledger.
    bronze.token_units(coalesce(sum(selling_amount_stroops) filter (in_day), 0)) as selling_volume_24h,
    -- buying_volume_24h [units]: Amount that takers paid in the 24 hours before the close of the last loaded ledger.
    bronze.token_units(coalesce(sum(buying_amount_stroops) filter (in_day), 0)) as buying_volume_24h,
    -- last_price: Price of the last trade: what takers paid per unit sold; exact as last_price_n / last_price_d.
    arg_max(price_n, place) / arg_max(price_d, place) as last_price,
    -- last_price_n: Numerator of the price of the last trade.
    arg_max(price_n, place) as last_price_n,
    -- last_price_d: Denominator of the price of the last trade.
    arg_max(price_d, place) as last_price_d,
    -- unique_sellers: Distinct accounts and pools that sold.
    count(distinct seller) as unique_sellers,
    -- unique_buyers: Distinct accounts that bought.
    count(distinct buying_account_address) as unique_buyers,
    -- first_trade [UTC]: Close time of the first trade in the loaded ledgers.
    min(ledger_closed_at) as first_trade,
    -- last_trade [UTC]: Close time of the last trade in the loaded ledgers.
    max(ledger_closed_at) as last_trade,
    selling_asset_key,
    buying_asset_key
from trades
group by selling_asset_key, buying_asset_key
