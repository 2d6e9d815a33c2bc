-- One row per event rule of Obsrvr's explorer: always empty, because ledgers have no such rules; key rule_id.
select
    -- rule_id: Number of the rule.
    cast(null as integer) as rule_id,
    -- priority: Rules of higher priority are tried first.
    cast(null as integer) as priority,
    -- event_type: Kind of the events that the rule matches, such as swap.
    cast(null as varchar) as event_type,
    -- protocol: Protocol whose contracts emit the event.
    cast(null as varchar) as protocol,
    -- match_contracts: Contracts that the rule matches; null for any.
    cast(null as varchar []) as match_contracts,
    -- match_topic0: First topics that the rule matches; null for any.
    cast(null as varchar []) as match_topic0,
    -- match_topic_sig: Pattern of decoded topics that the rule matches; null for any.
    cast(null as varchar) as match_topic_sig,
    -- description: What the rule finds.
    cast(null as varchar) as description,
    -- enabled: Whether the rule is tried.
    cast(null as boolean) as enabled
from bronze.history_ledgers_raw_v1
where false
