-- One row per event, with the names of Obsrvr's lake; key event_id.
select
    -- event_id: Transaction hash, operation_index (tx or diag for events outside operations) and event_index, with colons between.
    transaction_hash
    || case event_kind when 'transaction' then ':tx:' when 'diagnostic' then ':diag:' else ':' || operation_index || ':' end
    || event_index as event_id,
    nullif(contract_id, '') as contract_id,
    cast(ledger_sequence as bigint) as ledger_sequence,
    transaction_hash,
    closed_at,
    -- event_type: Type of the event: contract, system or diagnostic.
    case when event_kind = 'diagnostic' then 'diagnostic' when type = 0 then 'system' else 'contract' end as event_type,
    in_successful_contract_call,
    topics as topics_json,
    topics_decoded,
    -- data_xdr [base64 XDR]: Data of the event, an ScVal.
    data ->> '$' as data_xdr,
    data_decoded,
    topic_count,
    -- operation_index: Position of the operation in its transaction, from 0; null for transaction and diagnostic events.
    operation_index,
    event_index,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label,
    topic0 as topic0_decoded,
    topic1 as topic1_decoded,
    topic2 as topic2_decoded,
    topic3 as topic3_decoded,
    successful,
    contract_event_xdr,
    repeats_operation_event
from (
    select
        *,
        cast((operation_id & 4095) - 1 as integer) as operation_index
    from bronze.history_contract_events_raw_v1
)
