-- One row per account that changed and was not removed since, with its lumens, with the names of Obsrvr's lake; key account_id.
select
    account_id,
    -- balance [stroops]: Lumens held.
    bronze.stroops(balance) as balance,
    -- buying_liabilities [stroops]: Lumens that open offers may buy.
    bronze.stroops(buying_liabilities) as buying_liabilities,
    -- selling_liabilities [stroops]: Lumens that open offers may sell.
    bronze.stroops(selling_liabilities) as selling_liabilities,
    num_subentries,
    num_sponsoring,
    num_sponsored,
    sequence_number,
    last_modified_ledger,
    ledger_sequence,
    closed_at
from silver.accounts_current
where not deleted
