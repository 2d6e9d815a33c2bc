import { describe, expect, it, vi } from 'vitest';
import { LakeCache } from '../../../src/server/query/lake-cache.ts';
import { hoursBefore, lastHours } from '../../../src/server/query/lists/period.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

const server = serveSample();
const never = new AbortController().signal;
/** Six minutes, in hours: the sample has more. */
const HOURS = 0.1;

async function newest() {
  const served = { ...server.lakes()[0], cache: new LakeCache() };
  return new View(served, await served.lake.snapshot(), never, {});
}

/** The first ledger that closed in the hours, looked for in all close times. */
async function firstIn(view: View): Promise<number> {
  const start = hoursBefore(await view.closedAt(view.bounds.latest), HOURS);
  for (let ledger = view.bounds.oldest; ; ledger++) if ((await view.closedAt(ledger)) > start) return ledger;
}

describe('lastHours(view, hours)', () => {
  it('begins with the first ledger that closed in them', async () => {
    const view = await newest();
    const { oldest, latest } = view.bounds;
    const { ledgers } = await lastHours(view, HOURS);
    const [{ first, last }] = ledgers;
    expect([first, last]).toEqual([await firstIn(view), latest]);
    expect(first).toBeGreaterThan(oldest);
    expect((await lastHours(view, 24)).ledgers).toEqual([{ first: oldest, last: latest }]);
  });

  it('keeps its beginning for a while, and looks for it again before that and later', async () => {
    const view = await newest();
    const { latest } = view.bounds;
    const at = async (ledger: number) => {
      const older = view.upTo(ledger);
      await older.closedAt(ledger);
      const read = vi.spyOn(older, 'row');
      const { ledgers } = await lastHours(older, HOURS);
      const [{ first, last }] = ledgers;
      const right = await firstIn(older);
      expect(last).toBe(ledger);
      expect(first).toBeLessThanOrEqual(right);
      return { isRead: read.mock.calls.some(([{ text }]) => text.includes('min(sequence)')), late: right - first };
    };
    expect(await at(latest - 10)).toEqual({ isRead: true, late: 0 });
    expect(await at(latest)).toMatchObject({ isRead: false });
    expect(await at(latest - 20)).toEqual({ isRead: true, late: 0 });
    expect(await at(latest)).toEqual({ isRead: true, late: 0 });
  });
});
