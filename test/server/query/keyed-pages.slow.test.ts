/** Pages of an account or a contract are looked for among its first ledgers, then among more, then among all. */
import { describe, expect, it, vi } from 'vitest';
import { bodyOf, serveSample } from './sample-server.ts';

const { ask, lakes } = serveSample();

type Rows = Record<string, unknown>[];

const rowsOf = async (path: string) => (await bodyOf<{ data: Rows }>(ask(path))).data;

const lists = {
  account_id: [
    '/silver/operations/enriched?account_id=',
    '/silver/payments?account_id=',
    '/silver/transfers?account_id=',
    '/silver/accounts/history?account_id=',
    '/semantic/activities?account=',
    '/semantic/flows?account=',
  ],
  contract_id: [
    '/silver/events/by-contract?contract_id=',
    '/silver/events?contract_id=',
    '/silver/events/generic?contract_id=',
    '/silver/operations/soroban?contract_id=',
  ],
};

async function keysAsked() {
  return {
    account_id: (await rowsOf('/silver/accounts/top?limit=12')).map((row) => String(row['account_id'])),
    contract_id: (await rowsOf('/semantic/contracts?limit=12&include=assets')).map((row) => String(row['contract_id'])),
  };
}

describe('a list of a key', () => {
  it('gives the first rows of all on a page that its first ledgers have not, and where it has none', async () => {
    const found = vi.spyOn(lakes()[0].statements, 'ledgersOfKey');
    const looks = new Map<number, number>();
    const keys = await keysAsked();
    for (const kind of ['account_id', 'contract_id'] as const) {
      for (const path of lists[kind].flatMap((list) => keys[kind].map((key) => list + key))) {
        for (const order of ['desc', 'asc']) {
          const all = await rowsOf(`${path}&order=${order}&limit=200`);
          for (const limit of [1, 3]) {
            found.mockClear();
            const page = await rowsOf(`${path}&order=${order}&limit=${limit}`);
            expect([path, order, page]).toEqual([path, order, all.slice(0, limit)]);
            looks.set(found.mock.calls.length, (looks.get(found.mock.calls.length) ?? 0) + 1);
          }
        }
      }
    }
    // Once, and once more.
    expect([looks.get(1), looks.get(2)].every((count) => count !== undefined && count > 10)).toBe(true);
  });

  it('is cut from rows that are kept, the same as SQL finds, without SQL where all are', async () => {
    const keys = await keysAsked();
    const asked = vi.spyOn(lakes()[0].statements, 'rows');
    let kept = 0;
    for (const kind of ['account_id', 'contract_id'] as const) {
      for (const path of lists[kind].flatMap((list) => keys[kind].map((key) => list + key))) {
        const all = await rowsOf(`${path}&limit=200`);
        expect([path, all]).toEqual([path, await rowsOf(`${path}&limit=200&explain=true`)]);
        if (all.length < 3) continue;
        asked.mockClear();
        await rowsOf(`${path}&limit=2`);
        if (asked.mock.calls.length === 0) kept++;
      }
    }
    // Of most keys that have rows.
    expect(kept).toBeGreaterThan(50);
  });
});
