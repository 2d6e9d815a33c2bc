import { Int32, makeData, RecordBatch, Schema, Field, Struct, Table, Utf8, vectorFromArray } from 'apache-arrow';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Arena } from '../../src/arrow/arena.ts';
import { kindsOf } from '../../src/history/key-columns.ts';
import { KeyRows } from '../../src/history/key-rows.ts';
import { keyOfText, textKey } from '../../src/history/row-keys.ts';
import { ledgersOfRows, memoryRows, ROW_BYTES } from '../../src/history/rows.ts';
import { RowGroupWriter } from '../../src/parquet/write/parquet-file.ts';

type Cells = { ledger: number; key: string | null; kind: number }[];

const columns = new Map([
  ['t', new Map([['key', 1]])],
  ['u', new Map([['key', 0x8000]])],
]);

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

/** Adds the keys of a batch while it is written as two row groups. */
function add(keyRows: KeyRows, table: string, batch: RecordBatch): void {
  const kinds = batch.schema.fields.map(({ type }) => (type instanceof Utf8 ? 'utf8' : 'int32'));
  const writer = new RowGroupWriter(new Arena());
  const half = Math.ceil(batch.numRows / 2);
  writer.write(kinds, batch, 0, half, keyRows.of(table, batch));
  writer.write(kinds, batch, half, batch.numRows - half, keyRows.of(table, batch));
}

/** The rows as keys, ledgers and kinds, in their order. */
function rowsOf(rows: Uint8Array): [key: number, ledger: number, kinds: number][] {
  const view = Buffer.from(rows);
  return Array.from({ length: rows.length / ROW_BYTES }, (_, i) => [
    view.readUIntBE(i * ROW_BYTES, 6),
    view.readUInt32BE(i * ROW_BYTES + 6),
    view.readUInt16BE(i * ROW_BYTES + 10),
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
    kind: fc.constantFrom(1, 2, 64, 0x8000),
  }),
  { minLength: 1, maxLength: 60 },
);

it('each key comes once a ledger, with the kinds of its columns there, in order', () => {
  const keyRows = new KeyRows(columns);
  fc.assert(
    fc.property(cells, cells, cells, (some, more, last) => {
      add(keyRows, 't', batchOf(some));
      add(keyRows, 'other', batchOf(more));
      add(keyRows, 'u', batchOf(more));
      const {
        data: { children },
      } = batchOf(last);
      const kinds = Int32Array.from(last, ({ kind }) => kind);
      keyRows.addColumn(children[1], children[0].values as Int32Array, kinds);
      const named = [some.map((cell) => ({ ...cell, kind: 1 })), more.map((cell) => ({ ...cell, kind: 0x8000 })), last];
      const found = new Map<string, [key: number, ledger: number, kinds: number]>();
      for (const { key: said, ledger, kind } of named.flat().filter(({ key }) => key !== null && key !== '')) {
        const key = keyOfText(said!);
        const [, , known] = found.get(`${key} ${ledger}`) ?? [key, ledger, 0];
        found.set(`${key} ${ledger}`, [key, ledger, known | kind]);
      }
      const sorted = [...found.values()].sort(([a, m], [b, n]) => a - b || m - n);
      expect(rowsOf(keyRows.take())).toEqual(sorted);
    }),
    { numRuns: 60 },
  );
  expect(keyRows.take()).toHaveLength(0);
});

it('tells fees from what else moves value', () => {
  const keyRows = new KeyRows(new Map([['token_transfers_raw', new Map([['from', kindsOf('transfer', 'fee')]])]]));
  const topics = ['fee', 'transfer', 'fees', 'fee', 'fe'];
  const columnsOf = {
    ledger_sequence: vectorFromArray([5, 5, 6, 7, 8], new Int32()),
    from: vectorFromArray(
      topics.map(() => 'GA'),
      new Utf8(),
    ),
    event_topic: vectorFromArray(topics, new Utf8()),
  };
  add(keyRows, 'token_transfers_raw', new Table(columnsOf).batches[0]);
  const [moved, paid] = [kindsOf('transfer'), kindsOf('fee')];
  const of = [
    [5, moved | paid],
    [6, moved],
    [7, paid],
    [8, moved],
  ];
  expect(rowsOf(keyRows.take())).toEqual(of.map(([ledger, kinds]) => [keyOfText('GA'), ledger, kinds]));
});

it('takes more keys than it has room for', () => {
  const keyRows = new KeyRows(columns);
  const all = Array.from({ length: 100_000 }, (_, i) => ({ ledger: 7 + (i % 3), key: `GKEY${i}`, kind: 1 }));
  add(keyRows, 't', batchOf(all));
  add(keyRows, 'u', batchOf(all.slice(0, 10)));
  expect(
    rowsOf(keyRows.take())
      .map((row) => row.join(' '))
      .sort(),
  ).toEqual(all.map(({ key, ledger }, i) => `${keyOfText(key)} ${ledger} ${i < 10 ? 0x8001 : 1}`).sort());
});

it('gives the ledgers of rows of some kinds, the first or the last ones', () => {
  const kinds = fc.integer({ min: 1, max: 7 });
  fc.assert(
    fc.property(
      fc.array(kinds, { maxLength: 3000 }),
      kinds,
      fc.boolean(),
      fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(Infinity)),
      fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 3000 })),
      (all, asked, isDescending, count, ends) => {
        const [first, end] = ends.map((at) => Math.min(at, all.length)).sort((a, b) => a - b);
        const rows = Buffer.alloc(all.length * ROW_BYTES);
        for (const [i, one] of all.entries()) {
          rows.writeUInt32BE(i * 2, i * ROW_BYTES + 6);
          rows.writeUInt16BE(one, i * ROW_BYTES + 10);
        }
        const expected = all.flatMap((one, i) => (i >= first && i < end && (one & asked) !== 0 ? [i * 2] : []));
        if (isDescending) expected.reverse();
        const found = ledgersOfRows(memoryRows(rows), { first, end, kinds: asked, isDescending, count });
        expect(found).toEqual(expected.slice(0, count));
      },
    ),
    { numRuns: 60 },
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
