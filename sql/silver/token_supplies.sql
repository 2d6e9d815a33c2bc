-- One row per contract that stores a total supply under a name such as TotalSupply or total_supply; key contract_id.
with entries as (
    select
        contract_id,
        contract_key_type,
        cast(key_decoded as varchar) as key,
        val_decoded,
        ledger_sequence
    from silver.contract_data_current
    where not deleted
        and (
            contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
            or contract_key_type in ('ScValTypeScvSymbol', 'ScValTypeScvVec')
                and length(cast(key_decoded as varchar)) < 60
                and contains(lower(cast(key_decoded as varchar)), 'supply')
        )
),

items as (
    select
        contract_id,
        unnest(bronze.json_list(val_decoded, '$.contract_instance.storage')) as item,
        ledger_sequence
    from entries
    where contract_key_type = 'ScValTypeScvLedgerKeyContractInstance'
),

kept as (
    select
        contract_id,
        key,
        val_decoded as val,
        ledger_sequence
    from entries
    where contract_key_type != 'ScValTypeScvLedgerKeyContractInstance'
    union all
    select
        contract_id,
        cast(json_extract(item, '$.key') as varchar),
        json_extract(item, '$.val'),
        ledger_sequence
    from items
),

-- The key is a symbol, or an enum of one word: a vector of its symbol.
named as (
    select
        contract_id,
        coalesce(val ->> '$.i128', val ->> '$.u128') as supply_raw,
        ledger_sequence
    from kept
    where regexp_matches(lower(key), '^({"vec":\[)?{"symbol":"(total_?supply)"}(\]})?$')
)

select
    -- contract_id: Contract of the token.
    contract_id,
    -- supply_raw: Total supply in the token's smallest unit, exact, as text.
    any_value(supply_raw) as supply_raw,
    -- ledger_sequence: Ledger in which the entry that stores the supply last changed.
    max(ledger_sequence) as ledger_sequence
from named
where supply_raw is not null
group by contract_id
-- Of two the right one is not known.
having count(*) = 1
