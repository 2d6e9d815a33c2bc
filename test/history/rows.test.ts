import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryRows, postings, ROW_BYTES } from '../../src/history/rows.ts';

/** Rows in the order of the index, three ledgers a key and more of the keys that many ledgers name. */
function rowsOf(keys: readonly number[], popular: readonly number[], ledgers: number): Buffer {
  const rows = [...keys, ...popular].flatMap((key, i) => {
    const count = i < keys.length ? 3 : ledgers;
    return Array.from({ length: count }, (_, ledger) => {
      const row = Buffer.alloc(ROW_BYTES);
      row.writeUIntBE(key, 0, 6);
      row.writeUInt32BE(ledger, 6);
      return row;
    });
  });
  return Buffer.concat(rows.sort(Buffer.compare));
}

it('postings(source, key, ledger) finds what is there, however keys are spread', () => {
  const key = fc.oneof(
    fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    fc.integer({ min: 0, max: 1000 }),
    fc.integer({ min: 2 ** 48 - 1000, max: 2 ** 48 - 1 }),
  );
  const keys = fc.uniqueArray(key, { maxLength: 700 });
  const popular = fc.uniqueArray(key, { maxLength: 3 });
  fc.assert(
    fc.property(keys, popular, fc.integer({ min: 0, max: 4000 }), key, (some, more, ledgers, absent) => {
      const rare = some.filter((one) => !more.includes(one));
      const source = memoryRows(rowsOf(rare, more, ledgers));
      for (const one of [...rare.slice(0, 20), ...more, absent]) {
        const there = more.includes(one) ? ledgers : rare.includes(one) ? 3 : 0;
        for (const from of [0, 2, there - 1]) {
          const expected = Array.from({ length: there }, (_, ledger) => ledger).filter((ledger) => ledger >= from);
          const found = [...postings(source, one, Math.max(from, 0))].map(({ ledger }) => ledger);
          expect(found).toEqual(expected.filter((ledger) => ledger >= 0));
        }
      }
    }),
    { numRuns: 30 },
  );
});
