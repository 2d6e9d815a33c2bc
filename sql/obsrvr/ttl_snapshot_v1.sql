-- One row per lifetime of a Soroban entry and ledger in which it changed, with the names of Obsrvr's lake; key key_hash, ledger_sequence.
select
    key_hash,
    cast(ledger_sequence as bigint) as ledger_sequence,
    cast(live_until_ledger_seq as bigint) as live_until_ledger_seq,
    -- ttl_remaining [ledgers]: Ledgers from ledger_sequence to live_until_ledger_seq; out of date by the next ledger.
    cast(live_until_ledger_seq as bigint) - ledger_sequence as ttl_remaining,
    -- expired: Whether live_until_ledger_seq is not after ledger_sequence.
    cast(live_until_ledger_seq as bigint) <= ledger_sequence as expired,
    last_modified_ledger,
    deleted,
    closed_at,
    closed_at as created_at,
    cast(ledger_range as bigint) as ledger_range,
    era_id,
    version_label
from bronze.ttl_raw_v1
