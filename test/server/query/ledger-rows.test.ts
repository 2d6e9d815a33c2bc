import { describe, expect, it, vi } from 'vitest';
import { areFew, ofLedgers, type OfLedgers } from '../../../src/server/query/ledger-rows.ts';
import { LedgerValues } from '../../../src/server/query/ledger-values.ts';
import { inLedgers } from '../../../src/server/query/range.ts';
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

async function viewOf(ledgerValues = new LedgerValues()) {
  const served = { ...server.lakes()[0], ledgerValues };
  const view = new View(served, await served.lake.snapshot(), never, {});
  return { view, ledgerValues, read: vi.spyOn(view, 'table') };
}

describe('ofLedgers(view, kind, ledgers)', () => {
  it('reads ledgers that it has not, and gives those that it has as they were read', async () => {
    const { view, read } = await viewOf();
    const first = await ofLedgers(view, hashes, [20, 22]);
    const second = await ofLedgers(view, hashes, [22, 21, 20]);
    expect(read.mock.calls.map(([, ledgers]) => ledgers)).toEqual([
      [
        { first: 20, last: 20 },
        { first: 22, last: 22 },
      ],
      [{ first: 21, last: 21 }],
    ]);
    const alone = await ofLedgers((await viewOf()).view, hashes, [20, 21, 22]);
    expect(second).toEqual(alone);
    expect(first.get(20)).toBe(second.get(20));
    expect([...alone.values()].flat().length).toBeGreaterThan(3);
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
    const two = await viewOf();
    await ofLedgers(two.view, hashes, [20, 21]);
    const most = two.ledgerValues.bytes;
    const { view, read, ledgerValues } = await viewOf(new LedgerValues(most));
    for (const ledger of [20, 21, 20, 22]) await ofLedgers(view, hashes, [ledger]);
    expect(ledgerValues.bytes).toBeLessThanOrEqual(most);
    read.mockClear();
    await ofLedgers(view, hashes, [22]);
    expect(read).not.toHaveBeenCalled();
    await ofLedgers(view, hashes, [21]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('forgets all when files left the lake, and keeps nothing of a snapshot before that', async () => {
    const { view, read, ledgerValues } = await viewOf();
    const next = new View(
      view.served,
      Object.assign(view.snapshot.unfolded(), { epoch: view.snapshot.epoch + 1 }),
      never,
      {},
    );
    await ofLedgers(view, hashes, [20]);
    await ofLedgers(next, hashes, [21]);
    const { bytes } = ledgerValues;
    read.mockClear();
    await ofLedgers(view, hashes, [20]);
    expect([read.mock.calls.length, ledgerValues.bytes]).toEqual([1, bytes]);
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
  it('gives the same pages as one that is not, of which the SQL is told', async () => {
    const { ask } = server;
    const paths = [
      '/silver/operations/enriched',
      '/silver/payments',
      '/silver/transfers',
      '/silver/events',
      '/semantic/flows',
    ];
    for (const path of [...paths, '/semantic/activities', '/silver/operations/soroban']) {
      for (const order of ['asc', 'desc']) {
        const page = async (more: string) =>
          ((await (await ask(`${path}?limit=20&order=${order}${more}`)).json()) as { data: unknown[] }).data;
        const kept = await page('');
        expect([path, kept.length > 2]).toEqual([path, true]);
        expect(await page('')).toEqual(kept);
        expect(kept).toEqual(await page('&explain=true'));
      }
    }
  });
});
