-- One row per effect of an operation of a successful transaction, with fields of its details as columns; key id.
select
    address,
    address_muxed,
    operation_id,
    type,
    type_string,
    other_details_json,
    closed_at,
    ledger_sequence,
    index,
    id,
    amount_stroops,
    wide_amount,
    asset_type,
    -- asset_code: Code of the asset that was moved or trusted; null for lumens.
    case when asset_issuer is not null then left(asset_key, cast(length(asset_key) - 57 as integer)) end as asset_code,
    asset_issuer,
    bought_amount_stroops,
    bought_asset_type,
    -- bought_asset_code: Code of the asset bought in the trade; null for lumens.
    bronze.key_code(bought_asset_key) as bought_asset_code,
    -- bought_asset_issuer: Issuer of the asset bought in the trade; null for lumens.
    bronze.key_issuer(bought_asset_key) as bought_asset_issuer,
    sold_amount_stroops,
    sold_asset_type,
    -- sold_asset_code: Code of the asset sold in the trade; null for lumens.
    bronze.key_code(sold_asset_key) as sold_asset_code,
    -- sold_asset_issuer: Issuer of the asset sold in the trade; null for lumens.
    bronze.key_issuer(sold_asset_key) as sold_asset_issuer,
    offer_id,
    seller,
    limit_stroops,
    trustor,
    balance_id,
    liquidity_pool_id,
    shares_stroops,
    contract,
    contract_event_type,
    signer,
    sponsor,
    former_sponsor,
    batch_id,
    ledger_range,
    ingestion_timestamp,
    era_id,
    version_label,
    asset_key,
    case when type in (33, 92) then sold_asset_key end as sold_asset_key,
    case when type in (33, 92) then bought_asset_key end as bought_asset_key,
    -- details_json [JSON]: Fields of the effect as a JSON object, by type; amounts in units as texts of seven decimals.
    -- Codes of assets are letters and digits, since the operations succeeded.
    cast(
        '{' || concat_ws(
            ',',
            format(
                '"{}":"{}"',
                if(type = 0, 'starting_balance', 'amount'),
                coalesce(bronze.fixed_units(amount_stroops), wide_amount)
            ),
            if(
                type between 50 and 65,
                format('"asset":"{}"', asset_key),
                bronze.asset_names('', asset_type, bronze.key_code(asset_key), asset_issuer)
            ),
            case
                when type = 92
                    then format(
                        '"sold":{{"asset":"{}","amount":"{}"}},"bought":{{"asset":"{}","amount":"{}"}}',
                        sold_asset_key,
                        bronze.fixed_units(sold_amount_stroops),
                        bought_asset_key,
                        bronze.fixed_units(bought_amount_stroops)
                    )
                when seller is not null
                    then format(
                        '"offer_id":{},"seller":"{}","bought_amount":"{}",{},"sold_amount":"{}",{}',
                        offer_id,
                        seller,
                        bronze.fixed_units(bought_amount_stroops),
                        bronze.asset_names('bought_', bought_asset_type, bronze.key_code(bought_asset_key), bronze.key_issuer(bought_asset_key)),
                        bronze.fixed_units(sold_amount_stroops),
                        bronze.asset_names('sold_', sold_asset_type, bronze.key_code(sold_asset_key), bronze.key_issuer(sold_asset_key))
                    )
            end,
            format('"limit":"{}"', bronze.fixed_units(limit_stroops)),
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
            format('"{}":"{}"', if(type < 60, 'public_key', 'signer'), signer),
            format('"{}":"{}"', if(former_sponsor is null, 'sponsor', 'new_sponsor'), sponsor),
            format('"former_sponsor":"{}"', former_sponsor),
            if(
                type between 90 and 95,
                replace(
                    bronze.json_members(other_details_json),
                    '"liquidity_pool":{',
                    format('"liquidity_pool":{{"id":"{}",', liquidity_pool_id)
                ),
                bronze.json_members(other_details_json)
            )
        ) || '}' as json
    ) as details_json
from bronze.history_effects_raw_v1
