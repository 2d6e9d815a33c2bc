/** Pages of rows that are read one by one are those that DuckDB reads of files. */
import { describe, expect, it, vi } from 'vitest';
import { RowReader } from '../../../src/parquet/row-reader.ts';
import type { RowsOf } from '../../../src/lake/relations/single-rows.ts';
import { singly } from '../../../src/server/query/single-rows.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

const asked = vi.hoisted(() => ({ isSingle: true, isApart: false }));
// The ledgers of the sample are so small that their rows are kept, and their hashes read with them.
vi.mock('../../../src/server/query/ledger-rows.ts', async (original) => ({
  ...(await original()),
  areFew: () => false,
}));
vi.mock('../../../src/server/query/transaction-hashes.ts', async (original) => {
  const own: typeof import('../../../src/server/query/transaction-hashes.ts') = await original();
  const areHashesApart: typeof own.areHashesApart = (...of) => asked.isApart || own.areHashesApart(...of);
  return { ...own, areHashesApart };
});
vi.mock('../../../src/server/query/single-rows.ts', async (original) => {
  const own: typeof import('../../../src/server/query/single-rows.ts') = await original();
  return { ...own, singly: (...of: Parameters<typeof singly>) => (asked.isSingle ? own.singly(...of) : undefined) };
});

const server = serveSample();
const lists = [
  '/silver/operations/enriched?account_id=',
  '/silver/payments?account_id=',
  '/silver/transfers?account_id=',
  '/silver/accounts/history?account_id=',
  '/silver/operations/soroban?account_id=',
  '/semantic/activities?account=',
  '/semantic/flows?account=',
];
const ofAll = [
  '/silver/operations/enriched?',
  '/silver/payments?',
  '/silver/operations/soroban?',
  '/semantic/activities?',
];

describe('pages of rows that are read one by one', () => {
  it.each([false, true])('are those of SQL over files, where hashes are read apart: %s', async (isApart) => {
    const found = await server.ask('/silver/accounts/top?limit=8');
    const { data } = (await found.json()) as { data: { account_id: string }[] };
    const ofAccounts = data.flatMap(({ account_id: id }) => [
      ...lists.map((list) => list + id),
      `/silver/accounts/${id}/activity?`,
    ]);
    const pages = async (isSingle: boolean) => {
      Object.assign(asked, { isSingle, isApart });
      const answers: [path: string, data: unknown[]][] = [];
      for (const path of [...ofAll, ...ofAccounts]) {
        for (const order of ['asc', 'desc']) {
          const answer = (await (await server.ask(`${path}&order=${order}&limit=20`)).json()) as { data: unknown[] };
          answers.push([`${path} ${order}`, answer.data]);
        }
      }
      return answers;
    };
    const reads = (['rows', 'rowsWith'] as const).map((name) => vi.spyOn(RowReader.prototype, name));
    const single = await pages(true);
    for (const read of reads) {
      expect(read.mock.settledResults.length).toBeGreaterThan(20);
      expect(read.mock.settledResults.every(({ value }) => Array.isArray(value))).toBe(true);
      read.mockClear();
    }
    expect(single).toEqual(await pages(false));
    for (const read of reads) {
      expect(read).not.toHaveBeenCalled();
      read.mockRestore();
    }
    expect(single.filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(60);
  });
});

describe('singly(view, ledgers, rows)', () => {
  const rows: RowsOf = new Map([['history_operations', { ids: [1n] }]]);
  const viewOf = async (explained?: []) => {
    const [served] = server.lakes();
    const snapshot = await served.lake.snapshot();
    const ledgers = snapshot.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const totals = { ...snapshot.totals, history_operations: { rows: ledgers * 1024, files: 1, bytes: 1 } };
    vi.spyOn(snapshot, 'totals', 'get').mockReturnValue(totals);
    return new View(served, snapshot, new AbortController().signal, { explained });
  };

  it('gives them back where the ledgers have few row groups, fewer where they have hashes, and nobody asks how', async () => {
    asked.isSingle = true;
    const view = await viewOf();
    const [few, many, most] = [50, 1000, 1600].map((last) => ({ first: 1, last }));
    expect([few, many, most].map((ledgers) => singly(view, ledgers, rows))).toEqual([rows, rows, undefined]);
    const hashed = [few, many].map((ledgers) => singly(view, ledgers, rows, { hasHash: true }));
    expect(hashed).toEqual([rows, undefined]);
    expect(singly(await viewOf([]), few, rows)).toBeUndefined();
    expect(singly(view, few, undefined)).toBeUndefined();
  });
});
