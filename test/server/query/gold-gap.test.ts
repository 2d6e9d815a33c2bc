/** Supply over time of a lake that lacks ledgers 41 to 60 of the sample: a ledger closes every five seconds. */
import { expect, it } from 'vitest';
import { serveRanges } from './sample-server.ts';

const path = '/gold/compliance/supply?asset_code=XLM&start_date=2026-01-01T00:03:05Z';
const addressOf = serveRanges({ first: 2, last: 40 }, { first: 61, last: 80 });

it.each([
  ['00:03:10Z', 40, undefined],
  ['00:03:10.000Z', 40, undefined],
  ['00:03:11Z', 40, true],
  ['00:04:54Z', 40, true],
  ['00:04:55Z', 61, undefined],
])('a point at %s is of ledger %i', async (end, ledger, inGap) => {
  const answer = await fetch(addressOf(`${path}&end_date=2026-01-01T${end}`));
  const { timeline } = (await answer.json()) as { timeline: { ledger_sequence: number; in_gap?: boolean }[] };
  const [first, last] = [timeline[0], timeline.at(-1)];
  expect([first?.ledger_sequence, first?.in_gap]).toEqual([39, undefined]);
  expect([last?.ledger_sequence, last?.in_gap]).toEqual([ledger, inGap]);
});

it('a day that has begun ends with the latest ledger, a time after that is refused though it is the last of its day', async () => {
  const asked = ['2026-01-01', '2026-01-01T23:59:59Z'].map((end) => fetch(addressOf(`${path}&end_date=${end}`)));
  const [day, second] = await Promise.all((await Promise.all(asked)).map((answer) => answer.json()));
  expect(day).toMatchObject({
    period: { end: '2026-01-01T00:06:30Z' },
    _meta: { warnings: expect.arrayContaining(['the last day is cut at the latest loaded ledger']) as unknown },
  });
  expect(second).toEqual({
    error: 'end_date is after the latest loaded ledger',
  });
});
