-- In every ledger, the lumens that accounts, claimable balances, pools and contracts gain plus the change of fee_pool are the change of total_coins.
-- Where the ledger before is not loaded, fee_pool is taken to grow by the fees charged, and total_coins to stay.
with ledgers as (
    select
        sequence as ledger_sequence,
        ledger_hash,
        lag(sequence) over before is not distinct from sequence - 1 as follows,
        fee_pool - lag(fee_pool) over before as fee_pool_change,
        total_coins - lag(total_coins) over before as total_coins_change,
        total_fee_charged,
        -- The upgrade of pubnet to protocol 24 gave back to the pool what a fault of protocol 23 had burnt (CAP-76).
        if(protocol_version = 24 and lag(protocol_version) over before = 23, 31879035, 0) as given_back
    from bronze.history_ledgers_raw_v1
    window before as (order by sequence)
),

changes as (
    select
        ledger_sequence,
        balance_change_stroops as change
    from bronze.accounts_raw_v1
    union all
    select
        ledger_sequence,
        case ledger_entry_change when 0 then asset_amount_stroops when 2 then -asset_amount_stroops else 0 end
    from bronze.claimable_balances_raw_v1
    where asset_type = 'native'
    union all
    select
        ledger_sequence,
        -- Lumens are the lesser asset of every pool that holds them.
        asset_a_change_stroops
    from bronze.liquidity_pools_raw_v1
    where asset_a_type = 'native'
    union all
    select
        ledger_sequence,
        cast(balance_change as bigint)
    from bronze.contract_data_raw_v1
    where balance != '' and contract_id = getvariable('native_contract')
),

gains as (
    select
        ledger_sequence,
        sum(change) as gained,
        count(*) - count(change) as unknown_changes
    from changes
    group by ledger_sequence
),

-- Inflation makes new lumens of the fee pool and of nothing; protocol 12 ended it.
inflations as (
    select distinct ledger_sequence
    from bronze.history_operations_raw_v1
    where type = 9 and transaction_successful
),

-- Lumens that protocols 3 and 4 made or lost where an operation changed an account that it had loaded twice.
known_faults as (
    select unnest([
        {
            'ledger_hash': 'f7692ea61dede16d96b70c3a9effc3985d71eaf8387e18097eee2f6fed9ba5c3',
            'made': 603675431812162
        },
        {
            'ledger_hash': '6ba3a90cd09ffd34c2f54bc48339c4b4bdf79a36db5cff59e92e857d95a8c017',
            'made': -10000000
        }
    ], recursive := true)
),

compared as (
    select
        ledger_sequence,
        case when follows then total_coins_change else 0 end as expected,
        coalesce(gained, 0) + case when follows then fee_pool_change else total_fee_charged end as found,
        coalesce(unknown_changes, 0) > 0
        or (not follows and inflations.ledger_sequence is not null) as is_unknown,
        coalesce(made, given_back) as made
    from ledgers
    left join gains using (ledger_sequence)
    left join inflations using (ledger_sequence)
    left join known_faults using (ledger_hash)
)

select
    ledger_sequence,
    'all holders' as entity,
    'change of lumens' as fact,
    cast(expected as varchar) as expected,
    cast(found as varchar) as found,
    case when is_unknown then 'unknown' when found = expected + made then 'known fault' else 'broken' end as status
from compared
where found != expected or is_unknown
