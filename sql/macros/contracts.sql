-- Macros: what a contract is, from its code and its instance. Whether code in WebAssembly, its bytes as text, exports a function: its name stands with its length before and a zero behind.
create or replace macro semantic.exports(code, name) as (
    contains(code, '\x' || lpad(hex(length(name)), 2, '0') || name || '\x00')
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
