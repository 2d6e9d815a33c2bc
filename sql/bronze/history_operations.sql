-- One row per operation of every transaction, failed ones included; key id.
-- DuckDB reads a fraction in JSON as a double, which loses digits of large amounts: as texts they become exact decimals.
with operations as (
    select
        *,
        nullif(
            case
                when type = 0 then regexp_extract(details_json, '"starting_balance":(-?[0-9.]+)', 1)
                when type <= 14 or type = 19 then regexp_extract(details_json, '"amount":"?(-?[0-9.]+)', 1)
            end,
            ''
        ) as amount,
        nullif(
            case when type in (2, 13) then regexp_extract(details_json, '"source_amount":"?(-?[0-9.]+)', 1) end,
            ''
        ) as source_amount,
        -- What the details of an offer put before the names of the asset that its amount counts.
        case when type in (3, 4) then 'selling_' when type = 12 then 'buying_' else '' end as side,
        type = 24 and (details_json ->> '$.type') = 'invoke_contract' as is_call
    from bronze.history_operations_raw_v1
)

select
    id,
    transaction_id,
    source_account,
    source_account_muxed,
    type,
    type_string,
    json_transform(
        regexp_replace(details_json, '([^\\])":(-?[0-9]+\.[0-9]+)', '\1":"\2"', 'g'),
        '{
            "account": "VARCHAR",
            "account_muxed": "VARCHAR",
            "account_muxed_id": "UBIGINT",
            "funder": "VARCHAR",
            "funder_muxed": "VARCHAR",
            "funder_muxed_id": "UBIGINT",
            "from": "VARCHAR",
            "from_muxed": "VARCHAR",
            "from_muxed_id": "UBIGINT",
            "to": "VARCHAR",
            "to_muxed": "VARCHAR",
            "to_muxed_id": "UBIGINT",
            "into": "VARCHAR",
            "into_muxed": "VARCHAR",
            "into_muxed_id": "UBIGINT",
            "trustor": "VARCHAR",
            "trustor_muxed": "VARCHAR",
            "trustor_muxed_id": "UBIGINT",
            "trustee": "VARCHAR",
            "trustee_muxed": "VARCHAR",
            "trustee_muxed_id": "UBIGINT",
            "claimant": "VARCHAR",
            "claimant_muxed": "VARCHAR",
            "claimant_muxed_id": "UBIGINT",
            "begin_sponsor": "VARCHAR",
            "begin_sponsor_muxed": "VARCHAR",
            "begin_sponsor_muxed_id": "UBIGINT",
            "amount": "DECIMAL(19,7)",
            "starting_balance": "DECIMAL(19,7)",
            "source_amount": "DECIMAL(19,7)",
            "source_max": "DECIMAL(19,7)",
            "destination_min": "VARCHAR",
            "limit": "DECIMAL(19,7)",
            "asset_type": "VARCHAR",
            "asset_code": "VARCHAR",
            "asset_issuer": "VARCHAR",
            "asset_id": "BIGINT",
            "source_asset_type": "VARCHAR",
            "source_asset_code": "VARCHAR",
            "source_asset_issuer": "VARCHAR",
            "source_asset_id": "BIGINT",
            "buying_asset_type": "VARCHAR",
            "buying_asset_code": "VARCHAR",
            "buying_asset_issuer": "VARCHAR",
            "buying_asset_id": "BIGINT",
            "selling_asset_type": "VARCHAR",
            "selling_asset_code": "VARCHAR",
            "selling_asset_issuer": "VARCHAR",
            "selling_asset_id": "BIGINT",
            "reserve_a_asset_type": "VARCHAR",
            "reserve_a_asset_code": "VARCHAR",
            "reserve_a_asset_issuer": "VARCHAR",
            "reserve_a_asset_id": "BIGINT",
            "reserve_b_asset_type": "VARCHAR",
            "reserve_b_asset_code": "VARCHAR",
            "reserve_b_asset_issuer": "VARCHAR",
            "reserve_b_asset_id": "BIGINT",
            "asset": "VARCHAR",
            "path": [{"asset_type": "VARCHAR", "asset_code": "VARCHAR", "asset_issuer": "VARCHAR"}],
            "offer_id": "BIGINT",
            "price": "DOUBLE",
            "price_r": {"n": "INTEGER", "d": "INTEGER"},
            "inflation_dest": "VARCHAR",
            "set_flags": ["INTEGER"],
            "set_flags_s": ["VARCHAR"],
            "clear_flags": ["INTEGER"],
            "clear_flags_s": ["VARCHAR"],
            "master_key_weight": "BIGINT",
            "low_threshold": "BIGINT",
            "med_threshold": "BIGINT",
            "high_threshold": "BIGINT",
            "home_domain": "VARCHAR",
            "signer_key": "VARCHAR",
            "signer_weight": "BIGINT",
            "authorize": "BOOLEAN",
            "authorize_to_maintain_liabilities": "BOOLEAN",
            "clawback_enabled": "BOOLEAN",
            "name": "VARCHAR",
            "value": "VARCHAR",
            "bump_to": "VARCHAR",
            "balance_id": "VARCHAR",
            "balance_id_strkey": "VARCHAR",
            "claimants": [{"destination": "VARCHAR", "predicate": "JSON"}],
            "sponsored_id": "VARCHAR",
            "sponsor": "VARCHAR",
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
            "liquidity_pool_id": "VARCHAR",
            "liquidity_pool_id_strkey": "VARCHAR",
            "reserve_a_max_amount": "DECIMAL(19,7)",
            "reserve_a_deposit_amount": "DECIMAL(19,7)",
            "reserve_b_max_amount": "DECIMAL(19,7)",
            "reserve_b_deposit_amount": "DECIMAL(19,7)",
            "min_price": "DOUBLE",
            "min_price_r": {"n": "INTEGER", "d": "INTEGER"},
            "max_price": "DOUBLE",
            "max_price_r": {"n": "INTEGER", "d": "INTEGER"},
            "shares_received": "DECIMAL(19,7)",
            "reserve_a_min_amount": "DECIMAL(19,7)",
            "reserve_a_withdraw_amount": "DECIMAL(19,7)",
            "reserve_b_min_amount": "DECIMAL(19,7)",
            "reserve_b_withdraw_amount": "DECIMAL(19,7)",
            "shares": "DECIMAL(19,7)",
            "function": "VARCHAR",
            "type": "VARCHAR",
            "contract_id": "VARCHAR",
            "contract_code_hash": "VARCHAR",
            "ledger_key_hash": ["VARCHAR"],
            "extend_to": "BIGINT",
            "address": "VARCHAR",
            "parameters": [{"type": "VARCHAR", "value": "VARCHAR"}],
            "parameters_decoded": [{"type": "VARCHAR", "value": "VARCHAR"}],
            "parameters_json": ["VARCHAR"],
            "parameters_json_decoded": ["JSON"],
            "asset_balance_changes": [{"type": "VARCHAR", "from": "VARCHAR", "to": "VARCHAR", "amount": "VARCHAR", "asset_type": "VARCHAR", "asset_code": "VARCHAR", "asset_issuer": "VARCHAR"}]
        }'
    ) as details,
    cast(details_json as json) as details_json,
    closed_at,
    ledger_sequence,
    operation_result_code,
    operation_trace_code,
    transaction_hash,
    operation_index,
    transaction_successful,
    case
        when type = 0 then details_json ->> '$.account'
        when type in (1, 2, 13) then details_json ->> '$.to'
        when type = 8 then details_json ->> '$.into'
    end as destination,
    -- What is created, paid, offered, locked, clawed back or merged; of a path payment what arrives.
    cast(cast(amount as decimal(19, 7)) * 10000000 as bigint) as amount_stroops,
    -- What the sender of a path payment gives. What only the result of a failed one would tell is 0, here and above.
    cast(cast(source_amount as decimal(19, 7)) * 10000000 as bigint) as source_amount_stroops,
    -- The asset of amount_stroops, else the one that the operation is about; none for shares of a pool.
    case
        when type in (0, 8) then 'native'
        when type = 14 then details_json ->> '$.asset'
        when (details_json ->> ('$.' || side || 'asset_type')) = 'native' then 'native'
        else (details_json ->> ('$.' || side || 'asset_code'))
            || ':'
            || (details_json ->> ('$.' || side || 'asset_issuer'))
    end as asset,
    -- The first two parameters of a call are its contract and its function; arguments follow.
    case when is_call then details_json ->> '$.parameters_json_decoded[1].symbol' end as soroban_function,
    case when type between 24 and 26 then details_json ->> '$.contract_id' end as soroban_contract_id,
    case
        when is_call then to_json(json_extract(details_json, '$.parameters_json_decoded[*]')[3:])
    end as soroban_arguments_json,
    json_array_length(soroban_auth_addresses) > 0 as soroban_auth_required,
    from_json(soroban_auth_credentials_types, '["VARCHAR"]') as soroban_auth_credentials_types,
    from_json(soroban_auth_addresses, '["VARCHAR"]') as soroban_auth_addresses,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from operations
