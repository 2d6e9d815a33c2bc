-- One row per signer and ledger in which the signers of its account changed; key account_id, signer, ledger_sequence.
select
    account_id,
    signer,
    weight,
    sponsor,
    last_modified_ledger,
    ledger_entry_change,
    deleted,
    closed_at,
    ledger_sequence,
    batch_id,
    cast(closed_at as date) as batch_run_date,
    cast(null as timestamp) as batch_insert_ts
from bronze.account_signers_raw_v1
