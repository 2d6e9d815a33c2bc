import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countToMerge, mergeMany, MergesBeside } from '../../src/ingest/merge-segments.ts';
import { openLake, type Lake } from '../../src/lake/asking/lake.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { temporaryFolder } from '../folder.ts';
import { keptSql } from '../lake/kept-sql.ts';
import { load, network, tables } from '../lake/tables.ts';

const one = (ledger: number): [number, number] => [ledger, ledger];
let lake: Lake;
beforeAll(async () => {
  lake = await openLake(temporaryFolder(), { tables, write: true, network, sql: 'none' });
  await load(lake, ...Array.from({ length: 19 }, (_, i) => one(i + 1)));
});
afterAll(() => lake.close());

it('leaves few segments, and those that are not to be merged', async () => {
  expect(await mergeMany(lake, {})).toBe(0);
  await load(lake, one(20));
  expect(await mergeMany(lake, { compact: false })).toBe(0);
  expect(await mergeMany(lake, { signal: AbortSignal.abort() })).toBe(0);
  expect(await countToMerge(lake)).toBe(20);
});

it('merges many, once', async () => {
  expect(await mergeMany(lake, {})).toBe(20);
  expect((await lake.snapshot()).segments.map(({ name }) => name)).toEqual(['1-20']);
  expect(await mergeMany(lake, {})).toBe(0);
});

it('tells that they cannot be merged, and leaves them', async () => {
  await load(lake, ...Array.from({ length: 20 }, (_, i) => one(i + 101)));
  const [file] = (await lake.snapshot()).filesOf('payments', [{ first: 103, last: 103 }]);
  rmSync(join(lake.path, file.path));
  const told: string[] = [];
  expect(await mergeMany(lake, { onTrouble: (message) => told.push(message) })).toBe(0);
  expect(told).toEqual([expect.stringMatching(/^cannot merge segments: .*payments.*103-103\.parquet/)]);
  expect(await countToMerge(lake)).toBe(20);
});

