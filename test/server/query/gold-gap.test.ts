/** Supply over time of a lake that lacks ledgers 41 to 60 of the sample: a ledger closes every five seconds. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { open } from '../../../src/index.ts';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom, type QueryOptions } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { temporaryFolder } from '../../folder.ts';
import { passphrase, sample, secret } from './sample-server.ts';

const folder = join(temporaryFolder(), 'lake');
let lakes: QueryOptions['lakes'] = [];
let listener: Listener;
beforeAll(async () => {
  const lake = await open(folder, { network: passphrase });
  await lake.load(sample, { range: { first: 2, last: 40 } });
  await lake.load(sample, { range: { first: 61, last: 80 } });
  await lake.close();
  lakes = await openLakes([folder]);
  listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret })]);
});
afterAll(async () => {
  await listener?.close();
  await closeLakes(lakes);
});

it.each([
  ['00:03:10Z', 40, undefined],
  ['00:03:10.000Z', 40, undefined],
  ['00:03:11Z', 40, true],
  ['00:04:54Z', 40, true],
  ['00:04:55Z', 61, undefined],
])('a point at %s is of ledger %i', async (end, ledger, inGap) => {
  const path = '/lake/v1/local/api/v1/gold/compliance/supply?asset_code=XLM';
  const answer = await fetch(
    `${listener.url}${path.slice(1)}&start_date=2026-01-01T00:03:05Z&end_date=2026-01-01T${end}`,
  );
  const { timeline } = (await answer.json()) as { timeline: { ledger_sequence: number; in_gap?: boolean }[] };
  const [first, last] = [timeline[0], timeline.at(-1)];
  expect([first?.ledger_sequence, first?.in_gap]).toEqual([39, undefined]);
  expect([last?.ledger_sequence, last?.in_gap]).toEqual([ledger, inGap]);
});
