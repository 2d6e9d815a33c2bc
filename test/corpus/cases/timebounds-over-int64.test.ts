import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a time bound above 2^63', () => {
  const { rows, ask } = openCase('timebounds-over-int64');
  const endless = 9999999999999999999n;

  it('is exact in the rows of transactions', async () => {
    const sql = 'select timebounds_min_time, timebounds_max_time from transactions_row_v2 order by transaction_id';
    expect(await rows(sql)).toEqual([
      { timebounds_min_time: 0n, timebounds_max_time: 0n },
      { timebounds_min_time: 0n, timebounds_max_time: endless },
    ]);
  });

  it('is exact in answers', async () => {
    const { status, body } = await ask('/bronze/transactions?start=3&end=3');
    expect({ status, body }).toMatchObject({ status: 200, body: { data: [{ time_bounds: `[0,${endless})` }] } });
  });
});
