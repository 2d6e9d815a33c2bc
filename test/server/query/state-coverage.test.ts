/** Answers from ledger entries say which ledgers they cover: here no ledger before 61 is loaded. */
import { expect, it } from 'vitest';
import { bodyOf, serveRanges } from './sample-server.ts';

const addressOf = serveRanges({ first: 61, last: 80 });

const metaOf = async (path: string) => {
  const { _meta: meta } = await bodyOf<{ _meta: Record<string, unknown> }>(fetch(addressOf(path)));
  return meta;
};

const unknown = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';

it.each([
  '/silver/accounts?limit=1',
  '/silver/search?q=usd',
  '/semantic/contracts?limit=1',
  `/semantic/accounts/summary?account_id=${unknown}`,
])('%s tells that entries that were not changed are unknown', async (path) => {
  expect(await metaOf(path)).toMatchObject({
    state_coverage: 'touched_only',
    warnings: ['entries that ledgers 61-80 did not change are unknown'],
  });
});

it('movements are of their ledgers, whatever else is unknown', async () => {
  expect(await metaOf('/silver/transfers?limit=1')).not.toHaveProperty('state_coverage');
});
