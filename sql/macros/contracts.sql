-- Macros: what a contract is, from its instance and its code. The names that token contracts and the contracts of assets give themselves under METADATA.
create or replace macro semantic.member(entries, name) as (
    json_extract(
        list_filter(cast(entries as json[]), lambda one : json_extract_string(one, '$.key.symbol') = name)[1], '$.val'
    )
);

create or replace macro semantic.token_metadata(instance) as (
    json_extract(semantic.member(json_extract(instance, '$.contract_instance.storage'), 'METADATA'), '$.map')
);

-- Whether code in WebAssembly, its bytes as text, exports a function: its name stands with its length before and a zero behind.
create or replace macro semantic.exports(code, name) as (
    contains(code, '\x' || format('{:02X}', length(name)) || name || '\x00')
);

create or replace macro semantic.exported(code, names) as (
    list_filter(names, lambda name : semantic.exports(code, name))
);

-- The kind of wallet, by functions that it exports or that were called, and by signers with types in its instance; null when it is none.
create or replace macro semantic.wallet_type(functions, instance, knows_code) as (
    case
        when (list_contains(functions, '__check_auth') or not knows_code)
            and regexp_matches(instance, '"symbol":"(Ed25519|Secp256k1|Secp256r1|WebAuthn|Passkey)"')
            then 'crossmint'
        when list_has_all(functions, ['add_context_rule', 'add_signer']) then 'openzeppelin'
        when list_contains(functions, '__check_auth')
            and list_has_any(functions, ['add_passkey', 'allow_signing_key', 'set_webauthn_verifier', 'add_signer'])
            then 'sep50_generic'
    end
);

-- A balance in contract storage: a number, or a map with an amount, as the contract of an asset keeps it; null when it is neither.
create or replace macro semantic.token_balance(entry) as (
    try_cast(
        coalesce(
            json_extract_string(entry, '$.i128'),
            json_extract_string(semantic.member(json_extract(entry, '$.map'), 'amount'), '$.i128')
        ) as hugeint
    )
);
