import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countToMerge, mergeMany } from '../../src/ingest/merge-segments.ts';
import { openLake, type Lake } from '../../src/lake/lake.ts';
import { temporaryFolder } from '../lake/folder.ts';
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
