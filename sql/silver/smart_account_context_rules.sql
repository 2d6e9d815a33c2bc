-- One row per context rule of a smart account, as of its last event; key contract_id, context_rule_id.
-- Smart accounts of OpenZeppelin emit these events; contracts that emit none have no rows.
with events as (
    select
        *,
        try_cast(topic1 as bigint) as context_rule_id
    from bronze.history_contract_events
    where event_kind = 'operation'
      and type = 1
      and successful
      and topic0 in ('context_rule_added', 'context_rule_meta_updated', 'context_rule_removed')
)

select
    contract_id,
    -- context_rule_id: Number of the rule.
    context_rule_id,
    -- active: Whether it stands: false once it was removed.
    arg_max(topic0, (operation_id, event_index)) != 'context_rule_removed' as active,
    -- metadata [JSON]: What it was last changed to, in SEP-51 JSON; null when it never was.
    arg_max(data_decoded, (operation_id, event_index)) filter (topic0 = 'context_rule_meta_updated') as metadata,
    -- event_type: Name of the last event.
    arg_max(topic0, (operation_id, event_index)) as event_type,
    -- last_modified_ledger: Ledger of the last event.
    max(ledger_sequence) as last_modified_ledger,
    -- transaction_hash [hex]: Transaction of the last event.
    arg_max(transaction_hash, (operation_id, event_index)) as transaction_hash,
    -- operation_id: TOID of the operation of the last event.
    max(operation_id) as operation_id,
    -- closed_at [UTC]: Close time of that ledger.
    arg_max(closed_at, (operation_id, event_index)) as closed_at
from events
where context_rule_id is not null
group by
    contract_id,
    context_rule_id
