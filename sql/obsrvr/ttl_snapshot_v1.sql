-- One row per lifetime of a Soroban entry and ledger in which it changed, with the names of Obsrvr's lake; key key_hash, ledger_sequence.
select
    key_hash,
    cast(ledger_sequence as bigint) as ledger_sequence,
    cast(live_until_ledger_seq as bigint) as live_until_ledger_seq,
    -- ttl_remaining [ledgers]: Life left as of the ledger of the change; old by the next ledger.
    cast(live_until_ledger_seq as bigint) - ledger_sequence as ttl_remaining,
    -- expired: Whether it was over as of that ledger.
    cast(live_until_ledger_seq as bigint) <= ledger_sequence as expired,
    last_modified_ledger,
    deleted,
    closed_at,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.ttl_raw_v1
