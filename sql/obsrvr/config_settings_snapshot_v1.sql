-- One row per network setting and ledger in which it changed, with the names of Obsrvr's lake; key config_setting_id, ledger_sequence.
select
    config_setting_id,
    cast(ledger_sequence as bigint) as ledger_sequence,
    last_modified_ledger,
    deleted,
    closed_at,
    cast(ledger_max_instructions as bigint) as ledger_max_instructions,
    cast(tx_max_instructions as bigint) as tx_max_instructions,
    cast(fee_rate_per_instructions_increment as bigint) as fee_rate_per_instructions_increment,
    cast(tx_memory_limit as bigint) as tx_memory_limit,
    cast(ledger_max_read_ledger_entries as bigint) as ledger_max_read_ledger_entries,
    cast(ledger_max_read_bytes as bigint) as ledger_max_read_bytes,
    cast(ledger_max_write_ledger_entries as bigint) as ledger_max_write_ledger_entries,
    cast(ledger_max_write_bytes as bigint) as ledger_max_write_bytes,
    cast(tx_max_read_ledger_entries as bigint) as tx_max_read_ledger_entries,
    cast(tx_max_read_bytes as bigint) as tx_max_read_bytes,
    cast(tx_max_write_ledger_entries as bigint) as tx_max_write_ledger_entries,
    cast(tx_max_write_bytes as bigint) as tx_max_write_bytes,
    cast(contract_max_size_bytes as bigint) as contract_max_size_bytes,
    -- config_setting_xdr: Always null; a column of Obsrvr that is not filled here.
    cast(null as varchar) as config_setting_xdr,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.config_settings_raw_v1
