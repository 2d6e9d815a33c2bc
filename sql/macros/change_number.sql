-- A macro: of two rows of an entry the later one has the greater number; of one ledger, of which a state and the ledger itself may both tell, the
-- one with the smaller change. As one number, so that DuckDB keeps the greatest of each entry in place of sorting all rows.
create or replace macro bronze.change_number(ledger_sequence, ledger_entry_change) as (
    cast(8 as bigint) * ledger_sequence - coalesce(ledger_entry_change, 7)
)
