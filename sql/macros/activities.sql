-- Macros: an operation as an activity: its type, by the list of the query API, in which sells and buys of offers are one.
create or replace macro semantic.activity_type(type, function_name, host_function) as (
    case
        when type = 24 and function_name is not null then 'contract_call'
        when type = 24 and starts_with(host_function, 'HostFunctionTypeHostFunctionTypeCreateContract')
            then 'contract_deployed'
        when type = 24 and host_function = 'HostFunctionTypeHostFunctionTypeUploadContractWasm'
            then 'contract_code_uploaded'
        else [
            'account_created', 'payment', 'path_payment', 'manage_offer', 'create_passive_offer', 'set_options',
            'change_trust', 'allow_trust', 'account_merge', 'inflation', 'manage_data', 'bump_sequence', 'manage_offer',
            'path_payment', 'create_claimable_balance', 'claim_claimable_balance', 'begin_sponsoring', 'end_sponsoring',
            'revoke_sponsorship', 'clawback', 'clawback_claimable_balance', 'set_trust_line_flags',
            'liquidity_pool_deposit', 'liquidity_pool_withdraw', 'invoke_host_function', 'extend_footprint_ttl',
            'restore_footprint'
        ][type + 1]
    end
);

-- An address as people are shown it.
create or replace macro semantic.short_address(address) as (left(address, 4) || '...' || right(address, 4));

-- A whole number with commas between thousands.
create or replace macro semantic.thousands(number) as (format('{:,}', number));

-- Stroops as people are shown them: thousands apart, no zeros at the end.
create or replace macro semantic.amount_text(stroops) as (
    semantic.thousands(stroops // 10000000)
    || rtrim(rtrim('.' || lpad(cast(stroops % 10000000 as varchar), 7, '0'), '0'), '.')
);

-- What an operation does as a sentence; without amount where it is null.
create or replace macro semantic.activity_sentence(type, source, counterpart, stroops, code, function_name, contract_id) as (
    case type
        when 0
            then 'Created account ' || semantic.short_address(counterpart) || ' with ' || semantic.amount_text(stroops) || ' XLM'
        when 1
            then 'Sent ' || semantic.amount_text(stroops) || ' ' || code || ' to ' || semantic.short_address(counterpart)
        when 2
            then 'Path payment of ' || semantic.amount_text(stroops) || ' ' || code || ' to ' || semantic.short_address(counterpart)
        when 13
            then coalesce('Path payment of ' || semantic.amount_text(stroops) || ' ' || code, 'Path payment in ' || code)
            || ' to ' || semantic.short_address(counterpart)
        when 3 then 'Sell offer: ' || semantic.amount_text(stroops) || ' ' || code
        when 4 then 'Passive sell offer: ' || semantic.amount_text(stroops) || ' ' || code
        when 5 then 'Updated account settings'
        when 6 then if(stroops = 0, 'Removed trustline', 'Added trustline') || coalesce(' for ' || code, '')
        when 7 then 'Updated trust authorization for ' || semantic.short_address(counterpart)
        when 8
            then 'Merged ' || semantic.short_address(source) || ' into ' || semantic.short_address(counterpart)
        when 9 then 'Ran inflation'
        when 10 then 'Updated account data entry'
        when 11 then 'Bumped account sequence number'
        when 12 then 'Buy offer: ' || semantic.amount_text(stroops) || ' ' || code
        when 14 then 'Created claimable balance of ' || semantic.amount_text(stroops) || ' ' || code
        when 15 then 'Claimed a claimable balance'
        when 16 then 'Began sponsoring reserves for ' || semantic.short_address(counterpart)
        when 17 then 'Ended reserve sponsorship'
        when 18 then 'Revoked sponsorship'
        when 19 then 'Clawed back ' || semantic.amount_text(stroops) || ' ' || code
        when 20 then 'Clawed back a claimable balance'
        when 21 then 'Updated trustline flags of ' || semantic.short_address(counterpart)
        when 22 then 'Deposited into liquidity pool'
        when 23 then 'Withdrew from liquidity pool'
        when 24
            then coalesce(
                'Called ' || if(function_name = '', '', function_name || ' on ') || semantic.short_address(contract_id),
                'Deployed contract ' || semantic.short_address(contract_id),
                'Uploaded contract code'
            )
        when 25 then 'Extended contract storage TTL'
        when 26 then 'Restored expired contract storage'
    end
)
