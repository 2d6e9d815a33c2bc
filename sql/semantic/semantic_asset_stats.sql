-- One row per asset, and per other token that moved or is held; key asset_key.
-- Windows end at the close of the last loaded ledger.
with latest as (
    select arg_max(closed_at, sequence) as as_of from bronze.history_ledgers_raw_v1
),
windows as (
    select true as in_day, false as in_week, 1 as sign, as_of - interval 24 hours as since from latest
    union all
    select false, true, 1, as_of - interval 7 days from latest
    union all
    select true, true, -1, as_of from latest
),
-- Whole hours, and of those in which the windows begin each movement by itself; without those of the last hour that closed after them.
movements as (
    select
        contract_id,
        hour_agg > as_of - interval 24 hours and hour_agg <= as_of as in_day,
        hour_agg > as_of - interval 7 days and hour_agg <= as_of as in_week,
        sent_count,
        sent_raw,
        large_count,
        mint_count,
        burn_count
    from silver.hourly_transfer_agg_address
    cross join latest
    union all
    select
        contract_id,
        in_day,
        in_week,
        sign,
        sign * cast(bronze.summable(amount_raw) as hugeint),
        sign * cast(bronze.summable(amount_raw) is null as bigint),
        sign * cast(semantic.flow_type("from", "to", bronze.key_issuer(asset_key)) = 'mint' as bigint),
        sign * cast(semantic.flow_type("from", "to", bronze.key_issuer(asset_key)) = 'burn' as bigint)
    from bronze.token_transfers_raw_raw_v1
    inner join windows on date_trunc('hour', closed_at) = date_trunc('hour', since) and closed_at > since
    where event_topic != 'fee'
),
sums as (
    select
        contract_id,
        coalesce(sum(sent_count) filter (in_day), 0) as count_day,
        coalesce(sum(sent_count) filter (in_week), 0) as count_week,
        coalesce(sum(large_count) filter (in_day), 0) as large_day,
        coalesce(sum(large_count) filter (in_week), 0) as large_week,
        coalesce(sum(sent_raw) filter (in_day), 0) as volume_day,
        coalesce(sum(sent_raw) filter (in_week), 0) as volume_week,
        coalesce(sum(mint_count) filter (in_day), 0) as mints,
        coalesce(sum(burn_count) filter (in_day), 0) as burns
    from movements
    group by contract_id
),
known as (
    -- The contract of a token tells which asset it is of.
    select
        asset_key,
        contract_id,
        asset_type,
        asset_code,
        asset_issuer,
        cast(count_day as bigint) as count_day,
        cast(count_week as bigint) as count_week,
        if(large_day = 0, volume_day, null) as volume_day,
        if(large_week = 0, volume_week, null) as volume_week,
        cast(mints as bigint) as mints,
        cast(burns as bigint) as burns,
        first_transfer as first_seen,
        last_transfer,
        null as holder_count,
        null as token_name,
        null as token_symbol,
        null as token_decimals
    from silver.contract_activity
    left join sums using (contract_id)
    where transfers > 0
    union all
    -- Contracts hold assets, too, but are no holders of one.
    select
        asset_key,
        null,
        any_value(nullif(asset_type, 'soroban_token')),
        any_value(asset_code),
        any_value(asset_issuer),
        null, null, null, null, null, null, null, null,
        count(*),
        null, null, null
    from silver.address_balances_current
    where asset_type = 'soroban_token' or balance_source in ('account', 'trustline') and liquidity_pool_id is null
    group by asset_key
    union all
    select
        asset_key,
        contract_id,
        asset_type,
        asset_code,
        asset_issuer,
        null, null, null, null, null, null, null, null,
        null,
        token_name,
        token_symbol,
        token_decimals
    from silver.token_registry
),
stats as (
    select
        asset_key,
        any_value(asset_type) as asset_type,
        any_value(asset_code) as asset_code,
        any_value(asset_issuer) as asset_issuer,
        any_value(token_name) as token_name,
        any_value(token_symbol) as token_symbol,
        any_value(token_decimals) as token_decimals,
        coalesce(any_value(contract_id), if(any_value(asset_type) is null, asset_key, null)) as contract_id,
        any_value(holder_count) as holder_count,
        any_value(count_day) as count_day,
        any_value(count_week) as count_week,
        any_value(volume_day) as volume_day,
        any_value(volume_week) as volume_week,
        any_value(mints) as mints,
        any_value(burns) as burns,
        any_value(first_seen) as first_seen,
        any_value(last_transfer) as last_transfer
    from known
    group by asset_key
),
coverage as (
    select coalesce(arg_max(state_coverage, ledger_sequence), 'touched_only') as state_coverage
    from silver.daily_state_coverage
)
select
    -- asset_key: The asset for joins: native or CODE:ISSUER; for a token without an asset its contract.
    asset_key,
    -- asset_code: Code of the asset, XLM for lumens; null if the token has no asset.
    asset_code,
    -- asset_issuer: Issuer of the asset; null for lumens and for a token without an asset.
    asset_issuer,
    -- asset_type: native, credit_alphanum4 or credit_alphanum12; soroban_token if the token has no asset.
    coalesce(asset_type, 'soroban_token') as asset_type,
    -- token_name: Name that the contract stores; for an asset, native or CODE:ISSUER.
    coalesce(token_name, if(asset_type is null, null, asset_key)) as token_name,
    -- token_symbol: Symbol that the contract stores; for an asset, native or its code.
    coalesce(token_symbol, asset_code) as token_symbol,
    -- token_decimals: Decimals that the contract stores; 7 for an asset; null for a token without metadata.
    coalesce(token_decimals, if(asset_type is null, null, 7)) as token_decimals,
    -- contract_id: Contract of the token; for an asset, its asset contract (SAC), deployed or not; null while only entries name the asset.
    contract_id,
    -- holder_count: Accounts that hold the asset; for a token without an asset, holders in contract storage. Null while state_coverage is touched_only.
    if(state_coverage = 'full', coalesce(holder_count, 0), null) as holder_count,
    -- known_holder_count: Holders counted from the entries that the lake has.
    coalesce(holder_count, 0) as known_holder_count,
    -- state_coverage: full if every entry is known after the last loaded ledger, touched_only if only changed entries are.
    state_coverage,
    -- transfer_count_24h: Movements, mints and burns included, in the 24 hours before the close of the last loaded ledger.
    coalesce(count_day, 0) as transfer_count_24h,
    -- transfer_volume_24h [units]: Amount moved in the 24 hours before the close of the last loaded ledger; in the smallest unit for a token without an asset. Null if a movement does not fit.
    semantic.volume(asset_type, coalesce(volume_day, if(count_day is null, 0, null))) as transfer_volume_24h,
    -- transfer_count_7d: Movements, mints and burns included, in the 7 days before the close of the last loaded ledger.
    coalesce(count_week, 0) as transfer_count_7d,
    -- transfer_volume_7d [units]: Amount moved in the 7 days before the close of the last loaded ledger; in the smallest unit for a token without an asset. Null if a movement does not fit.
    semantic.volume(asset_type, coalesce(volume_week, if(count_week is null, 0, null))) as transfer_volume_7d,
    -- mint_count_24h: Mints in the 24 hours before the close of the last loaded ledger.
    coalesce(mints, 0) as mint_count_24h,
    -- burn_count_24h: Burns and clawbacks in the 24 hours before the close of the last loaded ledger.
    coalesce(burns, 0) as burn_count_24h,
    -- first_seen [UTC]: Close time of the first movement in the loaded ledgers; null if there is none.
    first_seen,
    -- last_transfer [UTC]: Close time of the last movement in the loaded ledgers; null if there is none.
    last_transfer
from stats
cross join coverage
