-- One row per loaded ledger, with the checks that were made of it; key sequence.
with ledgers as (
    from snapshot.ledgers
),
linked as (
    -- The ledger before may have come later: then its commit followed the chain, and the record of this one is older.
    select
        l.*,
        list_filter(
            ['previousLedgerHash'],
            lambda _ : p.sequence is not null
        ) as link
    from ledgers as l
    left join ledgers as p
        on p.sequence = l.sequence - 1
        and p.ledger_hash = l.previous_ledger_hash
        and l.checks != ''
        and not list_contains(string_split(l.checks, ','), 'previousLedgerHash')
)
select
    sequence,
    ledger_hash,
    previous_ledger_hash,
    file_id,
    segment,
    string_split(nullif(checks, ''), ',') || link as checks,
    list_filter(string_split(nullif(unchecked, ''), ','), lambda name : not list_contains(link, name)) as unchecked
from linked
