-- One row per account and ledger in which it changed, with its period of validity; key account_id, ledger_sequence.
-- Valid from its ledger up to, but without, the next of the same key; of ledgers that close at the same time the ledger decides.
with changes as (
    from bronze.accounts
),
versions as (
    select
        *,
        -- valid_from [UTC]: Close time of the ledger of the change.
        closed_at as valid_from,
        -- valid_to [UTC]: Close time of the ledger of the next change; null for what is still valid.
        lead(closed_at) over next_change as valid_to,
        -- valid_to_ledger: Ledger of the next change; null for what is still valid.
        lead(ledger_sequence) over next_change as valid_to_ledger
    from changes
    window next_change as (partition by account_id order by ledger_sequence)
)
select * from versions
