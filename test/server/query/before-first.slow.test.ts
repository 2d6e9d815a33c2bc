/** Ranges of ledgers that end before the first that is loaded: a lake that begins with ledger 64 of the sample. */
import { describe, expect, it } from 'vitest';
import { bodyOf, serveRanges } from './sample-server.ts';

const FIRST = 64;
const addressOf = serveRanges({ first: FIRST, last: 128 });

interface Page {
  data: Record<string, unknown>[];
  has_more: boolean;
  cursor?: string;
  _meta: { range?: unknown };
}

const lists = [
  '/silver/transfers?',
  '/silver/payments?',
  '/silver/operations/enriched?',
  '/silver/operations/soroban?',
  '/silver/events?',
  '/silver/events/generic?',
  '/silver/events/by-contract?contract_id={contract}',
  '/silver/tokens/{contract}/transfers?',
  '/silver/effects?',
  '/silver/trades?',
  '/silver/accounts/history?account_id={account}',
  '/silver/accounts/{account}/activity?',
  '/semantic/activities?',
  '/semantic/flows?',
];

describe.each(lists)('%s', (list) => {
  const ask = (path: string) => bodyOf<Page>(fetch(addressOf(path)));
  it('has no rows, in either order, of ledgers before', async () => {
    const [movement = {}] = (await ask('/silver/transfers?source_type=soroban&limit=1')).data;
    const [payment = {}] = (await ask('/silver/payments?limit=1')).data;
    const path = list
      .replace('{contract}', String(movement['token_contract_id']))
      .replace('{account}', String(payment['source_account']));
    expect((await ask(`${path}&limit=2`)).data).not.toEqual([]);
    for (const order of ['asc', 'desc']) {
      const page = await ask(`${path}&limit=2&order=${order}&end_ledger=${FIRST - 1}`);
      expect([page.data, page.has_more, page.cursor]).toEqual([[], false, undefined]);
      expect(page._meta.range).toEqual({ start_ledger: FIRST, end_ledger: FIRST - 1 });
    }
  });
});
