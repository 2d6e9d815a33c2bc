import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HashMap } from '../../src/ledger/hash-map.ts';

const hashes = Array.from({ length: 500 }, (_, i) => createHash('sha256').update(String(i)).digest());
const text = (hash: Buffer) => hash.toString('latin1');
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) => new DataView(buffer, byteOffset, byteLength);

describe('HashMap', () => {
  it('gives each value back under the bytes of its hash, and none under others', () => {
    const map = new HashMap<number>(hashes.length);
    hashes.forEach((hash, i) => map.set(text(hash), i));
    const all = viewOf(Buffer.concat(hashes));
    expect(hashes.map((_, i) => map.get(all, i * 32))).toEqual(hashes.map((_, i) => i));
    expect(map.get(all, 4)).toBeUndefined();
  });

  it('tells hashes apart that differ in any byte', () => {
    const map = new HashMap<number>(1);
    map.set(text(hashes[0]), 0);
    for (let i = 0; i < 32; i++) {
      const other = Buffer.from(hashes[0]);
      other[i] ^= 1;
      expect(map.get(viewOf(other), 0)).toBeUndefined();
    }
  });

  it('keeps the last value of a hash', () => {
    const map = new HashMap<number>(2);
    map.set(text(hashes[0]), 1);
    map.set(text(hashes[0]), 2);
    expect(map.get(viewOf(hashes[0]), 0)).toBe(2);
  });

  it('is empty when it is made for nothing', () => {
    expect(new HashMap<number>(0).get(viewOf(hashes[0]), 0)).toBeUndefined();
  });
});
