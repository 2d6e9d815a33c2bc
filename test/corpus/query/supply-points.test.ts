/** Supply over time with the maximum number of points, over ledgers of ten years with gaps. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import type { ServedLake } from '../../../src/server/query/view.ts';
import { hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeLake, readCases } from './cases.ts';
import { budget } from '../../server/query/sample-server.ts';

interface Answer {
  error?: string;
  timeline: { timestamp: string; ledger_sequence: number; in_gap?: boolean }[];
}

describe.skipIf(!hasCorpus)('supply over ten years', () => {
  let lakes: readonly ServedLake[] = [];
  let listener: Listener;
  beforeAll(async () => {
    const folder = join(temporaryFolder(), 'lake');
    const [, cases] = readCases('state').find(([file]) => file === 'pubnet-eras')!;
    await makeLake(folder, cases[0]);
    lakes = await openLakes([folder]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret: Buffer.alloc(32, 1), budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });

  const ask = async (start: string, end: string, interval: string) => {
    const asked = `asset_code=XLM&start_date=${start}&end_date=${end}&interval=${interval}`;
    const answer = await fetch(`${listener.url}lake/v1/mainnet/api/v1/gold/compliance/supply?${asked}`);
    return { status: answer.status, ...((await answer.json()) as Answer) };
  };

  it('is told of each day', async () => {
    const { status, timeline } = await ask('2016-09-01', '2026-01-06', '1d');
    expect([status, timeline.length]).toEqual([200, 3416]);
    expect(timeline.at(0)).toMatchObject({ timestamp: '2016-09-01T00:00:00Z', ledger_sequence: 6154623, in_gap: true });
    expect(timeline.at(-1)).toMatchObject({ timestamp: '2026-01-06T23:59:59Z', ledger_sequence: 56065483 });
    const ledgers = timeline.map(({ ledger_sequence: ledger }) => ledger);
    expect(ledgers).toEqual(ledgers.toSorted((a, b) => a - b));
    expect([...new Set(ledgers)]).toHaveLength(10);
  });

  it('has at most 5000 points, the end among them', async () => {
    const tooMany = { status: 400, error: 'too many data points; use a larger interval' };
    const start = '2016-09-01T00:00:00Z';
    const { status, timeline } = await ask(start, '2017-03-28T06:30:00Z', '1h');
    expect([status, timeline.length]).toEqual([200, 5000]);
    expect((await ask(start, '2017-03-28T07:00:00Z', '1h')).timeline).toHaveLength(5000);
    expect(await ask(start, '2017-03-28T07:00:01Z', '1h')).toMatchObject(tooMany);
    expect(await ask(start, '2017-03-28T08:00:00Z', '1h')).toMatchObject(tooMany);
  });
});
