import { Int32, makeData, RecordBatch, Schema, Field, Struct, Utf8, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyRows } from '../../src/history/key-rows.ts';
import { keyOfText, textKey } from '../../src/history/row-keys.ts';
import { memoryRows, ROW_BYTES } from '../../src/history/rows.ts';

type Cells = { ledger: number; key: string | null }[];

const columns = new Map([['t', ['key']]]);

function batchOf(cells: Cells): RecordBatch {
  const children = [
    vectorFromArray(
      cells.map(({ ledger }) => ledger),
      new Int32(),
    ).data[0],
    vectorFromArray(
      cells.map(({ key }) => key),
      new Utf8(),
    ).data[0],
  ];
  const fields = ['ledger_sequence', 'key'].map((name, i) => new Field(name, children[i].type, true));
  const data = makeData({ type: new Struct(fields), length: cells.length, nullCount: 0, children });
  return new RecordBatch(new Schema(fields), data);
}

/** The rows as pairs, in their order. */
function pairsOf(rows: Uint8Array): [key: number, ledger: number][] {
  const view = Buffer.from(rows);
  return Array.from({ length: rows.length / ROW_BYTES }, (_, i) => [
    view.readUIntBE(i * ROW_BYTES, 6),
    view.readUInt32BE(i * ROW_BYTES + 6),
  ]);
}

const text = fc.oneof(
  fc.constantFrom(...'ABCDEFGH'.split('').map((letter) => `G${letter.repeat(55)}`)),
  fc.stringMatching(/^[A-Z0-9]{0,12}:G[A-Z2-7]{55}$/),
  fc.string({ maxLength: 40 }),
);
const cells = fc.array(
  fc.record({
    // On both sides of where 16 bits of a ledger begin anew.
    ledger: fc.oneof(fc.integer({ min: 65_530, max: 65_540 }), fc.integer({ min: 0, max: 2 ** 31 - 1 })),
    key: fc.option(text, { nil: null }),
  }),
  { minLength: 1, maxLength: 60 },
);

it('each key comes once a ledger, in order', () => {
  const keyRows = new KeyRows(columns);
  fc.assert(
    fc.property(cells, cells, (some, more) => {
      keyRows.add('t', batchOf(some));
      keyRows.add('other', batchOf(more));
      keyRows.add('t', batchOf(more));
      const named = [...some, ...more].filter(({ key }) => key !== null && key !== '');
      const pairs = new Map(
        named.map(({ key, ledger }) => [`${keyOfText(key!)} ${ledger}`, [keyOfText(key!), ledger]]),
      );
      const sorted = [...pairs.values()].sort(([a, m], [b, n]) => a - b || m - n);
      expect(pairsOf(keyRows.take())).toEqual(sorted);
    }),
    { numRuns: 60 },
  );
  expect(keyRows.take()).toHaveLength(0);
});

it('takes more keys than it has room for', () => {
  const keyRows = new KeyRows(columns);
  const all = Array.from({ length: 100_000 }, (_, i) => ({ ledger: 7 + (i % 3), key: `GKEY${i}` }));
  keyRows.add('t', batchOf(all));
  const pairs = pairsOf(keyRows.take());
  expect(pairs.map(([key, ledger]) => `${key} ${ledger}`).sort()).toEqual(
    all.map(({ key, ledger }) => `${keyOfText(key)} ${ledger}`).sort(),
  );
});

it('tells texts apart by what they begin and end with', () => {
  const issuer = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
  const pool = 'a468d41d8e9b8f3c7209651608b74b7db7ac9952dcae0cdf24871d1d9c7b0088';
  const texts = [
    issuer,
    `${issuer} `,
    ...['USDC', 'USDD', 'ABCDEFGHIJKL', 'ABCDEFGHIJKM'].map((code) => `${code}:${issuer}`),
  ];
  texts.push(pool, `00000000${pool}`, pool.replace('0088', '0089'), 'A', 'AB', 'ABCD', 'ABCDE', 'ABCDEFGHI', 'native');
  expect(new Set(texts.map(keyOfText)).size).toBe(texts.length);
  const bytes = Buffer.from(`xyz${issuer}x`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  expect(textKey(view, 3, 3 + issuer.length)).toBe(keyOfText(issuer));
});

it('bound(key, ledger) is where a row of them is, or would be', () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 2 ** 48 - 20, max: 2 ** 48 - 1 }));
  const pair = fc.tuple(key, fc.integer({ min: 0, max: 900 }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 1500 }), fc.array(pair, { maxLength: 30 }), (pairs, asked) => {
      const sorted = pairs.toSorted(([a, m], [b, n]) => a - b || m - n);
      const rows = Buffer.alloc(sorted.length * ROW_BYTES);
      sorted.forEach(([one, ledger], i) => {
        rows.writeUIntBE(one, i * ROW_BYTES, 6);
        rows.writeUInt32BE(ledger, i * ROW_BYTES + 6);
      });
      const source = memoryRows(rows);
      for (const [one, ledger] of [...asked, ...asked.map(([a]): [number, number] => [a, 2 ** 32])]) {
        const before = sorted.filter(([a, m]) => a < one || (a === one && m < ledger)).length;
        expect(source.bound(one, ledger)).toBe(before);
      }
    }),
    { numRuns: 60 },
  );
});
