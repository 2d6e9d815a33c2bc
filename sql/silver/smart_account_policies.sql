-- One row per policy that events of a smart account name, in its registry or under a rule, as of its last event; key contract_id, scope, context_rule_id, policy_key.
-- Smart accounts of OpenZeppelin emit these events; contracts that emit none have no rows.
with events as (
    select
        *,
        try_cast(topic1 as bigint) as topic_id,
        ends_with(topic0, 'registered') as is_registry
    from bronze.history_contract_events
    where event_kind = 'operation'
      and type = 1
      and successful
      and topic0 in (
          'context_rule_added', 'policy_added', 'policy_removed', 'policy_registered', 'policy_deregistered'
      )
),

-- A new rule brings lists, of policies or of their numbers; other events are of one.
named as (
    select
        *,
        unnest(
            case
                when topic0 = 'context_rule_added' then
                    coalesce(bronze.json_list(bronze.map_value(data_decoded, 'policy_ids'), '$.vec'), [])
                    || coalesce(list_transform(bronze.json_list(bronze.map_value(data_decoded, 'policies'), '$.map'), lambda item : json_extract(item, '$.key')), [])
                else [coalesce(
                    if(is_registry, cast('{"u32":' || topic_id || '}' as json), null),
                    bronze.map_value(data_decoded, 'policy_id'),
                    bronze.map_value(data_decoded, 'policy')
                )]
            end
        ) as named,
        if(is_registry, bronze.map_value(data_decoded, 'policy'), null) as registered
    from events
    where topic_id is not null
),

keyed as (
    select
        *,
        if(is_registry, 'registry', 'rule') as scope,
        if(is_registry, -1, topic_id) as context_rule_id,
        try_cast(named ->> '$.u32' as bigint) as policy_id,
        coalesce(registered, named) as policy
    from named
    where named is not null
)

select
    -- contract_id: Smart account: the contract that emitted the events.
    contract_id,
    -- scope: registry for a policy of the smart account's registry, rule for one of a context rule.
    scope,
    -- context_rule_id: Number of the context rule; -1 in the registry.
    context_rule_id,
    -- policy_key: Key of the policy: id:NUMBER, else the policy itself as SEP-51 JSON.
    coalesce('id:' || policy_id, cast(named as varchar)) as policy_key,
    -- policy_id: Number of the policy; null if events give none.
    any_value(policy_id) as policy_id,
    -- policy_address: Contract of the policy.
    max(policy ->> '$.address') as policy_address,
    -- install_params [JSON]: Parameters with which the rule installed the policy, in SEP-51 JSON.
    arg_max(bronze.map_value(data_decoded, 'install_param'), (operation_id, event_index)) as install_params,
    -- active: Whether the policy is in force; false after its removal.
    arg_max(topic0, (operation_id, event_index)) not in ('policy_removed', 'policy_deregistered') as active,
    -- event_type: Name of the last event about the policy.
    arg_max(topic0, (operation_id, event_index)) as event_type,
    -- last_modified_ledger: Ledger of the last event about the policy.
    max(ledger_sequence) as last_modified_ledger,
    -- transaction_hash [hex]: Hash of the transaction with the last event about the policy.
    arg_max(transaction_hash, (operation_id, event_index)) as transaction_hash,
    -- operation_id: TOID of the operation with the last event about the policy.
    max(operation_id) as operation_id,
    -- closed_at [UTC]: Close time of last_modified_ledger.
    arg_max(closed_at, (operation_id, event_index)) as closed_at
from keyed
group by
    contract_id,
    scope,
    context_rule_id,
    policy_key
