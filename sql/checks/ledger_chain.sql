-- Every ledger of a loaded range is there, and names the hash of the one before.
with ledgers as (
    select
        sequence,
        ledger_hash,
        previous_ledger_hash
    from bronze.history_ledgers_raw_v1
),

held as (
    select
        first_ledger,
        ledger_count,
        count(sequence) as found
    from meta.ledger_ranges
    left join ledgers on sequence between first_ledger and last_ledger
    group by
        first_ledger,
        ledger_count
)

select
    later.sequence as ledger_sequence,
    'ledger ' || later.sequence as entity,
    'previous_ledger_hash' as fact,
    earlier.ledger_hash as expected,
    later.previous_ledger_hash as found,
    'broken' as status
from ledgers as later
inner join ledgers as earlier on earlier.sequence = later.sequence - 1
where later.previous_ledger_hash != earlier.ledger_hash
union all
select
    first_ledger,
    'range from ' || first_ledger,
    'ledgers of the range',
    cast(ledger_count as varchar),
    cast(found as varchar),
    'broken'
from held
where found != ledger_count
