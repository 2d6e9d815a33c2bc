-- One row per signer and ledger in which it changed, without master keys, with the names of Obsrvr's lake; key account_id, signer, ledger_sequence.
select
    account_id,
    signer,
    cast(ledger_sequence as bigint) as ledger_sequence,
    weight,
    -- sponsor: Account that pays the reserve of the signer; empty if no other does.
    coalesce(sponsor, '') as sponsor,
    deleted,
    closed_at,
    cast(ledger_range as bigint) as ledger_range,
    closed_at as created_at,
    era_id,
    version_label
from bronze.account_signers_raw_v1
where signer != account_id
