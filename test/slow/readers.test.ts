import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLake } from '../../src/lake/asking/lake.ts';
import { verifyFiles } from '../../src/lake/repair/verify.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { load, network, tables } from '../lake/tables.ts';
import { below, Lane, runLanes } from './lane.ts';

/** Five minutes is the whole proof: `npm run test:readers`. */
const SECONDS = Number(process.env['LEDGERLAKE_READERS_SECONDS'] ?? 20);
const MODES = ['query', 'query', 'query', 'query', 'stream', 'stream', 'stream', 'verify', 'status', 'status'];

const children = join(import.meta.dirname, '../lake');

it(`lets ten processes read what one writes and merges, for ${SECONDS} seconds, with kills`, async () => {
  const dir = temporaryFolder();
  const begun = await openLake(dir, { tables, write: true, network, sql: 'none' });
  await load(begun, ...Array.from({ length: 60 }, (_, i): [number, number] => [1 + i * 10, 10 + i * 10]));
  await begun.close();
  const writer = new Lane({ longest: 12_000 }, () => [join(children, 'child.ts'), dir, '1000000', 'compact']);
  const readers = MODES.map(
    (mode) =>
      new Lane({ longest: 20_000 }, () => [join(children, 'reader-child.ts'), dir, mode, String(below(2 ** 31))]),
  );
  const lanes = [writer, ...readers];
  expect(await runLanes(lanes, SECONDS)).toEqual([]);
  const lake = await openLake(dir, { tables, write: true, network, sql: 'none' });
  expect((await verifyFiles(lake)).problems).toEqual([]);
  const ranges = await lake.loaded();
  expect(ranges).toEqual([{ first: 1, last: expect.any(Number) }]);
  const named = (await lake.snapshot()).paths();
  await lake.close();
  expect(filesBelow(join(dir, 'bronze'), dir).sort()).toEqual([...named].sort());
  console.log(`${ranges[0].last} ledgers; kills of writer and readers: ${lanes.map(({ kills }) => kills).join(' ')}`);
}, 900_000);
