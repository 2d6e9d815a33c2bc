-- One row per holder of an asset, of any kind, after a ledger; key holder.
-- Asked for by the asset's code, its issuer (null of XLM) and the ledger. Largest balances come first.
-- What neither the loaded ledgers nor a state that was read whole have is not known; what is archived is still held.
-- A ledger that is not in the lake is an error, and so is an asset that nothing in the lake names by then.
create or replace macro gold.balances_at_ledger(asset_code, asset_issuer, ledger) as table
with asked as (
    select gold.key_of_asset(asset_code, asset_issuer) as asset_key
),
known as materialized (
    from gold.known_at_ledger(ledger)
),
named as (
    select assets.contract_id
    from bronze.history_assets_raw_v1 as assets
    where gold.is_asset(assets.asset_type, assets.asset_code, assets.asset_issuer, asset_code, asset_issuer)
    union all
    -- Some assets are named by nothing but what contracts move.
    select moved.contract_id
    from bronze.token_transfers_raw_raw_v1 as moved
    where moved.asset_key = (select asset_key from asked)
    union all
    select entries.contract_id
    from silver.contract_data_states as entries
    where entries.asset_key = (select asset_key from asked)
),
assets as (
    from named limit 1
),
changes as (
    select
        holdings.holder_type,
        holdings.holder,
        holdings.balance,
        holdings.deleted,
        holdings.last_modified_ledger,
        holdings.ledger_sequence
    from gold.holding_changes as holdings
    where holdings.ledger_sequence <= ledger
        and gold.is_asset(holdings.asset_type, holdings.asset_code, holdings.asset_issuer, asset_code, asset_issuer)
    union all
    select
        holdings.holder_type,
        holdings.holder,
        holdings.balance,
        holdings.deleted,
        holdings.last_modified_ledger,
        holdings.ledger_sequence
    from gold.holding_changes as holdings
    semi join assets on assets.contract_id = holdings.contract_id
    where holdings.ledger_sequence <= ledger
),
offered as (
    select 1
    from bronze.offers_raw_v1 as offers
    where offers.ledger_sequence <= ledger
        and (
            gold.is_asset(
                offers.selling_asset_type, offers.selling_asset_code, offers.selling_asset_issuer, asset_code, asset_issuer
            )
            or gold.is_asset(
                offers.buying_asset_type, offers.buying_asset_code, offers.buying_asset_issuer, asset_code, asset_issuer
            )
        )
),
seen as materialized (
    select
        case
            when asked.asset_key = 'native' then true
            when exists (from assets) or exists (from changes) or exists (from offered) then true
            else error('asset ' || coalesce(asked.asset_key, asset_code) || ' is not in the lake')
        end as is_seen
    from asked
),
held as (
    select
        changes.holder_type,
        changes.holder,
        arg_max(if(changes.deleted, 0, changes.balance), changes.ledger_sequence) as balance,
        arg_max(changes.last_modified_ledger, changes.ledger_sequence) as last_modified_ledger
    from changes
    where changes.ledger_sequence >= (select state_ledger from known)
    group by changes.holder_type, changes.holder
),
living as (
    from held where balance > 0
),
whole as (
    select
        max(balance) as most,
        if(
            asset_issuer is null,
            cast((select total_coins - fee_pool from known) as hugeint),
            sum(least(balance, 1000000000000000000000000000000))
        ) as supply
    from living
)
select
    -- holder_type: Kind of holder: account, claimable_balance, liquidity_pool or contract.
    living.holder_type,
    -- holder: Holder of the balance: account (G), claimable balance (B), pool (L) or contract (C).
    living.holder,
    -- balance [units]: Balance of the holder; null beyond 31 digits.
    bronze.token_units(living.balance) as balance,
    -- balance_stroops [stroops]: Balance of the holder, exact.
    living.balance as balance_stroops,
    -- percent_of_supply [percent]: Balance as a share of the total held, to two decimals. Null if a balance has more than 30 digits. While state_coverage is touched_only, only lumens have it, by the ledger header.
    case
        when asset_issuer is not null and known.state_coverage = 'touched_only' then null
        when whole.most <= 1000000000000000000000000000000 then gold.percent(living.balance, whole.supply)
    end as percent_of_supply,
    -- last_modified_ledger: Ledger in which the balance's entry last changed.
    living.last_modified_ledger,
    -- state_coverage: full if every holder is known; else touched_only: only holders that the loaded ledgers, or a baseline state before them, name.
    known.state_coverage
from asked
cross join seen
cross join known
cross join living
cross join whole
where seen.is_seen and known.snapshot_ledger > 0
order by living.balance desc, living.holder
