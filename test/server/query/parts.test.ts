import { Keypair, MuxedAccount, Account, StrKey } from '@stellar/stellar-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../../src/core/bytes.ts';
import { readAddress } from '../../../src/server/query/addresses.ts';
import { readCursor, writeCursor } from '../../../src/server/query/cursor.ts';
import { readTime } from '../../../src/server/query/parameters.ts';
import { sql, where, when } from '../../../src/server/query/sql.ts';
import { strkeyVersion, writeStrkey } from '../../../src/xdr/strkey.ts';

const secret = Buffer.alloc(32, 7);

describe('readAddress(text, kinds)', () => {
  const account = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 3)).publicKey();

  it('knows addresses as the SDK does', () => {
    const payload = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(payload, (bytes) => {
        const key = StrKey.encodeEd25519PublicKey(bytes);
        const muxed = new MuxedAccount(new Account(key, '0'), '77').accountId();
        const contract = StrKey.encodeContract(bytes);
        expect([readAddress(key, ['G']), readAddress(contract, ['C'])]).toEqual([key, contract]);
        expect(readAddress(muxed, ['G', 'M'])).toBe(key);
        expect(readAddress(muxed, ['G'])).toBeUndefined();
        const w = new ByteWriter();
        writeStrkey(w, strkeyVersion.muxedContract, Buffer.concat([bytes, Buffer.alloc(8, 1)]), 0, 40);
        expect(readAddress(w.text(), ['C', 'W'])).toBe(contract);
        expect(readAddress(w.text(), ['C'])).toBeUndefined();
      }),
    );
  });

  it('refuses a wrong letter, another kind and a text that is longer', () => {
    const wrong = account.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'));
    const texts = [wrong, `${account}A`, account.slice(1), '', 'G', account.toLowerCase()];
    expect(texts.map((text) => readAddress(text, ['G', 'M', 'C', 'W', 'B', 'L']))).toEqual(Array(6).fill(undefined));
    expect(readAddress(account, ['C'])).toBeUndefined();
  });
});

describe('readCursor(secret, text, asked)', () => {
  const asked = { w: 'local', e: '/a', f: { order: 'desc' } };
  const cursor = { w: 'local', e: '/a', f: { order: 'desc' }, k: ['1', 'x'], l: 9, n: 2, s: '0' };
  const text = writeCursor(secret, cursor);

  it('gives back what was written', () => {
    expect(readCursor(secret, text, asked)).toMatchObject(cursor);
  });

  it('refuses every change of a letter', () => {
    for (let i = 0; i < text.length; i++) {
      const changed = `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`;
      expect(() => readCursor(secret, changed, asked)).toThrow(/^invalid cursor: /);
    }
  });

  it('names the parameter that is another', () => {
    expect(() => readCursor(secret, text, { ...asked, f: { order: 'asc' } })).toThrow(
      "cursor was created with order='desc' but request uses order='asc'. Cannot change order while paginating.",
    );
    expect(() => readCursor(secret, text, { ...asked, e: '/b' })).toThrow('invalid cursor: it is of /a');
    expect(() => readCursor(secret, text, { ...asked, w: 'testnet' })).toThrow(
      "invalid cursor: it is of network 'local'",
    );
  });
});

describe('sql', () => {
  it('binds values, and takes SQL in as it is', () => {
    const inner = sql`a = ${1} and b = ${"x' or 1=1 --"}`;
    const all = sql`select ${true} ${where(
      inner,
      undefined,
      when(undefined, () => sql`c`),
    )} limit ${5}`;
    expect(all.text).toBe('select $1 where a = $2 and b = $3 limit $4');
    expect(all.values).toEqual([true, 1, "x' or 1=1 --", 5]);
  });
});

describe('readTime(text)', () => {
  it('reads RFC 3339 and nothing else', () => {
    expect(readTime('2024-01-15T12:00:00+02:00')).toBe('2024-01-15 10:00:00.000');
    const wrong = ['2024-02-30T00:00:00Z', '2024-01-15', '99999-01-01T00:00:00Z', 'now', '2024-01-15T25:00:00Z'];
    expect(wrong.map(readTime)).toEqual(wrong.map(() => undefined));
  });
});
