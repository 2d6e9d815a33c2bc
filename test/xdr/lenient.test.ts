import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson } from '../../src/xdr/decode.ts';
import { lenientJson } from '../../src/xdr/lenient.ts';
import { words } from '../make/ledger.ts';
import { ledgers } from '../simulator/ledgers.ts';

const [{ bytes }] = ledgers.slice(5);
const hex = (of: Uint8Array) => Buffer.from(of).toString('hex');

/** Every `undecoded` in a value. */
function undecoded(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, of]) => (name === 'undecoded' ? [String(of)] : undecoded(of)));
}

describe('lenientJson(type, bytes)', () => {
  it('writes what can be read as it is', () => {
    expect(lenientJson('LedgerCloseMeta', bytes)).toBe(decodeJson('LedgerCloseMeta', bytes));
  });

  it.each([
    [
      'an arm',
      'ScVal',
      words(16, 1, 3, 3, 7, 99, 5, 3, 8),
      { vec: [{ u32: 7 }, { undecoded: hex(words(99, 5, 3, 8)) }] },
    ],
    ['a member of an enum', 'ScVal', words(2, 1, 77), { error: { wasm_vm: { undecoded: hex(words(77)) } } }],
    ['a field of a struct', 'SorobanResources', words(1, 0, 9), undefined],
    ['the end of a text', 'ScVal', words(14, 8, 1), { string: { undecoded: hex(words(8, 1)) } }],
  ] as const)('writes the rest as hex from %s on', (_, type, of, expected) => {
    const json: unknown = JSON.parse(lenientJson(type, of));
    if (expected) expect(json).toEqual(expected);
    expect(undecoded(json)).toHaveLength(1);
  });

  it('writes JSON of a ledger with any word changed, whose rest is the end of the bytes', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length / 4 - 1), fc.constantFrom(0xffffffff, 7, 99, 0), (at, value) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt32BE(value, at * 4);
        const rest = undecoded(JSON.parse(lenientJson('LedgerCloseMeta', changed)));
        expect(rest.length).toBeLessThanOrEqual(1);
        for (const text of rest) expect(hex(changed).endsWith(text)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
