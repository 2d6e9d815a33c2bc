-- One row per account and ledger in which it changed, last values of removed ones included, with the names of Obsrvr's lake; key account_id, ledger_sequence.
select
    account_id,
    balance_stroops as balance,
    buying_liabilities_stroops as buying_liabilities,
    selling_liabilities_stroops as selling_liabilities,
    num_subentries,
    num_sponsoring,
    num_sponsored,
    -- sequence_number: Last sequence number used; null for 0.
    nullif(sequence_number, 0) as sequence_number,
    cast(last_modified_ledger as bigint) as last_modified_ledger,
    cast(ledger_sequence as bigint) as ledger_sequence,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.accounts_raw_v1
