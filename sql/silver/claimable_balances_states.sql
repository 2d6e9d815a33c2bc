-- One row per claimable balance and baseline state of `ingest-state`, as of the ledger of the state; key ledger_sequence, balance_id.
-- States of silver.claimable_balances_current.
with states as (
    select * from bronze.claimable_balances where ledger_entry_change = 3
)
select
    balance_id,
    balance_id_strkey,
    claimants,
    asset_type,
    asset_code,
    asset_issuer,
    asset_id,
    asset_amount,
    sponsor,
    flags,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    batch_run_date,
    asset_key
from states
