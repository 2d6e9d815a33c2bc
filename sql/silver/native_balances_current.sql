-- One row per account that changed and was not removed since, with its lumens, as Obsrvr's lake names it; key account_id.
select
    account_id,
    -- balance [stroops]: Lumens that it holds.
    cast(balance * 10000000 as bigint) as balance,
    -- buying_liabilities [stroops]: Lumens that its offers may bring.
    cast(buying_liabilities * 10000000 as bigint) as buying_liabilities,
    -- selling_liabilities [stroops]: Lumens that its offers may take.
    cast(selling_liabilities * 10000000 as bigint) as selling_liabilities,
    num_subentries,
    num_sponsoring,
    num_sponsored,
    sequence_number,
    last_modified_ledger,
    ledger_sequence,
    closed_at
from silver.accounts_current
where not deleted
