-- One row per trust line and baseline state of `ingest-state`, as of the ledger of the state; key ledger_sequence, ledger_key.
-- States of silver.trust_lines_current.
with states as (
    select * from bronze.trust_lines where ledger_entry_change = 3
)
select
    ledger_key,
    account_id,
    asset_type,
    asset_code,
    asset_issuer,
    asset_id,
    liquidity_pool_id,
    liquidity_pool_id_strkey,
    balance,
    trust_line_limit,
    buying_liabilities,
    selling_liabilities,
    flags,
    sponsor,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    batch_run_date,
    asset_key
from states
