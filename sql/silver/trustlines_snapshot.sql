-- One row per trust line and ledger in which it changed, with its period of validity; key ledger_key, ledger_sequence.
-- Valid from its ledger up to, but without, the next of the same key; of ledgers that close at the same time the ledger decides.
with changes as (
    from bronze.trust_lines
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
    -- The key has asset and pool: with them here, a filter on one prunes ledgers.
    window next_change as (partition by account_id, asset_issuer, liquidity_pool_id, ledger_key order by ledger_sequence)
)
select * from versions
