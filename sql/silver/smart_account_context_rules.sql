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
    -- contract_id: Smart account: the contract that emitted the events.
    contract_id,
    -- context_rule_id: Number of the context rule.
    context_rule_id,
    -- active: Whether the rule is in force; false after its removal.
    arg_max(topic0, (operation_id, event_index)) != 'context_rule_removed' as active,
    -- metadata [JSON]: Metadata that the rule was last updated to, in SEP-51 JSON; null if it never was.
    arg_max(data_decoded, (operation_id, event_index)) filter (topic0 = 'context_rule_meta_updated') as metadata,
    -- event_type: Name of the last event about the context rule.
    arg_max(topic0, (operation_id, event_index)) as event_type,
    -- last_modified_ledger: Ledger of the last event about the context rule.
    max(ledger_sequence) as last_modified_ledger,
    -- transaction_hash [hex]: Hash of the transaction with the last event about the context rule.
    arg_max(transaction_hash, (operation_id, event_index)) as transaction_hash,
    -- operation_id: TOID of the operation with the last event about the context rule.
    max(operation_id) as operation_id,
    -- closed_at [UTC]: Close time of last_modified_ledger.
    arg_max(closed_at, (operation_id, event_index)) as closed_at
from events
where context_rule_id is not null
group by
    contract_id,
    context_rule_id
