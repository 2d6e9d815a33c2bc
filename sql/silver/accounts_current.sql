-- One row per account in its last known state, removed ones included; key account_id.
-- Materialised {"changes": "changes", "fold": "latest", "segment": "newest", "sortedBy": ["account_id"], "hasState": true}
with changes as (
    select
        *,
        closed_at as first_closed_at,
        if(ledger_entry_change = 0, closed_at, null) as created_at,
        sequence_number as min_sequence_number
    from bronze.accounts
),
newest as (
    select
        accounts.*,
        first_closed_at,
        created_at,
        min_sequence_number
    from bronze.accounts
    inner join (
        select
            account_id,
            max(ledger_sequence) as ledger_sequence,
            min(closed_at) as first_closed_at,
            max(closed_at) filter (ledger_entry_change = 0) as created_at,
            min(sequence_number) as min_sequence_number
        from bronze.accounts_raw_v1
        group by account_id
    ) as last
        on last.account_id = accounts.account_id
        and last.ledger_sequence = accounts.ledger_sequence
),
latest as (
    select
        * exclude (first_closed_at, created_at, min_sequence_number),
        min(first_closed_at) over of_account as first_closed_at,
        max(created_at) over of_account as created_at,
        min(min_sequence_number) over of_account as min_sequence_number
    from changes
    window of_account as (partition by account_id)
    qualify row_number() over (partition by account_id order by ledger_sequence desc, ledger_entry_change) = 1
)
select
    * exclude (first_closed_at, created_at, min_sequence_number),
    -- created_at [UTC]: Close time of the ledger that last created the account; null if the lake lacks it.
    created_at,
    -- account_creation_date [UTC]: Day of the account's first change in the lake, which is its creation if the lake has all ledgers.
    cast(first_closed_at as date) as account_creation_date,
    -- min_sequence_number: Lowest sequence number of the account in the lake.
    min_sequence_number
from latest
