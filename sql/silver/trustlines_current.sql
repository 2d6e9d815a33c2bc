-- One row per trust line that changed, with the names of Obsrvr's lake; key ledger_key.
select * from silver.trust_lines_current
