import { Account, Keypair, MuxedAccount, StrKey } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/core/bytes.ts';
import { readKey, readStrkey, strkeyVersion, writeStrkey } from '../../src/xdr/strkey.ts';

const key = Buffer.alloc(32, 3);
const account = StrKey.encodeEd25519PublicKey(key);
const muxed = new MuxedAccount(new Account(account, '0'), '77').accountId();
/** A muxed contract of zeros, with the number 123456. */
const zeros = 'WAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPCIDQKG';
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The text with its last letter's lowest bits, which base32 has left over, set to one. */
const padded = (text: string) => text.slice(0, -1) + ALPHABET[ALPHABET.indexOf(text.at(-1)!) | 1];

function written(version: number, payload: Uint8Array): string {
  const w = new ByteWriter();
  writeStrkey(w, version, payload, 0, payload.length);
  return w.text();
}

describe('readStrkey(text)', () => {
  it('reads what the SDK writes', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(bytes, (payload) => {
        const balance = Buffer.concat([Buffer.of(0), payload]);
        const read = (text: string) => ({ ...readStrkey(text) });
        expect(read(StrKey.encodeEd25519PublicKey(payload))).toEqual(of(strkeyVersion.account, payload));
        expect(read(StrKey.encodeContract(payload))).toEqual(of(strkeyVersion.contract, payload));
        expect(read(StrKey.encodePreAuthTx(payload))).toEqual(of(strkeyVersion.preAuthTx, payload));
        expect(read(StrKey.encodeSha256Hash(payload))).toEqual(of(strkeyVersion.sha256Hash, payload));
        expect(read(StrKey.encodeLiquidityPool(payload))).toEqual(of(strkeyVersion.liquidityPool, payload));
        expect(read(StrKey.encodeClaimableBalance(balance))).toEqual(of(strkeyVersion.claimableBalance, balance));
      }),
    );
  });

  it('reads a muxed account as its key and its number', () => {
    const payload = Buffer.concat([key, Buffer.from('000000000000004d', 'hex')]);
    expect(readStrkey(muxed)).toEqual(of(strkeyVersion.muxedAccount, payload));
  });

  it('reads a muxed contract as its id and its number', () => {
    const payload = Buffer.concat([Buffer.alloc(32), Buffer.from('000000000001e240', 'hex')]);
    const text = written(strkeyVersion.muxedContract, payload);
    expect(text).toBe(zeros);
    expect(readStrkey(text)).toEqual(of(strkeyVersion.muxedContract, payload));
    expect(readKey(text, strkeyVersion.contract)).toBeUndefined();
  });

  it.each([account, zeros])('refuses any letter of %s that is changed, and one more or less', (text) => {
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === 'A' ? 'B' : 'A';
      expect(readStrkey(text.slice(0, i) + other + text.slice(i + 1))).toBeUndefined();
    }
    expect([`${text}A`, text.slice(0, -1), text.slice(1)].map(readStrkey)).toEqual(Array(3).fill(undefined));
  });

  it('refuses bits behind the last byte', () => {
    const balance = StrKey.encodeClaimableBalance(Buffer.alloc(33));
    expect([muxed, balance].map((text) => readStrkey(text) === undefined)).toEqual([false, false]);
    expect([muxed, balance].map((text) => readStrkey(padded(text)))).toEqual([undefined, undefined]);
  });

  it('refuses other letters, and lower case', () => {
    const others = [
      account.toLowerCase(),
      `g${account.slice(1)}`,
      `${account.slice(0, -1)}=`,
      `${account.slice(0, -1)}€`,
    ];
    expect(others.map(readStrkey)).toEqual(others.map(() => undefined));
  });

  it('refuses what is too short, too long or has the size of another kind', () => {
    const sizes = [0, 1, 31, 33, 40, 100].map((size) => written(strkeyVersion.account, Buffer.alloc(size)));
    const others = ['', 'G', 'GA', account.slice(1), `${account}A`, 'A'.repeat(1_000_000), ...sizes];
    expect(others.map(readStrkey)).toEqual(others.map(() => undefined));
  });

  it('refuses seeds and signed payloads', () => {
    const payload = Buffer.concat([key, Buffer.from('00000004', 'hex'), Buffer.alloc(4)]);
    const others = [Keypair.fromRawEd25519Seed(key).secret(), StrKey.encodeSignedPayload(payload)];
    expect(others.map(readStrkey)).toEqual(others.map(() => undefined));
  });
});

describe('readKey(text, version)', () => {
  it('returns the payload of a key of this kind only', () => {
    expect(readKey(account, strkeyVersion.account)).toEqual(new Uint8Array(key));
    expect(readKey(account, strkeyVersion.contract)).toBeUndefined();
    expect(readKey('', strkeyVersion.contract)).toBeUndefined();
  });
});

function of(version: number, payload: Uint8Array) {
  return { version, payload: Uint8Array.from(payload) };
}
