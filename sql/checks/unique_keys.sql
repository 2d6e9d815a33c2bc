-- The key of every table names one row: written from the declarations of the tables.
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'history_contract_events', "transaction_id", "event_kind", "operation_id", "event_index") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_contract_events_raw_v1
group by "transaction_id", "event_kind", "operation_id", "event_index"
having count(*) > 1
union all
select
    min(sequence) as ledger_sequence,
    concat_ws(' ', 'history_ledgers', "sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_ledgers_raw_v1
group by "sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'history_transactions', "id") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_transactions_raw_v1
group by "id"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'accounts', "account_id", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.accounts_raw_v1
group by "account_id", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'account_signers', "account_id", "signer", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.account_signers_raw_v1
group by "account_id", "signer", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'trust_lines', "ledger_key", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.trust_lines_raw_v1
group by "ledger_key", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'offers', "offer_id", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.offers_raw_v1
group by "offer_id", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'liquidity_pools', "liquidity_pool_id", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.liquidity_pools_raw_v1
group by "liquidity_pool_id", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'claimable_balances', "balance_id", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.claimable_balances_raw_v1
group by "balance_id", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'account_data', "account_id", "data_name_bytes", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.account_data_raw_v1
group by "account_id", "data_name_bytes", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'contract_data', "ledger_key_hash", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.contract_data_raw_v1
group by "ledger_key_hash", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'restored_key', "ledger_key_hash", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.restored_key_raw_v1
group by "ledger_key_hash", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'config_settings', "config_setting_id", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.config_settings_raw_v1
group by "config_setting_id", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'contract_code', "contract_code_hash", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.contract_code_raw_v1
group by "contract_code_hash", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'contract_code_blob', "contract_code_hash", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.contract_code_blob_raw_v1
group by "contract_code_hash", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'evicted_keys', "ledger_key_hash", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.evicted_keys_raw_v1
group by "ledger_key_hash", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'ttl', "key_hash", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.ttl_raw_v1
group by "key_hash", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'history_operations', "id") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_operations_raw_v1
group by "id"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'operation_participants', "operation_id", "address", "role") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.operation_participants_raw_v1
group by "operation_id", "address", "role"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'history_trades', "history_operation_id", "order") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_trades_raw_v1
group by "history_operation_id", "order"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'contract_invocations', "operation_id", "execution_order") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.contract_invocations_raw_v1
group by "operation_id", "execution_order"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'contract_creations', "contract_id", "operation_id") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.contract_creations_raw_v1
group by "contract_id", "operation_id"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'history_effects', "id") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_effects_raw_v1
group by "id"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'history_assets', "asset_id", "contract_id", "ledger_sequence") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.history_assets_raw_v1
group by "asset_id", "contract_id", "ledger_sequence"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'token_transfers_raw', "transaction_id", "operation_id", "event_index") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.token_transfers_raw_raw_v1
group by "transaction_id", "operation_id", "event_index"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'balance_entry_changes', "ledger_sequence", "change_index") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.balance_entry_changes_raw_v1
group by "ledger_sequence", "change_index"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'token_permissions', "operation_id", "event_index") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.token_permissions_raw_v1
group by "operation_id", "event_index"
having count(*) > 1
union all
select
    min(ledger_sequence) as ledger_sequence,
    concat_ws(' ', 'transaction_changes', "transaction_id", "phase", "operation_index", "change_index") as entity,
    'rows of the key' as fact,
    '1' as expected,
    cast(count(*) as varchar) as found,
    'broken' as status
from bronze.transaction_changes_raw_v1
group by "transaction_id", "phase", "operation_index", "change_index"
having count(*) > 1
