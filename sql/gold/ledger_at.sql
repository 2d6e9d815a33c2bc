-- One row per requested time: the last loaded ledger that closed by then; key ledger.
-- Asked for by the time. A time before the first loaded ledger closed, or after the last one did, is an error.
create or replace macro gold.ledger_at(t) as table
with closed as (
    select
        max(sequence) filter (closed_at <= cast(t as timestamp)) as ledger,
        max(closed_at) filter (closed_at <= cast(t as timestamp)) as closed_at,
        max(sequence) as latest,
        max(closed_at) as latest_closed_at,
        max(protocol_version) as protocol
    from bronze.history_ledgers_raw_v1
)
select
    -- ledger: Last loaded ledger that closed by the requested time.
    case
        -- Before protocol 30 ledgers tell no milliseconds: the second of a close is known to its end.
        when if(protocol >= 30, cast(t as timestamp), date_trunc('second', cast(t as timestamp))) > latest_closed_at
            then error('time ' || t || ' is after the latest loaded ledger, which closed at ' || latest_closed_at)
        when ledger is null then error('no ledger that closed at or before ' || t || ' is in the lake')
        else ledger
    end as ledger,
    -- in_gap: Whether ledgers that closed by the requested time may be missing after this one.
    closed_at < cast(t as timestamp)
        and ledger < latest
        and not exists (
            select 1 from bronze.history_ledgers_raw_v1 as following where following.sequence = closed.ledger + 1
        ) as in_gap
from closed
