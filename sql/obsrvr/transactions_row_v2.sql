-- One row per transaction, failed ones included, with the names of Obsrvr's lake; key transaction_id.
with operations as (
    select
        ledger_sequence,
        transaction_id,
        bool_or(type = 0) as new_account,
        any_value(host_function) as soroban_host_function_type,
        any_value(contract_id) filter (type = 24) as soroban_contract_id
    from bronze.history_operations_raw_v1
    where type in (0, 24)
    group by
        ledger_sequence,
        transaction_id
),

events as (
    select
        ledger_sequence,
        transaction_id,
        cast(count(*) as integer) as total
    from bronze.history_contract_events_raw_v1
    where event_kind = 'operation'
    group by
        ledger_sequence,
        transaction_id
),

transactions as (
    select
        *,
        -- Hubble's columns of Soroban are 0 for classic transactions, or their inclusion fee; those of Obsrvr are null.
        resource_fee != 0 as is_soroban
    from bronze.history_transactions_raw_v1
)

select
    cast(transactions.ledger_sequence as bigint) as ledger_sequence,
    -- transaction_hash [hex]: Hash of the transaction; for a fee bump, of the outer one.
    transaction_hash,
    account as source_account,
    fee_charged,
    max_fee,
    -- successful: Whether all operations of the transaction succeeded.
    successful,
    transaction_result_code,
    operation_count,
    -- memo_type: Type of the memo: none, text, id, hash or return.
    lower(replace(memo_type, 'MemoTypeMemo', '')) as memo_type,
    -- memo: Memo: text as it is, id in decimal, hash and return in hex; null if there is none.
    case
        when memo_type in ('MemoTypeMemoHash', 'MemoTypeMemoReturn') then lower(hex(from_base64(memo)))
        when memo_type != 'MemoTypeMemoNone' then memo
    end as memo,
    created_at,
    account_sequence,
    cast(ledger_range as bigint) as ledger_range,
    account_muxed as source_account_muxed,
    fee_account_muxed,
    inner_transaction_hash,
    new_max_fee as fee_bump_fee,
    -- max_fee_bid [stroops]: Maximum fee that may be charged; for a fee bump, the outer bid.
    coalesce(new_max_fee, max_fee) as max_fee_bid,
    -- inner_source_account: Source of the inner transaction of a fee bump.
    case when inner_transaction_hash is not null then account end as inner_source_account,
    -- timebounds_min_time [seconds]: Earliest close time at which the transaction is valid, in seconds since 1970; null without bounds.
    cast(nullif(regexp_extract(time_bounds, '^\[([0-9]+),', 1), '') as decimal(20, 0)) as timebounds_min_time,
    -- timebounds_max_time [seconds]: Latest close time at which the transaction is valid, in seconds since 1970; 0 for no end, null without bounds.
    case
        when time_bounds != ''
            then cast(coalesce(nullif(regexp_extract(time_bounds, ',([0-9]+)\)', 1), ''), '0') as decimal(20, 0))
    end as timebounds_max_time,
    -- ledgerbounds_min: First ledger in which the transaction is valid; null without bounds.
    cast(nullif(regexp_extract(ledger_bounds, '^\[([0-9]+),', 1), '') as bigint) as ledgerbounds_min,
    -- ledgerbounds_max: First ledger in which the transaction is no longer valid; 0 for no end, null without bounds.
    case
        when ledger_bounds != ''
            then cast(coalesce(nullif(regexp_extract(ledger_bounds, ',([0-9]+)\)', 1), ''), '0') as bigint)
    end as ledgerbounds_max,
    min_account_sequence as min_sequence_number,
    -- min_sequence_age [seconds]: Least age of the source account's sequence number for the transaction to be valid.
    min_account_sequence_age::decimal(20, 0) as min_sequence_age,
    -- soroban_resources_instructions [instructions]: Declared instructions; null for classic transactions.
    case when is_soroban then soroban_resources_instructions end as soroban_resources_instructions,
    -- soroban_resources_read_bytes [bytes]: Declared bytes to read from disk; null for classic transactions.
    case when is_soroban then soroban_resources_read_bytes end as soroban_resources_read_bytes,
    -- soroban_resources_write_bytes [bytes]: Declared bytes to write; null for classic transactions.
    case when is_soroban then soroban_resources_write_bytes end as soroban_resources_write_bytes,
    -- soroban_data_size_bytes [bytes]: Always null; a column of Obsrvr that is not filled here.
    cast(null as integer) as soroban_data_size_bytes,
    -- soroban_data_resources: Always null; a column of Obsrvr that is not filled here.
    cast(null as varchar) as soroban_data_resources,
    -- soroban_fee_base [stroops]: Inclusion fee charged; null for classic transactions.
    case when is_soroban then inclusion_fee_charged end as soroban_fee_base,
    -- soroban_fee_resources [stroops]: Declared resource fee; null for classic transactions.
    case when is_soroban then resource_fee end as soroban_fee_resources,
    -- soroban_fee_refund [stroops]: Refund of the resource fee; null for classic transactions.
    case when is_soroban then resource_fee_refund end as soroban_fee_refund,
    -- soroban_fee_charged [stroops]: Resource fee charged, refundable or not; null for classic transactions.
    case
        when is_soroban
            then cast(non_refundable_resource_fee_charged as decimal(19, 0)) + refundable_resource_fee_charged
    end as soroban_fee_charged,
    -- soroban_fee_wasted [stroops]: Always null; a column of Obsrvr that is not filled here.
    cast(null as bigint) as soroban_fee_wasted,
    -- soroban_host_function_type: Type of the host function, by its Go name.
    soroban_host_function_type,
    -- soroban_contract_id: Contract that the transaction calls, else the first contract of the footprint.
    soroban_contract_id,
    -- soroban_contract_events_count: Events of the transaction's operations; null for classic transactions.
    case when is_soroban then coalesce(events.total, 0) end as soroban_contract_events_count,
    -- signatures_count: Number of signatures of the transaction.
    cast(json_array_length(signatures_json) as integer) as signatures_count,
    -- new_account: Whether an operation of the transaction creates an account.
    coalesce(new_account, false) as new_account,
    tx_envelope,
    tx_result,
    tx_meta,
    tx_fee_meta,
    -- tx_signers [JSON]: Signatures in the form of account keys, as in Hubble; they are no addresses.
    cast(to_json(bronze.signature_strkeys(signatures_json)) as varchar) as tx_signers,
    extra_signers_json as extra_signers,
    era_id,
    version_label,
    case when is_soroban then rent_fee_charged end as rent_fee_charged,
    -- transaction_id: TOID of the transaction.
    id as transaction_id,
    memo_bytes,
    inner_transaction_result_code
-- The casts are that of the column, so that a filter of it reaches operations and events.
from transactions
left join operations
    on cast(operations.ledger_sequence as bigint) = cast(transactions.ledger_sequence as bigint)
    and operations.transaction_id = id
left join events
    on cast(events.ledger_sequence as bigint) = cast(transactions.ledger_sequence as bigint)
    and events.transaction_id = id
