-- One row per change of a balance in a ledger entry; changes in one ledger stay apart, and a pool has a row per reserve; key ledger_sequence, change_index.
select
    change_index,
    transaction_id,
    operation_id,
    holder,
    asset_key,
    before_stroops,
    after_stroops,
    before_wide,
    after_wide,
    reason,
    ledger_sequence,
    closed_at
from bronze.balance_entry_changes_raw_v1
