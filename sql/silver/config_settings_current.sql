-- One row per network setting that changed, with what it had last, removed ones included; key config_setting_id.
-- Kept as latest of changes, sorted by config_setting_id; a state is a part.
with changes as (
    from bronze.config_settings
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by config_setting_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
