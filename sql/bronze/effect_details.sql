-- One row per effect of an operation of a successful transaction, what has columns in its details and the rest put together; key id.
with effects as (
    select
        *,
        bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key,
        bronze.asset_key(sold_asset_type, sold_asset_code, sold_asset_issuer) as sold_asset,
        bronze.asset_key(bought_asset_type, bought_asset_code, bought_asset_issuer) as bought_asset,
        -- wide_amount [units]: What a contract moved, where it has more digits than a column of stroops; null elsewhere.
        case
            when contract_event_type is not null and amount_stroops is null
                then cast(other_details_json ->> '$.amount' as decimal(38, 7))
        end as wide_amount,
        -- other_json [JSON]: What has no column, with the id of a pool in its object; null where there is nothing.
        nullif(
            if(
                type between 90 and 95,
                replace(
                    other_details_json, '"liquidity_pool":{', format('"liquidity_pool":{{"id":"{}",', liquidity_pool_id)
                ),
                other_details_json
            ),
            '{}'
        ) as other_json
    from bronze.history_effects_raw_v1
)

select
    * exclude (sold_asset, bought_asset),
    case when type in (33, 92) then sold_asset end as sold_asset_key,
    case when type in (33, 92) then bought_asset end as bought_asset_key,
    -- details_json [JSON]: What happened as a JSON object, by type; amounts in units as texts of seven decimals.
    -- Codes of assets are letters and digits, since the operations succeeded.
    cast(
        '{' || concat_ws(
            ',',
            format(
                if(type = 0, '"starting_balance":"{}.{:07}"', '"amount":"{}.{:07}"'),
                amount_stroops // 10000000,
                amount_stroops % 10000000
            ),
            if(
                type in (50, 51, 52, 63, 64, 65),
                format('"asset":"{}"', asset_key),
                bronze.asset_names('', asset_type, asset_code, asset_issuer)
            ),
            case
                when type = 92
                    then format(
                        '"sold":{{"asset":"{}","amount":"{}"}},"bought":{{"asset":"{}","amount":"{}"}}',
                        sold_asset,
                        bronze.fixed_units(sold_amount_stroops),
                        bought_asset,
                        bronze.fixed_units(bought_amount_stroops)
                    )
                when seller is not null
                    then format(
                        '"offer_id":{},"seller":"{}","bought_amount":"{}",{},"sold_amount":"{}",{}',
                        offer_id,
                        seller,
                        bronze.fixed_units(bought_amount_stroops),
                        bronze.asset_names('bought_', bought_asset_type, bought_asset_code, bought_asset_issuer),
                        bronze.fixed_units(sold_amount_stroops),
                        bronze.asset_names('sold_', sold_asset_type, sold_asset_code, sold_asset_issuer)
                    )
            end,
            format('"limit":"{}.{:07}"', limit_stroops // 10000000, limit_stroops % 10000000),
            format('"trustor":"{}"', trustor),
            format('"balance_id":"{}"', balance_id),
            case when type < 90 or type = 94 then format('"liquidity_pool_id":"{}"', liquidity_pool_id) end,
            format(
                '"shares_{}":"{}"',
                case type when 90 then 'received' when 91 then 'redeemed' when 95 then 'revoked' end,
                bronze.fixed_units(shares_stroops)
            ),
            format('"contract":"{}"', contract),
            format('"contract_event_type":"{}"', contract_event_type),
            format(if(type < 60, '"public_key":"{}"', '"signer":"{}"'), signer),
            format(if(former_sponsor is null, '"sponsor":"{}"', '"new_sponsor":"{}"'), sponsor),
            format('"former_sponsor":"{}"', former_sponsor),
            substr(other_json, 2, length(other_json) - 2)
        ) || '}' as json
    ) as details_json
from effects
