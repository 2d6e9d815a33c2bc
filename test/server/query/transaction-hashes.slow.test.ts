/** Hashes that are added to the rows of a page are those that its SQL finds. */
import { describe, expect, it, vi } from 'vitest';
import { LakeCache } from '../../../src/server/query/lake-cache.ts';
import { singly } from '../../../src/server/query/lists/single-rows.ts';
import { areHashesApart, withHashes } from '../../../src/server/query/lists/transaction-hashes.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

const asked = vi.hoisted(() => ({ isApart: false, isSingle: true }));
// The ledgers of the sample are so small that their rows are kept, with their hashes.
vi.mock('../../../src/server/query/lists/ledger-rows.ts', async (original) => ({
  ...(await original()),
  areFew: () => false,
}));
vi.mock('../../../src/server/query/lists/transaction-hashes.ts', async (original) => {
  const own: typeof import('../../../src/server/query/lists/transaction-hashes.ts') = await original();
  const isApart: typeof areHashesApart = (view, ledgers) => asked.isApart || own.areHashesApart(view, ledgers);
  return { ...own, areHashesApart: isApart };
});

vi.mock('../../../src/server/query/lists/single-rows.ts', async (original) => {
  const own: typeof import('../../../src/server/query/lists/single-rows.ts') = await original();
  return { ...own, singly: (...of: Parameters<typeof singly>) => (asked.isSingle ? own.singly(...of) : undefined) };
});

const server = serveSample();
const never = new AbortController().signal;

async function viewOf() {
  const served = { ...server.lakes()[0], cache: new LakeCache() };
  const view = new View(served, await served.lake.snapshot(), never, {});
  return { view, read: vi.spyOn(view, 'table') };
}

const lists = [
  '/silver/operations/enriched?account_id=',
  '/silver/payments?account_id=',
  '/silver/transfers?account_id=',
  '/semantic/activities?account=',
  '/semantic/flows?account=',
];

describe('withHashes(rows, view, column)', () => {
  it.each([true, false])(
    'adds the hashes of their transactions to rows that have none, read one by one: %s',
    async (isSingle) => {
      asked.isSingle = isSingle;
      const { view, read } = await viewOf();
      const rows = await view.rows(
        sql`select id as operation_id, ledger_sequence, transaction_hash as hash from bronze.history_operations order by id`,
      );
      read.mockClear();
      const without = rows.map(({ operation_id, ledger_sequence }) => ({ operation_id, ledger_sequence }));
      expect(await withHashes(without, view, 'hash')).toEqual(rows);
      const reads = read.mock.calls.length;
      const [, , less] = read.mock.lastCall ?? [];
      expect(less?.rowsOf !== undefined).toBe(isSingle);
      expect(await withHashes(without.slice(0, 20), view, 'hash')).toEqual(rows.slice(0, 20));
      expect(await withHashes(rows, view, 'hash')).toEqual(rows);
      // Those of whole ledgers are kept.
      expect([reads, read.mock.calls.length]).toEqual([1, isSingle ? 2 : 1]);
    },
  );

  it.each([true, false])('makes the pages of lists as SQL does, read one by one: %s', async (isSingle) => {
    asked.isSingle = isSingle;
    const found = await server.ask('/silver/accounts/top?limit=8');
    const { data } = (await found.json()) as { data: { account_id: string }[] };
    const activity = data.map(({ account_id: id }) => `/silver/accounts/${id}/activity?order=asc`);
    const tokens = (await (await server.ask('/silver/transfers?limit=200')).json()) as {
      data: { token_contract_id: string }[];
    };
    const ids = [...new Set(tokens.data.map(({ token_contract_id: id }) => id))];
    expect(ids.length).toBeGreaterThan(1);
    const events = ids.flatMap((id) => [
      `/silver/tokens/${id}/transfers?order=asc`,
      `/silver/events/by-contract?contract_id=${id}`,
    ]);
    const paths = [...lists.flatMap((list) => data.map(({ account_id: id }) => list + id)), ...activity, ...events];
    const pages = async (isApart: boolean) => {
      asked.isApart = isApart;
      const answers: unknown[] = [];
      for (const path of paths) {
        const answer = (await (await server.ask(`${path}&limit=20`)).json()) as { data: unknown[] };
        answers.push([path, answer.data]);
      }
      return answers;
    };
    const apart = await pages(true);
    expect(JSON.stringify(apart).match(/"(transaction|tx)_hash":"[0-9a-f]{64}"/g)?.length).toBeGreaterThan(200);
    expect(apart).toEqual(await pages(false));
  });
});

describe('areHashesApart(view, ledgers)', () => {
  it('says so of ledgers with many transactions, from 16 to 256 of them', async () => {
    asked.isApart = false;
    const { view } = await viewOf();
    const ledgers = view.snapshot.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const of = (transactions: number, count: number) => {
      const totals = {
        ...view.snapshot.totals,
        history_transactions: { rows: transactions * ledgers, bytes: 0, files: 1 },
      };
      vi.spyOn(view.snapshot, 'totals', 'get').mockReturnValue(totals);
      return areHashesApart(view, count);
    };
    expect([of(70, 16), of(70, 256)]).toEqual([true, true]);
    expect([of(70, 15), of(70, 257), of(60, 100)]).toEqual([false, false, false]);
  });
});
