-- One row per loaded ledger, with the checks that were made of it; key sequence.
with ledgers as (
    select
        *,
        -- The ledger before, where its hash was not compared with the one that this ledger names: it was not there yet.
        if(checks != '' and not list_contains(string_split(checks, ','), 'previousLedgerHash'), sequence - 1, null) as not_linked_to
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
        on p.sequence = l.not_linked_to
        and p.ledger_hash = l.previous_ledger_hash
)
select
    -- sequence: Number of the ledger.
    sequence,
    -- ledger_hash [hex]: SHA-256 of the ledger header.
    ledger_hash,
    -- previous_ledger_hash [hex]: Hash of the previous ledger, as the ledger header has it.
    previous_ledger_hash,
    -- file_id: Ledger file that the ledger was loaded from, in meta.ledger_files.
    file_id,
    -- first_byte [bytes]: Offset of the ledger's close meta in the decompressed ledger file, from 0.
    first_byte,
    -- bytes [bytes]: Size of the ledger's close meta, uncompressed.
    bytes,
    -- segment: Segment that has the ledger, in meta.segments.
    segment,
    -- checks: Checks that the ledger passed.
    string_split(nullif(checks, ''), ',') || link as checks,
    -- unchecked: Checks that the load could not make.
    list_filter(string_split(nullif(unchecked, ''), ','), lambda name : not list_contains(link, name)) as unchecked
from linked
