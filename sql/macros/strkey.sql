-- A macro: the strkey of a payload in hex, which is base32 of version byte, payload and their CRC16 (SEP-23).
create or replace macro bronze.byte_fold(byte) as (xor(byte, byte >> 4));

-- CRC16-XModem a byte at a time; `mixed` is the folded byte after it met the upper half of the checksum so far.
create or replace macro bronze.crc16_step(crc, mixed) as (
    xor(xor(crc << 8, mixed << 12), xor(mixed << 5, mixed)) & 65535
);

create or replace macro bronze.crc16(hex) as (
    list_reduce(
        list_transform(regexp_extract_all(hex, '..'), lambda pair : bronze.hex_integer(pair)),
        lambda crc, byte : bronze.crc16_step(crc, bronze.byte_fold(xor(crc >> 8, byte))),
        0
    )
);

create or replace macro bronze.base32_letter(five_bytes, place) as (
    substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', cast(1 + ((five_bytes >> (35 - 5 * place)) & 31) as integer), 1)
);

create or replace macro bronze.base32_letters(v) as (
    bronze.base32_letter(v, 0) || bronze.base32_letter(v, 1) || bronze.base32_letter(v, 2) || bronze.base32_letter(v, 3)
    || bronze.base32_letter(v, 4) || bronze.base32_letter(v, 5) || bronze.base32_letter(v, 6) || bronze.base32_letter(v, 7)
);

create or replace macro bronze.base32(hex, letters) as (
    left(
        array_to_string(
            list_transform(
                regexp_extract_all(hex || '00000000', '.{10}'),
                lambda digits : bronze.base32_letters(bronze.hex_integer(digits))
            ),
            ''
        ),
        letters
    )
);

-- The checksum is little-endian.
create or replace macro bronze.with_crc16(hex) as (
    hex || regexp_replace(lower(lpad(hex(bronze.crc16(hex)), 4, '0')), '(..)(..)', '\2\1')
);

-- Five bytes are eight letters; those of the zeros that fill the last five are cut off. Each part is named once, since
-- what a lambda names twice is computed twice.
create or replace macro bronze.strkey(version, payload) as (
    bronze.base32(
        bronze.with_crc16(lower(lpad(hex(version), 2, '0')) || payload),
        cast((length(payload) * 4 + 28) // 5 as integer)
    )
);

-- Signatures, a list as `signatures_json` has it, with the version byte of accounts.
create or replace macro bronze.signature_strkeys(signatures) as (
    list_transform(
        cast(cast(signatures as json) as struct(hint varchar, signature varchar)[]),
        lambda signed : bronze.strkey(48, lower(hex(from_base64(signed.signature))))
    )
);
