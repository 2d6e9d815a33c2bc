import { Keypair, XdrLargeInt, xdr } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeFixedUnits, writePriceValue, writeWideUnits } from '../../src/tables/details/amounts.ts';
import { writeScValText } from '../../src/tables/details/sc-val-text.ts';
import { writeText } from '../../src/tables/details/text.ts';
import { JsonWriter } from '../../src/xdr/json-writer.ts';

const written = (bytes: Uint8Array, write: (w: JsonWriter) => unknown) => {
  const w = new JsonWriter().from(bytes);
  write(w);
  return w.text();
};

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const halves = (value: bigint) => [Number(value >> 32n), Number(BigInt.asUintN(32, value))] as const;

function decimal(stroops: bigint) {
  const digits = (stroops < 0n ? -stroops : stroops).toString().padStart(8, '0');
  return `${stroops < 0n ? '-' : ''}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

describe('writeFixedUnits(w, high, low) and writeWideUnits(w, stroops)', () => {
  it('write all seven decimals', () => {
    fc.assert(
      fc.property(int64, (stroops) => {
        expect(written(new Uint8Array(), (w) => writeFixedUnits(w, ...halves(stroops)))).toBe(decimal(stroops));
        expect(written(new Uint8Array(), (w) => writeWideUnits(w, stroops))).toBe(decimal(stroops));
      }),
    );
  });
});

describe('writePriceValue(w, p)', () => {
  const price = (n: number, d: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeInt32BE(n);
    bytes.writeInt32BE(d, 4);
    return written(bytes, (w) => writePriceValue(w, 0));
  };

  it('rounds to seven decimals, halves up', () => {
    const positive = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(positive, positive, (n, d) => {
        const rounded = (BigInt(n) * 20_000_000n + BigInt(d)) / (2n * BigInt(d));
        expect(price(n, d)).toBe(decimal(rounded).replace(/\.?0+$/, ''));
      }),
    );
  });

  it('carries into the whole part', () => expect(price(2147483646, 2147483647)).toBe('1'));
  it('keeps the sign', () => expect(price(-1, 2)).toBe('-0.5'));
  it('gives null for a denominator of 0', () => expect(price(1, 0)).toBe('null'));
});

describe('writeScValText(w, p)', () => {
  const text = (value: xdr.ScVal) => {
    const bytes = Buffer.from(value.toXDR('base64'), 'base64');
    const w = new JsonWriter().from(bytes);
    expect(writeScValText(w, 0)).toBe(bytes.length);
    return JSON.parse(`"${w.text()}"`);
  };
  const address = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 1)).publicKey();
  const u32 = xdr.ScVal.scvU32(7);
  const symbol = xdr.ScVal.scvSymbol('a');
  const hostError = xdr.ScError.sceAuth(xdr.ScErrorCode.scecInvalidAction);
  const time = (seconds: bigint) => xdr.ScVal.scvTimepoint(seconds);
  const nonce = (value: bigint) => xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce: value }));
  const wasm = xdr.ContractExecutable.contractExecutableWasm(Buffer.alloc(32, 3));
  const entry = new xdr.ScMapEntry({ key: symbol, val: xdr.ScVal.scvVec([xdr.ScVal.scvMap(null), u32]) });
  const instance = (executable: xdr.ContractExecutable, storage: xdr.ScMapEntry[] | null = []) =>
    xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage }));

  it.each([
    ['bool', xdr.ScVal.scvBool(true), 'true'],
    ['void', xdr.ScVal.scvVoid(), '(void)'],
    ['contract error', xdr.ScVal.scvError(xdr.ScError.sceContract(3)), 'ScErrorTypeSceContract(3)'],
    ['string', xdr.ScVal.scvString('"\\\n'), '"\\\n'],
    ['bytes', xdr.ScVal.scvBytes(Buffer.from([1, 255])), '01ff'],
    ['vec', xdr.ScVal.scvVec([u32, symbol, xdr.ScVal.scvVec([])]), '[7 a []]'],
    ['no vec', xdr.ScVal.scvVec(null), 'nil'],
    ['map', xdr.ScVal.scvMap([new xdr.ScMapEntry({ key: symbol, val: u32 })]), '[{a 7}]'],
    ['instance key', xdr.ScVal.scvLedgerKeyContractInstance(), '(LedgerKeyContractInstance)'],
    ['host error', xdr.ScVal.scvError(hostError), 'ScErrorTypeSceAuth(ScErrorCodeScecInvalidAction)'],
    ['time', time(1_700_000_000n), '2023-11-14 22:13:20 +0000 UTC'],
    ['time past year 9999', time(2n ** 63n - 1n), '292277026596-12-04 15:30:07 +0000 UTC'],
    ['duration', xdr.ScVal.scvDuration(2n ** 64n - 1n), '18446744073709551615'],
    ['nonce', nonce(123n), '{7B}'],
    ['negative nonce', nonce(-123n), '{-7B}'],
    ['128 bits', new XdrLargeInt('i128', -(2n ** 127n)).toI128(), `${-(2n ** 127n)}`],
    ['256 bits', new XdrLargeInt('i256', 5n - 2n ** 200n).toI256(), `${5n - 2n ** 200n}`],
    ['unsigned 256 bits', new XdrLargeInt('u256', 2n ** 256n - 1n).toU256(), `${2n ** 256n - 1n}`],
    ['asset contract', instance(xdr.ContractExecutable.contractExecutableStellarAsset()), '(StellarAssetContract)'],
    ['wasm contract', instance(wasm, null), '03'.repeat(32)],
    ['wasm contract with storage', instance(wasm, [entry]), `${'03'.repeat(32)}: [{a [nil 7]}]`],
  ])('writes %s as Go does', (_, value, expected) => expect(text(value)).toBe(expected));

  it('writes an address as strkey', () => {
    const key = Keypair.fromPublicKey(address).xdrAccountId();
    expect(text(xdr.ScVal.scvAddress(xdr.ScAddress.scAddressTypeAccount(key)))).toBe(address);
  });
});

describe('writeText(w, start, end)', () => {
  const textOf = (bytes: Buffer) => JSON.parse(`"${written(bytes, (w) => writeText(w, 0, bytes.length))}"`) as string;

  it('keeps UTF-8', () => {
    expect(textOf(Buffer.from('\0\n"\\a é😀'))).toBe('\0\n"\\a é😀');
  });

  it('escapes what is not UTF-8, from the first byte on', () => {
    expect(textOf(Buffer.from([0x41, 0x22, 0x5c, 0xc3, 0xa9, 0xff]))).toBe('A"\\\\\\xc3\\xa9\\xff');
  });
});
