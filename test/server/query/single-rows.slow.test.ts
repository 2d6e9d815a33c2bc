/** Pages of rows that are read one by one are those that DuckDB reads of files. */
import { describe, expect, it, vi } from 'vitest';
import { RowReader } from '../../../src/parquet/read/row-reader.ts';
import type { RowsOf } from '../../../src/lake/asking/scan/single-rows.ts';
import { singly } from '../../../src/server/query/lists/single-rows.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

const asked = vi.hoisted(() => ({ isSingle: true, isApart: false }));
// The ledgers of the sample are so small that their rows are kept, and their hashes read with them.
vi.mock('../../../src/server/query/lists/ledger-rows.ts', async (original) => ({
  ...(await original()),
  areFew: () => false,
}));
vi.mock('../../../src/server/query/lists/transaction-hashes.ts', async (original) => {
  const own: typeof import('../../../src/server/query/lists/transaction-hashes.ts') = await original();
  const areHashesApart: typeof own.areHashesApart = (...of) => asked.isApart || own.areHashesApart(...of);
  return { ...own, areHashesApart };
});
vi.mock('../../../src/server/query/lists/single-rows.ts', async (original) => {
  const own: typeof import('../../../src/server/query/lists/single-rows.ts') = await original();
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

describe('pages of rows that are given', () => {
  const pathsOf = async (first: number, count: number) => {
    const found = await server.ask(`/silver/accounts/top?limit=${first + count}`);
    const { data } = (await found.json()) as { data: { account_id: string }[] };
    const { data: moved } = (await (await server.ask('/silver/transfers?limit=200')).json()) as {
      data: { timestamp: string; from_account?: string }[];
    };
    const times = moved.map(({ timestamp }) => timestamp).sort();
    const time = times[times.length >> 1];
    return data
      .slice(first)
      .flatMap(({ account_id: id }, i) => [
        ...lists.filter((list) => !list.includes('soroban')).map((list) => `${list}${id}&limit=${i + 1}`),
        `/silver/accounts/${id}/activity?limit=${i + 1}`,
        `/silver/accounts/${id}/activity?type=operation&start_time=${time}&limit=3`,
        `/silver/transfers?account_id=${id}&end_time=${time}&start_ledger=20&limit=3`,
        `/semantic/flows?account=${id}&flow_type=transfer&after=${time}&end_ledger=110&limit=3`,
        `/silver/payments?account_id=${id}&successful=true&start_ledger=9&end_ledger=100&limit=2`,
        `/silver/operations/enriched?account_id=${id}&type=1&order=asc&limit=2`,
      ]);
  };
  /** Returns the rows of a list, page by page. */
  const walk = async (path: string) => {
    const rows: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page++) {
      const answer = await server.ask(`${path}${cursor}`);
      expect([path, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([path, 200, '']);
      const { data, cursor: next } = (await answer.json()) as { data: unknown[]; cursor?: string };
      rows.push(...data);
      if (next === undefined) break;
      cursor = `&cursor=${next}`;
    }
    return rows;
  };
  const walks = async (paths: readonly string[]) => {
    const found: [string, unknown[]][] = [];
    for (const path of paths) found.push([path, await walk(path)]);
    return found;
  };

  it.each([false, true])(
    'are those of SQL that says which they are, cursors and filters included; hashes apart: %s',
    async (isApart) => {
      const paths = await pathsOf(0, 12);
      Object.assign(asked, { isSingle: true, isApart });
      const given = vi.spyOn(View.prototype, 'given');
      const ofGiven = await walks(paths);
      const results = given.mock.settledResults.map(({ value }) => value as unknown);
      expect(results.filter((rows) => Array.isArray(rows)).length).toBeGreaterThan(paths.length);
      // Filters aside they are asked for without a parameter.
      expect(given.mock.calls.filter(([query]) => query.values.length === 0).length).toBeGreaterThan(paths.length / 2);
      given.mockResolvedValue(undefined);
      expect(ofGiven).toEqual(await walks(paths));
      given.mockRestore();
      expect(ofGiven.reduce((sum, [, rows]) => sum + rows.length, 0)).toBeGreaterThan(500);
    },
  );

  it('are read otherwise where they cannot be read one by one, or are too many', async () => {
    Object.assign(asked, { isSingle: true, isApart: false });
    const paths = (await pathsOf(12, 6))
      .map((path) => `${path}&order=asc`)
      .filter((path) => path.split('order').length === 2);
    // Nobody asked for these accounts before, so that no rows of theirs are known.
    const read = vi.spyOn(RowReader.prototype, 'rowsWith').mockResolvedValue(undefined);
    const given = vi.spyOn(View.prototype, 'given');
    const found = await walks(paths);
    read.mockRestore();
    const results = given.mock.settledResults;
    expect(results.length).toBeGreaterThan(paths.length / 2);
    expect(results.every(({ type, value }) => type === 'fulfilled' && value === undefined)).toBe(true);
    given.mockRestore();
    expect(found).toEqual(await walks(paths));
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
