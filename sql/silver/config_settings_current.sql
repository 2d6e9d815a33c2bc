-- One row per network setting in its last known state, removed ones included; key config_setting_id.
-- Materialised {"changes": "changes", "fold": "latest", "latestBy": ["config_setting_id"], "sortedBy": ["config_setting_id"], "hasState": true}
with changes as (
    from bronze.config_settings
),
latest as (
    select *
    from changes
    qualify row_number() over (partition by config_setting_id order by bronze.change_number(ledger_sequence, ledger_entry_change) desc) = 1
)
select * from latest
