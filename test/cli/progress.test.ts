import { afterEach, expect, it, vi } from 'vitest';
import { showProgress } from '../../src/cli/progress.ts';

afterEach(() => void vi.restoreAllMocks());

it('estimates the remaining time by what was done since the first ledger', () => {
  let seconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { update } = showProgress('lines');
  // A minute goes by before: a large store is listed, or the user is asked.
  for (const [at, ledgers] of [
    [60, 1],
    [61, 26],
    [64, 101],
    [68, 301],
  ]) {
    seconds = at;
    update({ ledgers, rows: ledgers * 10, bytesRead: 0, total: 1001 });
  }
  expect(written.mock.calls.map(([line]) => line)).toEqual([
    '101 of 1,001 ledgers, 25 ledgers/s, 250 rows/s, 36 s left\n',
    '301 of 1,001 ledgers, 38 ledgers/s, 375 rows/s, 19 s left\n',
  ]);
});
