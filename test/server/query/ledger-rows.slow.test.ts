import { describe, expect, it, vi } from 'vitest';
import { areFew, ofLedgers, type OfLedgers } from '../../../src/server/query/lists/ledger-rows.ts';
import { LakeCache } from '../../../src/server/query/lake-cache.ts';
import { inLedgers } from '../../../src/server/query/lists/range.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

const server = serveSample();
const never = new AbortController().signal;

const hashes: OfLedgers<object> = {
  name: 'hashes',
  table: 'history_transactions',
  rows: (window) => sql`
    select transaction_hash, ledger_sequence from bronze.history_transactions
    where ${inLedgers(window)} order by id`,
  make: (names, rows) => rows.map((row) => row[names.indexOf('transaction_hash')]),
};

async function viewOf(cache = new LakeCache()) {
  const served = { ...server.lakes()[0], cache };
  const view = new View(served, await served.lake.snapshot(), never, {});
  return { view, cache, read: vi.spyOn(view, 'table') };
}

describe('ofLedgers(view, kind, ledgers)', () => {
  it('reads ledgers that it has not with those around them, and gives those that it has as they were read', async () => {
    const { view, read } = await viewOf();
    const first = await ofLedgers(view, hashes, [20, 22]);
    const second = await ofLedgers(view, hashes, [22, 21, 20]);
    expect(read.mock.calls.map(([, ledgers]) => ledgers)).toEqual([[{ first: 16, last: 31 }]]);
    const alone = await ofLedgers((await viewOf()).view, hashes, [20, 21, 22]);
    expect(second).toEqual(alone);
    expect(first.get(20)).toBe(second.get(20));
    expect([...alone.values()].flat().length).toBeGreaterThan(3);
  });

  it('reads ledgers that are far from each other alone, and around another those that it has not', async () => {
    const { view, read } = await viewOf();
    const far = await ofLedgers(view, hashes, [20, 100]);
    const found = await ofLedgers(view, hashes, [21]);
    expect([...far.keys(), ...found.keys()]).toEqual([20, 100, 21]);
    expect(read.mock.calls.map(([, ledgers]) => ledgers)).toEqual([
      [
        { first: 20, last: 20 },
        { first: 100, last: 100 },
      ],
      [
        { first: 16, last: 19 },
        { first: 21, last: 31 },
      ],
    ]);
  });

  it('reads those of the next pages, too, where a page follows on what it has', async () => {
    const readOf = async (...asked: number[][]) => {
      const { view, read } = await viewOf();
      for (const ledgers of asked) await ofLedgers(view, hashes, ledgers);
      return read.mock.calls.at(-1)?.[1];
    };
    expect(await readOf([20], [32, 33])).toEqual([{ first: 32, last: 57 }]);
    expect(await readOf([60], [41, 40])).toEqual([{ first: 22, last: 47 }]);
    expect(await readOf([20], [32])).toEqual([{ first: 32, last: 47 }]);
    expect(await readOf([20], [64, 65])).toEqual([{ first: 64, last: 79 }]);
  });

  it('reads no ledgers around that the view has not, and none of these as empty', async () => {
    const { view } = await viewOf();
    const { generation } = view.snapshot;
    await ofLedgers(view.upTo(25), hashes, [25]);
    const has = (ledger: number) => view.served.cache.has(generation, `${hashes.name} ${ledger}`);
    expect([24, 25, 26].map(has)).toEqual([true, true, false]);
  });

  it('keeps that a ledger has none', async () => {
    const { view, read } = await viewOf();
    const none = {
      ...hashes,
      rows: () => sql`select transaction_hash, ledger_sequence from bronze.history_transactions limit 0`,
    };
    for (let i = 0; i < 2; i++) expect((await ofLedgers(view, none, [20])).get(20)).toEqual([]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('takes no more bytes than it may: what rested longest goes first', async () => {
    const one = await viewOf();
    await ofLedgers(one.view, hashes, [20]);
    const most = one.cache.bytes;
    const { view, read, cache } = await viewOf(new LakeCache(most));
    for (const ledger of [20, 16, 40]) await ofLedgers(view, hashes, [ledger]);
    expect(cache.bytes).toBeLessThanOrEqual(most);
    read.mockClear();
    await ofLedgers(view, hashes, [40]);
    expect(read).not.toHaveBeenCalled();
    await ofLedgers(view, hashes, [17]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('forgets all when files left the lake, and keeps nothing of a snapshot before that', async () => {
    const { view, read, cache } = await viewOf();
    const next = new View(
      view.served,
      Object.assign(view.snapshot.unfolded(), { generation: view.snapshot.generation + 1 }),
      never,
      {},
    );
    await ofLedgers(view, hashes, [20]);
    await ofLedgers(next, hashes, [21]);
    const { bytes } = cache;
    read.mockClear();
    await ofLedgers(view, hashes, [20]);
    expect([read.mock.calls.length, cache.bytes]).toEqual([1, bytes]);
  });

  it('is of use where ledgers have few rows', async () => {
    const { view } = await viewOf();
    const { rows } = view.snapshot.totals['history_transactions'];
    const ledgers = view.bounds.latest - view.bounds.oldest + 1;
    const most = Math.floor((4096 * ledgers) / rows);
    expect([areFew(view, hashes, most), areFew(view, hashes, most + 1)]).toEqual([true, false]);
  });
});

describe('a list that is kept of whole ledgers', () => {
  const paths = [
    '/silver/operations/enriched',
    '/silver/payments',
    '/silver/transfers',
    '/silver/events',
    '/semantic/flows',
    '/semantic/activities',
    '/silver/operations/soroban',
    '/silver/effects',
    '/silver/events/generic',
  ];

  interface Page {
    data: unknown[];
    cursor?: string;
  }
  const pageOf = async (path: string) => (await (await server.ask(path)).json()) as Page;

  it('gives the same pages as one that is not, of which the SQL is told', { timeout: 60_000 }, async () => {
    for (const path of paths) {
      for (const order of ['asc', 'desc']) {
        const first = `${path}?limit=20&order=${order}`;
        let next = first;
        for (let pages = 0; pages < 4; pages++) {
          const kept = await pageOf(next);
          const told = await pageOf(`${next}&explain=true`);
          expect([path, kept.data.length > 2, kept.data]).toEqual([path, true, told.data]);
          expect((await pageOf(next)).data).toEqual(kept.data);
          expect(typeof kept.cursor).toBe(typeof told.cursor);
          if (kept.cursor === undefined) break;
          next = `${first}&cursor=${kept.cursor}`;
        }
      }
    }
  });

  it('reads many ledgers at once where it is walked', async () => {
    const { statements } = server.lakes()[0];
    const rows = vi.spyOn(statements, 'rows');
    const first = '/silver/transfers?limit=3&order=asc&cursor=';
    let { cursor } = await pageOf(first.replace('&cursor=', ''));
    rows.mockClear();
    for (let pages = 0; pages < 8; pages++) ({ cursor } = await pageOf(`${first}${String(cursor)}`));
    expect(cursor).toBeDefined();
    expect(rows.mock.calls.length).toBeLessThan(4);
  });
});
