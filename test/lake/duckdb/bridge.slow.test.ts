import fc from 'fast-check';
import type { RecordBatch } from 'apache-arrow';
import { describe, expect, it, onTestFinished } from 'vitest';
import { column, copyBatch, createBuilder, defineTable, nullable, type TableSpec } from '../../../src/arrow/table.ts';
import { batchesOf, registerBatches } from '../../../src/lake/duckdb/batch-scan.ts';
import { createLoader, createSqlTables } from '../../../src/lake/duckdb/bridge.ts';
import { fastPathWorks } from '../../../src/lake/duckdb/bridge-check.ts';
import { openDatabase } from '../../../src/lake/duckdb/duckdb.ts';

const spec = defineTable({
  name: 'things',
  grain: 'One row per thing.',
  key: ['i'],
  columns: {
    i: column('int32', 'Position.'),
    big: nullable('int64', 'Large.'),
    real: nullable('float64', 'Real.'),
    flag: nullable('bool', 'Flag.'),
    at: nullable('timestamp', 'Time.'),
    text: nullable('utf8', 'Text.'),
    raw: nullable('binary', 'Bytes.'),
  },
});

interface Thing {
  big: bigint | null;
  real: number | null;
  flag: boolean | null;
  at: bigint | null;
  text: string | null;
  raw: Uint8Array | null;
}

const thing = fc.record<Thing>({
  big: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  real: fc.option(fc.double({ noNaN: true })),
  flag: fc.option(fc.boolean()),
  at: fc.option(fc.bigInt({ min: 0n, max: 4102444800000000n })),
  text: fc.option(fc.string({ unit: 'grapheme', maxLength: 30 })),
  raw: fc.option(fc.uint8Array({ maxLength: 30 })),
});

function build(things: Thing[]): RecordBatch {
  const { columns, batch } = createBuilder(spec);
  things.forEach(({ big, real, flag, at, text, raw }, i) => {
    columns.i.push(i);
    if (big === null) columns.big.pushNull();
    else columns.big.pushBigInt(big);
    if (real === null) columns.real.pushNull();
    else columns.real.push(real);
    if (flag === null) columns.flag.pushNull();
    else columns.flag.push(flag);
    if (at === null) columns.at.pushNull();
    else columns.at.pushBigInt(at);
    if (text === null) columns.text.pushNull();
    else columns.text.push(text);
    if (raw === null) columns.raw.pushNull();
    else columns.raw.bytes(raw, 0, raw.length);
  });
  return batch();
}

type Way = 'loader' | 'scan';

async function roundTrip(way: Way, batches: RecordBatch[], path: 'fast' | 'slow'): Promise<Thing[]> {
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  if (way === 'scan') await registerBatches(connection, [spec], new Map([['things', batches]]), { path });
  else {
    await createSqlTables(connection, [spec]);
    const loader = await createLoader(connection, spec, { path });
    for (const batch of batches) loader.append(batch);
    loader.close();
  }
  const reader = await connection.runAndReadAll(
    `select big, real, flag, epoch_us("at") as "at", text, hex(raw) as raw
     from ${way === 'scan' ? batchesOf('things') : 'things'}`,
  );
  const rows = reader.getRowObjects();
  connection.closeSync();
  instance.closeSync();
  return rows.map((row) => {
    const { raw, ...rest } = row as typeof row & Omit<Thing, 'raw'> & { raw: string | null };
    return { ...rest, raw: raw === null ? null : new Uint8Array(Buffer.from(raw, 'hex')) };
  });
}

