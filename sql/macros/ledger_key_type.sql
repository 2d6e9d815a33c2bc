-- A macro: what kind of key a LedgerKey in base64 is: the type of the ScVal in a key of contract storage, as Go's name, ContractCode, or LedgerEntryTypeTtl.
create or replace macro bronze.ledger_key_type(ledger_key) as (
    case substr(hex(from_base64(ledger_key)), 1, 8)
        when '00000006'
            then 'ScValTypeScv' || [
                'Bool', 'Void', 'Error', 'U32', 'I32', 'U64', 'I64', 'Timepoint', 'Duration', 'U128', 'I128', 'U256',
                'I256', 'Bytes', 'String', 'Symbol', 'Vec', 'Map', 'Address', 'ContractInstance',
                'LedgerKeyContractInstance', 'LedgerKeyNonce', 'ExecutableTag'
            ][1 + bronze.hex_integer(
                substr(
                    hex(from_base64(ledger_key)),
                    -- The address before it: that of a contract or pool is the shortest, a muxed one the longest.
                    case substr(hex(from_base64(ledger_key)), 9, 8)
                        when '00000000' then 89
                        when '00000001' then 81
                        when '00000002' then 97
                        when '00000003' then 89
                        when '00000004' then 81
                        when '00000005' then 97
                    end,
                    8
                )
            )]
        when '00000007' then 'ContractCode'
        when '00000009' then 'LedgerEntryTypeTtl'
    end
)
