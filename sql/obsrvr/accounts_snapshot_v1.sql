-- One row per account and ledger after which it differs, with the names of Obsrvr's lake; key account_id, ledger_sequence.
select
    account_id,
    cast(ledger_sequence as bigint) as ledger_sequence,
    closed_at,
    -- balance [units]: Lumens held, as text.
    bronze.fixed_text(bronze.units(balance_stroops)) as balance,
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
    -- auth_required: Whether trust lines to the account's assets need authorization.
    flags & 1 != 0 as auth_required,
    -- auth_revocable: Whether the account can revoke the authorization of trust lines to its assets.
    flags & 2 != 0 as auth_revocable,
    -- auth_immutable: Whether the account's authorization flags cannot be changed.
    flags & 4 != 0 as auth_immutable,
    -- auth_clawback_enabled: Whether new trust lines to the account's assets can be clawed back.
    flags & 8 != 0 as auth_clawback_enabled,
    -- signers: Always null: signers may have been set before the first loaded ledger; see account_signers_snapshot_v1.
    cast(null as varchar) as signers,
    sponsor as sponsor_account,
    closed_at as created_at,
    closed_at as updated_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.accounts_raw_v1
where not deleted
