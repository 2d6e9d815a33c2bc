-- Every event, effect, trade, transfer, participant, call and contract creation has its operation, every operation its transaction, every transaction and every change of an entry its ledger.
with ledgers as (
    select sequence as ledger_sequence
    from bronze.history_ledgers_raw_v1
),

transactions as (
    select
        id as transaction_id,
        ledger_sequence
    from bronze.history_transactions_raw_v1
),

operations as (
    select
        id as operation_id,
        transaction_id,
        ledger_sequence
    from bronze.history_operations_raw_v1
),

events as (
    select
        transaction_id,
        operation_id,
        ledger_sequence,
        'event ' || event_index as entity
    from bronze.history_contract_events_raw_v1
),

of_ledgers as (
    select
        ledger_sequence,
        'transaction ' || transaction_id as entity
    from transactions
    union all
    select distinct
        ledger_sequence,
        'accounts'
    from bronze.accounts_raw_v1
    union all
    select distinct
        ledger_sequence,
        'account_signers'
    from bronze.account_signers_raw_v1
    union all
    select distinct
        ledger_sequence,
        'trust_lines'
    from bronze.trust_lines_raw_v1
    union all
    select distinct
        ledger_sequence,
        'offers'
    from bronze.offers_raw_v1
    union all
    select distinct
        ledger_sequence,
        'liquidity_pools'
    from bronze.liquidity_pools_raw_v1
    union all
    select distinct
        ledger_sequence,
        'claimable_balances'
    from bronze.claimable_balances_raw_v1
    union all
    select distinct
        ledger_sequence,
        'contract_data'
    from bronze.contract_data_raw_v1
    union all
    select distinct
        ledger_sequence,
        'ttl'
    from bronze.ttl_raw_v1
),

of_transactions as (
    select
        transaction_id,
        ledger_sequence,
        'operation ' || operation_id as entity
    from operations
    union all
    select
        transaction_id,
        ledger_sequence,
        entity
    from events
    where operation_id is null
    union all
    select
        transaction_id,
        ledger_sequence,
        'transfer ' || event_index
    from bronze.token_transfers_raw_raw_v1
    where operation_id is null
),

of_operations as (
    select
        operation_id,
        ledger_sequence,
        entity
    from events
    where operation_id is not null
    union all
    select
        history_operation_id,
        ledger_sequence,
        'trade ' || "order"
    from bronze.history_trades_raw_v1
    union all
    select
        operation_id,
        ledger_sequence,
        'effect ' || id
    from bronze.history_effects_raw_v1
    union all
    select
        operation_id,
        ledger_sequence,
        'transfer ' || event_index
    from bronze.token_transfers_raw_raw_v1
    where operation_id is not null
    union all
    select
        operation_id,
        ledger_sequence,
        'participant ' || address
    from bronze.operation_participants_raw_v1
    union all
    select
        operation_id,
        ledger_sequence,
        'call ' || execution_order
    from bronze.contract_invocations_raw_v1
    union all
    select
        operation_id,
        ledger_sequence,
        'contract ' || contract_id
    from bronze.contract_creations_raw_v1
),

orphans as (
    select
        ledger_sequence,
        entity,
        'ledger' as fact,
        cast(ledger_sequence as varchar) as expected
    from of_ledgers
    anti join ledgers using (ledger_sequence)
    union all
    select
        ledger_sequence,
        entity,
        'transaction',
        cast(transaction_id as varchar)
    from of_transactions
    anti join transactions using (transaction_id, ledger_sequence)
    union all
    select
        ledger_sequence,
        entity,
        'operation',
        cast(operation_id as varchar)
    from of_operations
    anti join operations using (operation_id, ledger_sequence)
)

select
    ledger_sequence,
    entity,
    fact,
    expected,
    cast(null as varchar) as found,
    'broken' as status
from orphans
