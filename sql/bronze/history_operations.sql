-- One row per operation of every transaction, failed ones included; key id.
select
    id,
    transaction_id,
    source_account,
    source_account_muxed,
    type,
    type_string,
    -- details: Fields of the operation as a struct, by type; those of other types are null. Amounts in units.
    struct_concat(
        struct_pack(
            funder := case when type = 0 then source_account end,
            account := case when type = 0 then destination when type = 8 then source_account end,
            starting_balance := case when type = 0 then bronze.units(amount_stroops) end,
            sponsor := sponsor,
            "from" := case when list_contains([1, 2, 13], type) then source_account else details_from end,
            "to" := case when not list_contains([0, 8], type) then destination end,
            asset_type := case when type != 14 then asset_type end,
            asset_code := case when type != 14 then asset_code end,
            asset_issuer := case when type != 14 then asset_issuer end,
            asset_id := case when type != 14 then asset_id end,
            amount := case when type != 0 then bronze.units(amount_stroops) end,
            source_asset_type := source_asset_type,
            source_asset_code := source_asset_code,
            source_asset_issuer := source_asset_issuer,
            source_asset_id := source_asset_id,
            source_amount := bronze.units(source_amount_stroops),
            source_max := bronze.units(source_max_stroops),
            destination_min := bronze.fixed_units(destination_min_stroops),
            selling_asset_type := selling_asset_type,
            selling_asset_code := selling_asset_code,
            selling_asset_issuer := selling_asset_issuer,
            selling_asset_id := selling_asset_id,
            buying_asset_type := buying_asset_type,
            buying_asset_code := buying_asset_code,
            buying_asset_issuer := buying_asset_issuer,
            buying_asset_id := buying_asset_id,
            price := bronze.price_sevenths(price_n, price_d) / 1e7,
            price_r := case when list_contains([3, 4, 12], type) then struct_pack(n := price_n, d := price_d) end,
            offer_id := offer_id,
            liquidity_pool_id := liquidity_pool_id,
            liquidity_pool_id_strkey := liquidity_pool_id_strkey,
            trustee := case when type = 6 then asset_issuer when type = 7 then source_account end,
            trustor := case when type = 6 then source_account else trustor end,
            "limit" := bronze.units(limit_stroops),
            "into" := case when type = 8 then destination end,
            asset := case when type = 14 then bronze.asset_key(asset_type, asset_code, asset_issuer) else contract_asset end,
            balance_id := balance_id,
            balance_id_strkey := balance_id_strkey,
            claimant := case when type = 15 then source_account end,
            sponsored_id := sponsored_id,
            reserve_a_asset_type := reserve_a_asset_type,
            reserve_a_asset_code := reserve_a_asset_code,
            reserve_a_asset_issuer := reserve_a_asset_issuer,
            reserve_a_asset_id := reserve_a_asset_id,
            reserve_b_asset_type := reserve_b_asset_type,
            reserve_b_asset_code := reserve_b_asset_code,
            reserve_b_asset_issuer := reserve_b_asset_issuer,
            reserve_b_asset_id := reserve_b_asset_id,
            reserve_a_max_amount := bronze.units(reserve_a_max_amount_stroops),
            reserve_a_deposit_amount := bronze.units(reserve_a_deposit_amount_stroops),
            reserve_b_max_amount := bronze.units(reserve_b_max_amount_stroops),
            reserve_b_deposit_amount := bronze.units(reserve_b_deposit_amount_stroops),
            shares_received := bronze.units(shares_received_stroops),
            shares := bronze.units(shares_stroops),
            reserve_a_min_amount := bronze.units(reserve_a_min_amount_stroops),
            reserve_a_withdraw_amount := bronze.units(reserve_a_withdraw_amount_stroops),
            reserve_b_min_amount := bronze.units(reserve_b_min_amount_stroops),
            reserve_b_withdraw_amount := bronze.units(reserve_b_withdraw_amount_stroops),
            "function" := host_function,
            contract_id := contract_id
        ),
        json_transform(
            other_details_json,
            '{
            "funder_muxed": "VARCHAR",
            "funder_muxed_id": "UBIGINT",
            "from_muxed": "VARCHAR",
            "from_muxed_id": "UBIGINT",
            "to_muxed": "VARCHAR",
            "to_muxed_id": "UBIGINT",
            "path": [{"asset_type": "VARCHAR", "asset_code": "VARCHAR", "asset_issuer": "VARCHAR"}],
            "inflation_dest": "VARCHAR",
            "clear_flags": ["INTEGER"],
            "clear_flags_s": ["VARCHAR"],
            "set_flags": ["INTEGER"],
            "set_flags_s": ["VARCHAR"],
            "master_key_weight": "BIGINT",
            "low_threshold": "BIGINT",
            "med_threshold": "BIGINT",
            "high_threshold": "BIGINT",
            "home_domain": "VARCHAR",
            "signer_key": "VARCHAR",
            "signer_weight": "BIGINT",
            "trustor_muxed": "VARCHAR",
            "trustor_muxed_id": "UBIGINT",
            "trustee_muxed": "VARCHAR",
            "trustee_muxed_id": "UBIGINT",
            "authorize": "BOOLEAN",
            "authorize_to_maintain_liabilities": "BOOLEAN",
            "clawback_enabled": "BOOLEAN",
            "account_muxed": "VARCHAR",
            "account_muxed_id": "UBIGINT",
            "into_muxed": "VARCHAR",
            "into_muxed_id": "UBIGINT",
            "name": "VARCHAR",
            "value": "VARCHAR",
            "bump_to": "VARCHAR",
            "claimants": [{"destination": "VARCHAR", "predicate": "JSON"}],
            "claimant_muxed": "VARCHAR",
            "claimant_muxed_id": "UBIGINT",
            "begin_sponsor": "VARCHAR",
            "begin_sponsor_muxed": "VARCHAR",
            "begin_sponsor_muxed_id": "UBIGINT",
            "account_id": "VARCHAR",
            "trustline_account_id": "VARCHAR",
            "trustline_asset": "VARCHAR",
            "trustline_liquidity_pool_id": "VARCHAR",
            "trustline_liquidity_pool_id_strkey": "VARCHAR",
            "data_account_id": "VARCHAR",
            "data_name": "VARCHAR",
            "claimable_balance_id": "VARCHAR",
            "claimable_balance_id_strkey": "VARCHAR",
            "signer_account_id": "VARCHAR",
            "min_price": "DOUBLE",
            "min_price_r": {"n": "INTEGER", "d": "INTEGER"},
            "max_price": "DOUBLE",
            "max_price_r": {"n": "INTEGER", "d": "INTEGER"},
            "type": "VARCHAR",
            "ledger_key_hash": ["VARCHAR"],
            "contract_code_hash": "VARCHAR",
            "parameters": [{"type": "VARCHAR", "value": "VARCHAR"}],
            "parameters_decoded": [{"type": "VARCHAR", "value": "VARCHAR"}],
            "parameters_json": ["VARCHAR"],
            "parameters_json_decoded": ["JSON"],
            "asset_balance_changes": [{"type": "VARCHAR", "from": "VARCHAR", "to": "VARCHAR", "amount": "VARCHAR", "asset_type": "VARCHAR", "asset_code": "VARCHAR", "asset_issuer": "VARCHAR"}],
            "address": "VARCHAR",
            "extend_to": "BIGINT"
            }'
        )
    ) as details,
    -- details_json [JSON]: Fields of the operation as a JSON object, by type; amounts in units, exact.
    cast(
        '{' || substr(
            concat(
                format(
                    ',"{}":"{}"',
                    case
                        when bronze.is_payment(type) then 'from'
                        when type = 0 then 'funder'
                        when type = 6 then 'trustor'
                        when type = 7 then 'trustee'
                        when type = 8 then 'account'
                        when type = 15 then 'claimant'
                    end,
                    source_account
                ),
                format(
                    ',"{}":"{}"', case type when 0 then 'account' when 8 then 'into' else 'to' end, destination
                ),
                format(
                    ',"{}":{}',
                    case type when 0 then 'starting_balance' else 'amount' end,
                    -- Of a path payment that failed it is a text, as in stellar-etl.
                    case
                        when type = 13 and amount_stroops = 0 then '"0.0000000"' else bronze.units_text(amount_stroops)
                    end
                ),
                case
                    when type = 14 then ',"asset":' || bronze.json_text(operation_asset)
                    when type = 6 and asset_id is null then ',"asset_type":"liquidity_pool_shares"'
                    else bronze.asset_members('', asset_type, asset_code, asset_issuer, asset_id)
                end,
                bronze.asset_members(
                    case when type in (2, 13) then 'source_' when type in (22, 23) then 'reserve_a_' else 'selling_' end,
                    coalesce(source_asset_type, selling_asset_type, reserve_a_asset_type),
                    coalesce(source_asset_code, selling_asset_code, reserve_a_asset_code),
                    coalesce(source_asset_issuer, selling_asset_issuer, reserve_a_asset_issuer),
                    coalesce(source_asset_id, selling_asset_id, reserve_a_asset_id)
                ),
                bronze.asset_members(
                    case when type in (22, 23) then 'reserve_b_' else 'buying_' end,
                    coalesce(buying_asset_type, reserve_b_asset_type),
                    coalesce(buying_asset_code, reserve_b_asset_code),
                    coalesce(buying_asset_issuer, reserve_b_asset_issuer),
                    coalesce(buying_asset_id, reserve_b_asset_id)
                ),
                case
                    when type in (2, 13) then concat(
                        format(
                            ',"source_amount":{}',
                            case
                                when type = 2 and source_amount_stroops = 0 then '"0.0000000"'
                                else bronze.units_text(source_amount_stroops)
                            end
                        ),
                        format(',"source_max":{}', bronze.units_text(source_max_stroops)),
                        format(',"destination_min":"{}"', bronze.fixed_units(destination_min_stroops))
                    )
                    when type in (3, 4, 12) then concat(
                        format(
                            ',"price":{},"price_r":{{"n":{},"d":{}}}',
                            coalesce(bronze.units_text(bronze.price_sevenths(price_n, price_d)), 'null'),
                            price_n,
                            price_d
                        )
                    )
                    when type in (6, 7, 16, 21) then concat(
                        format(',"trustor":"{}"', trustor),
                        format(
                            ',"trustee":{}',
                            case
                                when type = 6 and asset_type = 'native' then 'null'
                                when type = 6 then '"' || asset_issuer || '"'
                            end
                        ),
                        format(',"limit":{}', bronze.units_text(limit_stroops)),
                        format(',"sponsored_id":"{}"', sponsored_id)
                    )
                    when type = 22 then
                        format(
                            ',"reserve_a_max_amount":{},"reserve_a_deposit_amount":{},"reserve_b_max_amount":{},"reserve_b_deposit_amount":{},"shares_received":{}',
                            bronze.units_text(reserve_a_max_amount_stroops),
                            bronze.units_text(reserve_a_deposit_amount_stroops),
                            bronze.units_text(reserve_b_max_amount_stroops),
                            bronze.units_text(reserve_b_deposit_amount_stroops),
                            bronze.units_text(shares_received_stroops)
                        )
                    when type = 23 then
                        format(
                            ',"shares":{},"reserve_a_min_amount":{},"reserve_a_withdraw_amount":{},"reserve_b_min_amount":{},"reserve_b_withdraw_amount":{}',
                            bronze.units_text(shares_stroops),
                            bronze.units_text(reserve_a_min_amount_stroops),
                            bronze.units_text(reserve_a_withdraw_amount_stroops),
                            bronze.units_text(reserve_b_min_amount_stroops),
                            bronze.units_text(reserve_b_withdraw_amount_stroops)
                        )
                    when type >= 24 then concat(
                        format(',"contract_id":"{}"', contract_id), format(',"function":"{}"', host_function)
                    )
                end,
                format(',"sponsor":"{}"', sponsor),
                format(',"offer_id":{}', offer_id),
                format(',"balance_id":"{}","balance_id_strkey":"{}"', balance_id, balance_id_strkey),
                format(
                    ',"liquidity_pool_id":"{}","liquidity_pool_id_strkey":"{}"',
                    liquidity_pool_id,
                    liquidity_pool_id_strkey
                ),
                format(',"from":"{}"', details_from),
                ',"asset":' || bronze.json_text(contract_asset),
                ',' || bronze.json_members(other_details_json)
            ),
            2
        ) || '}' as json
    ) as details_json,
    closed_at,
    ledger_sequence,
    operation_result_code,
    operation_trace_code,
    transaction_hash,
    operation_index,
    transaction_successful,
    destination,
    amount_stroops,
    source_amount_stroops,
    -- asset: Asset of amount_stroops, else the one that the operation is about: native or CODE:ISSUER; null for pool shares.
    operation_asset as asset,
    -- soroban_function: Contract function that the operation calls.
    function_name as soroban_function,
    -- soroban_contract_id: Contract that the operation calls, else the first contract of the footprint.
    contract_id as soroban_contract_id,
    -- The first two parameters of a call are its contract and its function; arguments follow.
    -- soroban_arguments_json [JSON]: Arguments of the call in SEP-51 JSON.
    case
        when function_name is not null
            then bronze.json_array(bronze.json_list(other_details_json, '$.parameters_json_decoded')[3:])
    end as soroban_arguments_json,
    -- soroban_auth_required: Whether the host function call has authorisation entries; null for other types.
    json_array_length(soroban_auth_addresses) > 0 as soroban_auth_required,
    from_json(soroban_auth_credentials_types, '["VARCHAR"]') as soroban_auth_credentials_types,
    from_json(soroban_auth_addresses, '["VARCHAR"]') as soroban_auth_addresses,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts,
    operation_asset as asset_key,
    bronze.asset_key(source_asset_type, source_asset_code, source_asset_issuer) as source_asset_key,
    bronze.asset_key(selling_asset_type, selling_asset_code, selling_asset_issuer) as selling_asset_key,
    bronze.asset_key(buying_asset_type, buying_asset_code, buying_asset_issuer) as buying_asset_key,
    bronze.asset_key(reserve_a_asset_type, reserve_a_asset_code, reserve_a_asset_issuer) as reserve_a_asset_key,
    bronze.asset_key(reserve_b_asset_type, reserve_b_asset_code, reserve_b_asset_issuer) as reserve_b_asset_key
from bronze.history_operations_raw_v1
