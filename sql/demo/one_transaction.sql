-- One row per step of a transaction: the successful one with the most kinds of steps, among those with up to twenty steps.
with
steps as (
    select
        transaction_id,
        0 as operation_index,
        1 as place,
        event_index as nth,
        if(amount_integer < 0, 'refund', 'fee') as what,
        "from" as who,
        null as whom,
        amount_integer as amount,
        'XLM' as token
    from token_transfers_raw
    where event_topic = 'fee'
    union all
    select
        transaction_id,
        operation_index + 1,
        2,
        0,
        type_string,
        source_account,
        coalesce(destination, soroban_contract_id),
        null,
        null
    from history_operations
    union all
    select
        transaction_id,
        ((operation_id - transaction_id) % 4096)::integer,
        3,
        execution_order,
        repeat('  ', depth) || 'call ' || function_name,
        caller,
        contract_id,
        null,
        null
    from contract_invocations
    where in_call_tree
    union all
    select
        history_operation_id // 4096 * 4096,
        (history_operation_id % 4096)::integer,
        4,
        "order",
        if(selling_liquidity_pool_id is null, 'trade with an offer', 'trade with a pool'),
        coalesce(nullif(selling_account_address, ''), selling_liquidity_pool_id_strkey),
        buying_account_address,
        (selling_amount * 10000000)::hugeint,
        coalesce(selling_asset_code, 'XLM')
    from history_trades
    union all
    select
        transaction_id,
        ((operation_id - transaction_id) % 4096)::integer,
        5,
        event_index,
        event_topic,
        "from",
        "to",
        -- Other tokens have decimals of their own.
        if(asset_type = '', null, amount_integer),
        coalesce(asset_code, if(asset_key = 'native', 'XLM', asset_key))
    from token_transfers_raw
    where event_topic <> 'fee'
),

chosen as (
    select transaction_id
    from steps
    inner join history_transactions on transaction_id = id
    where successful
    group by transaction_id
    having count(*) <= 20
    order by
        count(distinct what) desc,
        count(*),
        transaction_id
    limit 1
),

final as (
    select
        transaction_hash,
        ledger_sequence,
        transactions.closed_at,
        steps.operation_index as operation,
        what,
        who,
        whom,
        try_cast(amount as decimal(30, 0)) * 0.0000001::decimal(8, 7) as amount,
        token,
        sentence,
        place,
        nth
    from steps
    inner join chosen using (transaction_id)
    inner join history_transactions as transactions on transactions.id = steps.transaction_id
    inner join semantic.explained_transactions using (ledger_sequence, transaction_hash)
)

select * exclude (place, nth) from final
order by
    operation,
    place,
    nth
