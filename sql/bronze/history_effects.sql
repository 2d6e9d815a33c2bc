-- One row per effect of an operation of a successful transaction; key id.
-- Amounts are texts in the details, so that no digit is lost; what a contract moved may have more digits than a classic amount.
select
    address,
    address_muxed,
    operation_id,
    type,
    type_string,
    -- details: What happened as a struct, by type; fields of other types are null. Amounts in units.
    json_transform(
        -- Hubble has what a pool sold and bought as lists of one.
        regexp_replace(details_json, '"(sold|bought)":(\{[^}]*\})', '"\1":[\2]', 'g'),
        '{
            "liquidity_pool": {
                "fee_bp": "INTEGER",
                "id": "VARCHAR",
                "total_shares": "DECIMAL(19,7)",
                "total_trustlines": "BIGINT",
                "type": "VARCHAR",
                "reserves": [{"asset": "VARCHAR", "amount": "DECIMAL(19,7)"}]
            },
            "reserves_received": [{"asset": "VARCHAR", "amount": "DECIMAL(19,7)"}],
            "reserves_deposited": [{"asset": "VARCHAR", "amount": "DECIMAL(19,7)"}],
            "reserves_revoked": [{"asset": "VARCHAR", "amount": "DECIMAL(19,7)", "claimable_balance_id": "VARCHAR"}],
            "bought": [{"asset": "VARCHAR", "amount": "DECIMAL(19,7)"}],
            "sold": [{"asset": "VARCHAR", "amount": "DECIMAL(19,7)"}],
            "shares_revoked": "DECIMAL(19,7)",
            "shares_received": "DECIMAL(19,7)",
            "shares_redeemed": "DECIMAL(19,7)",
            "liquidity_pool_id": "VARCHAR",
            "liquidity_pool_id_strkey": "VARCHAR",
            "balance_id": "VARCHAR",
            "new_seq": "BIGINT",
            "name": "VARCHAR",
            "value": "VARCHAR",
            "trustor": "VARCHAR",
            "limit": "DECIMAL(19,7)",
            "inflation_destination": "VARCHAR",
            "authorized_flag": "BOOLEAN",
            "auth_immutable_flag": "BOOLEAN",
            "authorized_to_maintain_liabilites": "BOOLEAN",
            "auth_revocable_flag": "BOOLEAN",
            "auth_required_flag": "BOOLEAN",
            "auth_clawback_enabled_flag": "BOOLEAN",
            "claimable_balance_clawback_enabled_flag": "BOOLEAN",
            "clawback_enabled_flag": "BOOLEAN",
            "high_threshold": "BIGINT",
            "med_threshold": "BIGINT",
            "low_threshold": "BIGINT",
            "home_domain": "VARCHAR",
            "asset_issuer": "VARCHAR",
            "asset": "VARCHAR",
            "asset_code": "VARCHAR",
            "signer": "VARCHAR",
            "sponsor": "VARCHAR",
            "new_sponsor": "VARCHAR",
            "former_sponsor": "VARCHAR",
            "weight": "INTEGER",
            "public_key": "VARCHAR",
            "asset_type": "VARCHAR",
            "amount": "DECIMAL(38,7)",
            "starting_balance": "DECIMAL(19,7)",
            "seller": "VARCHAR",
            "seller_muxed": "VARCHAR",
            "seller_muxed_id": "UBIGINT",
            "offer_id": "BIGINT",
            "sold_amount": "DECIMAL(19,7)",
            "sold_asset_type": "VARCHAR",
            "sold_asset_code": "VARCHAR",
            "sold_asset_issuer": "VARCHAR",
            "bought_amount": "DECIMAL(19,7)",
            "bought_asset_type": "VARCHAR",
            "bought_asset_code": "VARCHAR",
            "bought_asset_issuer": "VARCHAR",
            "predicate": "JSON",
            "data_name": "VARCHAR",
            "contract": "VARCHAR",
            "contract_event_type": "VARCHAR",
            "entries": ["VARCHAR"],
            "extend_to": "BIGINT"
        }'
    ) as details,
    cast(details_json as json) as details_json,
    closed_at,
    ledger_sequence,
    index,
    id,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts,
    coalesce(
        details_json ->> '$.asset',
        bronze.asset_key(details_json ->> '$.asset_type', details_json ->> '$.asset_code', details_json ->> '$.asset_issuer')
    ) as asset_key,
    case type
        when 33
            then bronze.asset_key(
                details_json ->> '$.sold_asset_type',
                details_json ->> '$.sold_asset_code',
                details_json ->> '$.sold_asset_issuer'
            )
        when 92 then details_json ->> '$.sold.asset'
    end as sold_asset_key,
    case type
        when 33
            then bronze.asset_key(
                details_json ->> '$.bought_asset_type',
                details_json ->> '$.bought_asset_code',
                details_json ->> '$.bought_asset_issuer'
            )
        when 92 then details_json ->> '$.bought.asset'
    end as bought_asset_key
from bronze.history_effects_raw_v1
