-- One row per signer that events of a smart account name, in its registry or under a rule, as of its last event; key contract_id, scope, context_rule_id, signer_key.
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
          'context_rule_added', 'signer_added', 'signer_removed', 'signer_registered', 'signer_deregistered'
      )
),

-- A new rule brings lists, of signers or of their numbers; other events are of one.
named as (
    select
        *,
        unnest(
            case
                when topic0 = 'context_rule_added' then
                    coalesce(bronze.json_list(bronze.map_value(data_decoded, 'signer_ids'), '$.vec'), [])
                    || coalesce(bronze.json_list(bronze.map_value(data_decoded, 'signers'), '$.vec'), [])
                else [coalesce(
                    if(is_registry, cast('{"u32":' || topic_id || '}' as json), null),
                    bronze.map_value(data_decoded, 'signer_id'),
                    bronze.map_value(data_decoded, 'signer')
                )]
            end
        ) as named,
        if(is_registry, bronze.map_value(data_decoded, 'signer'), null) as registered
    from events
    where topic_id is not null
),

keyed as (
    select
        *,
        if(is_registry, 'registry', 'rule') as scope,
        if(is_registry, -1, topic_id) as context_rule_id,
        try_cast(named ->> '$.u32' as bigint) as signer_id,
        coalesce(registered, named) as signer
    from named
    where named is not null
)

select
    -- contract_id: Smart account: the contract that emitted the events.
    contract_id,
    -- scope: registry for a signer of the smart account's registry, rule for one of a context rule.
    scope,
    -- context_rule_id: Number of the context rule; -1 in the registry.
    context_rule_id,
    -- signer_key: Key of the signer: id:NUMBER, else the signer itself as SEP-51 JSON.
    coalesce('id:' || signer_id, cast(named as varchar)) as signer_key,
    -- signer_id: Number of the signer; null if events give none.
    any_value(signer_id) as signer_id,
    -- signer_type: Kind of signer: delegated or external.
    lower(max(signer ->> '$.vec[0].symbol')) as signer_type,
    -- signer_address: Account or contract that signs; for an external signer, the contract that verifies.
    max(signer ->> '$.vec[1].address') as signer_address,
    -- credential_id [hex]: Key of an external signer; null for a delegated one.
    max(signer ->> '$.vec[2].bytes') as credential_id,
    -- active: Whether the signer is in force; false after its removal.
    arg_max(topic0, (operation_id, event_index)) not in ('signer_removed', 'signer_deregistered') as active,
    -- event_type: Name of the last event about the signer.
    arg_max(topic0, (operation_id, event_index)) as event_type,
    -- last_modified_ledger: Ledger of the last event about the signer.
    max(ledger_sequence) as last_modified_ledger,
    -- transaction_hash [hex]: Hash of the transaction with the last event about the signer.
    arg_max(transaction_hash, (operation_id, event_index)) as transaction_hash,
    -- operation_id: TOID of the operation with the last event about the signer.
    max(operation_id) as operation_id,
    -- closed_at [UTC]: Close time of last_modified_ledger.
    arg_max(closed_at, (operation_id, event_index)) as closed_at
from keyed
group by
    contract_id,
    scope,
    context_rule_id,
    signer_key
