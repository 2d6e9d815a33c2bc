-- One row per account and ledger after which it differs, as Obsrvr's lake names it; key account_id, ledger_sequence.
select
    account_id,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at,
    cast(cast(balance_stroops * 0.0000001 as decimal(19, 7)) as varchar) as balance,
    sequence_number,
    num_subentries,
    num_sponsoring,
    num_sponsored,
    nullif(home_domain, '') as home_domain,
    master_weight,
    threshold_low as low_threshold,
    threshold_medium as med_threshold,
    threshold_high as high_threshold,
    flags,
    flags & 1 != 0 as auth_required,
    flags & 2 != 0 as auth_revocable,
    flags & 4 != 0 as auth_immutable,
    flags & 8 != 0 as auth_clawback_enabled,
    -- In account_signers_snapshot_v1: what a ledger left as it was may have been set before the first one loaded.
    cast(null as varchar) as signers,
    sponsor as sponsor_account,
    closed_at as created_at,
    closed_at as updated_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.accounts_raw_v1
where not deleted
