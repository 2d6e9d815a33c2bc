-- One row per claim of an offer or a liquidity pool, with the names of Obsrvr's lake; key operation_id, trade_index.
select
    -- ledger_sequence: Ledger of the trade.
    trades.ledger_sequence,
    transactions.transaction_hash,
    -- operation_index: Position of the operation in its transaction, from 0.
    cast((history_operation_id & 4095) - 1 as integer) as operation_index,
    -- trade_index: Position among the claims of the operation, from 0.
    "order" as trade_index,
    -- trade_type: orderbook or liquidity_pool.
    if(trade_type = 1, 'orderbook', 'liquidity_pool') as trade_type,
    ledger_closed_at as trade_timestamp,
    -- seller_account: Maker: the account whose offer was taken, or the L address of the pool.
    coalesce(nullif(selling_account_address, ''), selling_liquidity_pool_id_strkey) as seller_account,
    nullif(selling_asset_code, '') as selling_asset_code,
    nullif(selling_asset_issuer, '') as selling_asset_issuer,
    -- selling_amount [stroops]: Amount that the maker sold.
    selling_amount_stroops as selling_amount,
    buying_account_address as buyer_account,
    nullif(buying_asset_code, '') as buying_asset_code,
    nullif(buying_asset_issuer, '') as buying_asset_issuer,
    -- buying_amount [stroops]: Amount that the taker paid.
    buying_amount_stroops as buying_amount,
    -- price: Price of one unit sold, in units paid, rounded to ten digits; null if nothing was sold.
    bronze.price(buying_amount_stroops, selling_amount_stroops) as price,
    ledger_closed_at as created_at,
    trades.ledger_range,
    history_operation_id as operation_id,
    bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_asset_key,
    bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_asset_key
from bronze.history_trades_raw_v1 as trades
-- One row each: left out if a query names none of its columns.
inner join bronze.history_transactions_raw_v1 as transactions
    on transactions.ledger_sequence = trades.ledger_sequence and id = history_operation_id & ~4095
