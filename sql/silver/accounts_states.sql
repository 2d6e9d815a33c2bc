-- One row per account and baseline state of `ingest-state`, as of the ledger of the state; key ledger_sequence, account_id.
-- States of silver.accounts_current.
with states as (
    select * from bronze.accounts where ledger_entry_change = 3
)
select
    account_id,
    balance,
    buying_liabilities,
    selling_liabilities,
    sequence_number,
    sequence_ledger,
    sequence_time,
    num_subentries,
    num_sponsored,
    num_sponsoring,
    inflation_destination,
    flags,
    home_domain,
    home_domain_bytes,
    master_weight,
    threshold_low,
    threshold_medium,
    threshold_high,
    sponsor,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    batch_run_date
from states
