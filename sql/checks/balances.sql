-- In every ledger, the movements of an asset bring each holder what the entry of the balance gains; where those of another token do not, it is a finding.
select
    differences.ledger_sequence,
    holder as entity,
    concat_ws(' ', coalesce(metadata.asset_key, differences.asset_key), finding) as fact,
    moved_raw as expected,
    changed_raw as found,
    case
        when finding = 'unknown' then 'unknown'
        when length(differences.asset_key) = 56 and metadata.asset_type is null then 'finding'
        else 'broken'
    end as status
from silver.balance_differences as differences
left join silver.asset_metadata as metadata on metadata.contract_id = differences.asset_key
