-- One row per claimable balance and ledger after which it differs, with the names of Obsrvr's lake; key balance_id, ledger_sequence.
select
    -- balance_id [hex]: Id of the claimable balance, without the four bytes of its type.
    substr(balance_id, 9) as balance_id,
    -- sponsor: Account that pays the reserve of the entry; empty if none does.
    coalesce(sponsor, '') as sponsor,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at,
    asset_type,
    nullif(asset_code, '') as asset_code,
    nullif(asset_issuer, '') as asset_issuer,
    asset_amount_stroops as amount,
    -- claimants_count: Number of claimants of the balance.
    cast(json_array_length(claimants_json) as integer) as claimants_count,
    flags,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label,
    bronze.asset_key(asset_type, asset_code, asset_issuer) as asset_key
from bronze.claimable_balances_raw_v1
where not deleted