describe('MergesBeside', () => {
  /** Segments of the first partition but its last, and then the last, with the first of the next. */
  const most = Array.from({ length: 24 }, (_, i): [number, number] => [Math.max(2, i * 400), i * 400 + 399]);
  const rest: [number, number][] = [
    [9600, 9999],
    [10_000, 10_399],
  ];
  const asRanges = (ranges: [number, number][]) => ranges.map(([first, last]) => ({ first, last }));
  const names = async (of: Lake) => (await of.snapshot()).segments.map(({ name }) => name);
  let partly: Lake;

  async function begin(options: ConstructorParameters<typeof MergesBeside>[1] = {}) {
    partly = await openLake(temporaryFolder(), { tables, write: true, network, sql: 'none' });
    const merges = new MergesBeside(partly, options);
    await load(partly, ...most);
    await merges.committed(asRanges(most));
    await merges.settled();
    expect([merges.merged, (await names(partly)).length]).toEqual([0, 24]);
    await load(partly, ...rest);
    return merges;
  }

  it('merges a partition when it has all its ledgers, while others enter', async () => {
    const merges = await begin();
    await merges.committed(asRanges(rest));
    await load(partly, [10_400, 10_799]);
    await merges.settled();
    expect(await names(partly)).toEqual(['2-9999', '10000-10399', '10400-10799']);
    await merges.committed(asRanges(rest));
    await merges.end();
    expect(merges.merged).toBe(25);
    const { problems, ledgers } = await verifyFiles(partly);
    expect([problems, ledgers]).toEqual([[], 10_798]);
    await partly.close();
  });

  it('merges small segments by sixteen before, and all of the partition when it is whole', async () => {
    partly = await openLake(temporaryFolder(), { tables, write: true, network, sql: 'none' });
    const merges = new MergesBeside(partly, {});
    const all = Array.from({ length: 100 }, (_, i): [number, number] => [Math.max(2, i * 100), i * 100 + 99]);
    const enter = async (from: number, to: number) => {
      await load(partly, ...all.slice(from, to));
      await merges.committed(asRanges(all.slice(from, to)));
      await merges.settled();
      return names(partly);
    };
    expect(await enter(0, 15)).toHaveLength(15);
    expect(await enter(15, 17)).toEqual(['2-1599', '1600-1699']);
    expect(await enter(17, 99)).toHaveLength(6 + 3);
    expect(await enter(99, 100)).toEqual(['2-9999']);
    const { problems, ledgers } = await verifyFiles(partly);
    expect([problems, ledgers]).toEqual([[], 9998]);
    await partly.close();
  });

  it('tells once of a manifest that cannot be read, and merges the others', async () => {
    partly = await openLake(temporaryFolder(), { tables, write: true, network, sql: 'none' });
    const told: string[] = [];
    const merges = new MergesBeside(partly, { onTrouble: (message) => told.push(message) });
    const enter = async (...hundreds: number[]) => {
      const ranges = hundreds.map((hundred): [number, number] => [hundred * 100, hundred * 100 + 99]);
      await load(partly, ...ranges);
      await merges.committed(asRanges(ranges));
      await merges.settled();
      return names(partly);
    };
    const sixteen = Array.from({ length: 16 }, (_, i) => 200 + i);
    await enter(...sixteen.slice(0, 15));
    const damaged = `${partly.path}/segments/20200-20299.json`;
    writeFileSync(damaged, '{');
    expect(await enter(215)).toHaveLength(16);
    expect(await enter(...sixteen.map((hundred) => hundred + 16))).toHaveLength(16 + 1);
    expect(told).toEqual([`cannot merge segments: lake ${partly.path}: ${damaged} is damaged; run ledgerlake repair`]);
    expect(merges.merged).toBe(16);
    await partly.close();
  });

  it('folds what is kept of segments that are not merged, until that fails', async () => {
    partly = await openLake(temporaryFolder(), { tables, write: true, network, sql: keptSql() });
    const told: string[] = [];
    const merges = new MergesBeside(partly, { onTrouble: (message) => told.push(message) });
    const enter = async (...hundreds: number[]) => {
      for (const hundred of hundreds) {
        const range = { first: hundred * 100, last: hundred * 100 + 99 };
        await load(partly, [range.first, range.last]);
        await merges.committed([range]);
        await merges.settled();
      }
      return (await partly.snapshot()).folded.map(({ first, last }) => `${first}-${last}`);
    };
    expect(await enter(200, 201, 202)).toEqual([]);
    expect(await enter(203)).toEqual(['20000-20399']);
    expect(await enter(204, 205, 206)).toEqual(['20000-20399']);
    expect(await enter(207)).toEqual(['20000-20799']);
    expect(await names(partly)).toHaveLength(8);
    const [part] = (await partly.segment('20000-20099')).files.filter(({ version }) => version !== undefined);
    expect(await enter(209, 210, 211)).toEqual(['20000-20799']);
    const [other] = (await partly.segment('21000-21099')).files.filter(({ table }) => table === part.table);
    rmSync(join(partly.path, other.path));
    expect(await enter(212, 213)).toEqual(['20000-20799']);
    expect(told).toEqual([expect.stringMatching(/^cannot merge segments: .*21000-21099\.parquet/)]);
    expect([merges.merged, (await names(partly)).length]).toEqual([0, 13]);
    await partly.close();
  });

  it('goes on with what becomes due while it folds', async () => {
    partly = await openLake(temporaryFolder(), { tables, write: true, network, sql: keptSql() });
    const merges = new MergesBeside(partly, {});
    const most = Array.from({ length: 96 }, (_, i): [number, number] => [10_000 + i * 100, 10_099 + i * 100]);
    await load(partly, ...most);
    await mergeMany(partly, {});
    const last = Array.from({ length: 4 }, (_, i): [number, number] => [19_600 + i * 100, 19_699 + i * 100]);
    await load(partly, [20_000, 20_099], [20_100, 20_199], [20_200, 20_299], [20_300, 20_399]);
    await merges.committed([{ first: 20_300, last: 20_399 }]);
    await load(partly, ...last);
    await merges.committed(asRanges(last));
    await merges.settled();
    expect(await names(partly)).toEqual(['10000-19999', '20000-20099', '20100-20199', '20200-20299', '20300-20399']);
    expect((await partly.snapshot()).folded.map(({ first, last }) => [first, last])).toEqual([[20_000, 20_399]]);
    await partly.close();
  });

  it('cuts off what it merges when it ends, and leaves no file', async () => {
    const merges = await begin();
    const files = () =>
      readdirSync(partly.path, { recursive: true, encoding: 'utf8' }).filter((path) => /parquet/.test(path));
    const before = files();
    await merges.committed(asRanges(rest));
    await merges.end();
    expect([merges.merged, (await names(partly)).length]).toEqual([0, 26]);
    expect(files()).toEqual(before);
    await merges.committed(asRanges(rest));
    expect(merges.merged).toBe(0);
    await partly.close();
  });

  it('leaves segments where that is asked for, and tells that they cannot be merged', async () => {
    const merges = await begin({ compact: false });
    await merges.committed(asRanges(rest));
    await merges.settled();
    expect((await names(partly)).length).toBe(26);
    const [file] = (await partly.snapshot()).filesOf('payments', [{ first: 800, last: 800 }]);
    rmSync(join(partly.path, file.path));
    const told: string[] = [];
    const others = new MergesBeside(partly, { onTrouble: (message) => told.push(message) });
    await others.committed(asRanges(rest));
    await others.settled();
    expect(told).toEqual([expect.stringMatching(/^cannot merge segments: .*payments.*800-1199\.parquet/)]);
    expect((await names(partly)).length).toBe(26);
    await partly.close();
  });
});
