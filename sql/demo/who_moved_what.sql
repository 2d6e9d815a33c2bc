-- One row per account or contract and token that it sent, of the twelve that sent most often. Fees, mints and burns are no sending.
with
transfers as (
    select
        "from" as sender,
        "to" as receiver,
        asset_key,
        coalesce(asset_code, if(asset_key = 'native', 'XLM', asset_key)) as token,
        -- Amounts are of assets: other tokens have decimals of their own.
        if(asset_type = '', null, amount_integer) as amount_integer
    from token_transfers_raw
    where event_topic = 'transfer'
),

final as (
    select
        sender,
        token,
        count(*) as transfers,
        count(distinct receiver) as receivers,
        try_cast(sum(amount_integer) as decimal(30, 0)) * 0.0000001::decimal(8, 7) as amount
    from transfers
    group by
        sender,
        asset_key,
        token
)

select * from final
order by
    transfers desc,
    sender,
    token
limit 12
