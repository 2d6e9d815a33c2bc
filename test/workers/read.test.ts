import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decompress } from '../../src/ledger/compression.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { passingLedgersOf } from '../../src/workers/read.ts';

const key = 'FFFFFFCD--50-99/FFFFFFCD--50-59.xdr.zst';
const stored = readFileSync(join(import.meta.dirname, '../../data/sample', key));

describe('passingLedgersOf(object, named)', () => {
  it('gives the bytes of all ledgers back when the object ends', () => {
    const seen = seenOf(stored, () => undefined);
    expect(seen).toHaveLength(10);
    expect(seen.map(({ bytes }) => bytes.length)).toEqual(seen.map(() => 0));
  });

  it('gives them back when who reads them fails', () => {
    const seen: Ledger[] = [];
    const fail = (ledger: Ledger) => {
      seen.push(ledger);
      throw new Error('no more');
    };
    expect(() => seenOf(stored, fail)).toThrow('no more');
    expect(seen.map(({ bytes }) => bytes.length)).toEqual([0]);
  });

  it('leaves an object that is not compressed as it is', () => {
    const plain = decompress(stored, { file: key });
    const seen = seenOf(plain, () => undefined);
    expect(seen.every(({ bytes }) => bytes.length > 0)).toBe(true);
    expect(plain.length).toBeGreaterThan(0);
  });
});

/** Returns the ledgers of an object, each of which was whole when it came. */
function seenOf(bytes: Uint8Array, take: (ledger: Ledger) => void): Ledger[] {
  const seen: Ledger[] = [];
  for (const ledger of passingLedgersOf({ key, bytes }, { key })) {
    expect(ledger.view.getInt32(0)).toBe(ledger.version);
    take(ledger);
    seen.push(ledger);
  }
  return seen;
}