describe.each([
  ['loader', 'fast'],
  ['loader', 'slow'],
  ['scan', 'fast'],
  ['scan', 'slow'],
] as const)('a %s by the %s path', (way, path) => {
  it('brings back every value, also from slices of a batch', async () => {
    const property = fc.asyncProperty(fc.array(thing, { maxLength: 40 }), fc.nat(40), async (things, cut) => {
      const batch = build(things);
      const batches = [batch.slice(0, cut), batch.slice(cut)].filter((part) => part.numRows > 0);
      expect(await roundTrip(way, batches, path)).toEqual(things);
      expect(
        await roundTrip(
          way,
          batches.map((part) => copyBatch(part)),
          path,
        ),
      ).toEqual(things);
    });
    await fc.assert(property, { numRuns: 40, seed: 1 });
  });

  it('brings back batches of more rows than a chunk', async () => {
    const things = Array.from({ length: 5000 }, (_, i): Thing => {
      const text = i % 7 === 0 ? null : `${'long '.repeat(i % 5)}text ${i}`;
      return { big: BigInt(i), real: i / 3, flag: i % 3 === 0, at: null, text, raw: new Uint8Array([i & 255]) };
    });
    expect(await roundTrip(way, [build(things).slice(3)], path)).toEqual(things.slice(3));
  });

  it('rejects a batch with other columns', async () => {
    const other = createBuilder({ ...spec, columns: { i: spec.columns.i } });
    other.columns.i.push(1);
    await expect(roundTrip(way, [other.batch()], path)).rejects.toThrow(
      'batch for things has columns i, expected i, big, real, flag, at, text, raw',
    );
  });
});

describe('createLoader', () => {
  it('takes the fast path with this driver', async () => {
    expect(await fastPathWorks()).toBe(true);
  });

  it('rejects text that is not UTF-8', async () => {
    const builder = createBuilder({ ...spec, columns: { text: spec.columns.text } });
    builder.columns.text.bytes(new Uint8Array(20).fill(255), 0, 20);
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    await createSqlTables(connection, [builder.spec]);
    const loader = await createLoader(connection, builder.spec);
    expect(() => loader.append(builder.batch())).toThrow('things.text holds bytes that are not UTF-8, expected text');
    await registerBatches(connection, [builder.spec], new Map([['things', [builder.batch()]]]));
    const scanned = connection.runAndReadAll(`from ${batchesOf('things')}`);
    await expect(scanned).rejects.toThrow('things.text holds bytes that are not UTF-8, expected text');
    connection.closeSync();
    instance.closeSync();
  });
});

/** Returns what reads the batches by SQL, as arrays of values. */
async function reader(of: TableSpec, batches: RecordBatch[]) {
  const instance = await openDatabase({ threads: 1 });
  const connection = await instance.connect();
  await registerBatches(connection, [of], new Map([['things', batches]]));
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
}

describe('registerBatches', () => {
  it('gives what the map holds when a query starts, in order, as often as it is asked', async () => {
    const things = Array.from({ length: 6000 }, (_, i): Thing => {
      return { big: BigInt(i), real: null, flag: null, at: null, text: `thing ${i}`, raw: null };
    });
    const whole = build(things);
    const batches = new Map<string, RecordBatch[]>([['things', []]]);
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    await registerBatches(connection, [spec], batches);
    const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
    const from = `from ${batchesOf('things')}`;
    expect(await read(`select count(*)::integer ${from}`)).toEqual([[0]]);
    batches.get('things')!.push(whole.slice(0, 2500), whole.slice(2500));
    expect(await read(`select i, text ${from}`)).toEqual(things.map(({ text }, i) => [i, text]));
    expect(await read(`select text ${from} where i between 2499 and 2501`)).toEqual([
      ['thing 2499'],
      ['thing 2500'],
      ['thing 2501'],
    ]);
    await expect(read(`from ${batchesOf('nothing')}`)).rejects.toThrow('no table nothing');
    connection.closeSync();
    instance.closeSync();
  });

  it('fills what is asked for alone, and counts rows of no column', async () => {
    const things = Array.from({ length: 5000 }, (_, i): Thing => {
      return { big: BigInt(i), real: null, flag: null, at: null, text: `thing ${i}`, raw: null };
    });
    const read = await reader(spec, [build(things)]);
    const from = `from ${batchesOf('things')}`;
    expect(await read(`select count(*)::integer ${from}`)).toEqual([[5000]]);
    expect(await read(`select text, i ${from} where big = 4999`)).toEqual([['thing 4999', 4999]]);
  });
});
