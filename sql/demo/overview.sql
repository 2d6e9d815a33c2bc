-- One row: what the lake holds.
select
    count(*) as ledgers,
    min(sequence) as first_ledger,
    max(sequence) as last_ledger,
    min(closed_at) as first_closed_at,
    max(closed_at) as last_closed_at,
    coalesce(sum(successful_transaction_count), 0)::bigint as succeeded,
    coalesce(sum(failed_transaction_count), 0)::bigint as failed,
    coalesce(sum(tx_set_operation_count), 0)::bigint as operations,
    coalesce(sum(operation_count), 0)::bigint as operations_with_effect,
    string_agg(distinct protocol_version::varchar, ', ' order by protocol_version::varchar) as protocols
from history_ledgers
