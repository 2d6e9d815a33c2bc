import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { openCase } from './open-case.ts';

describe.skipIf(!hasCorpus)('a payment whose memo is a text or a hash', () => {
  const { rows, ask } = openCase('muxed-id-of-text-memo');

  it('names no muxed id in answers', async () => {
    const { body } = await ask('/silver/events?limit=20');
    const { data: events } = body as { data: Record<string, unknown>[] };
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((event) => 'to_muxed_id' in event)).toEqual([]);
  });

  it('names no muxed id in the answers for its transactions', async () => {
    const found = await rows(
      `select distinct transaction_hash as hash from token_transfers_raw where to_memo is not null`,
    );
    expect(found.length).toBe(2);
    for (const { hash } of found as { hash: string }[]) {
      for (const path of ['decoded', 'full'])
        expect(JSON.stringify((await ask(`/silver/tx/${hash}/${path}`)).body)).not.toContain('to_muxed_id');
    }
  });

  it.each(['token_transfers_raw', 'token_transfers', 'silver.token_transfers_raw'])(
    'names none in %s',
    async (name) => {
      const [row] = await rows(`select count(*) as rows, count(to_muxed) as named from ${name}`);
      expect(row).toMatchObject({ named: 0n });
    },
  );
});
