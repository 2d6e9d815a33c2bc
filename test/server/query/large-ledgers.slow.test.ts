/** Pages of ledgers that are too large for those of a page to be read whole: cut from the rows of one or a few. */
import { describe, expect, it, vi } from 'vitest';
import { bodyOf, serveSample } from './sample-server.ts';

// The ledgers of the sample are small: here a page may have those of no more than one.
vi.mock('../../../src/server/query/lists/ledger-rows.ts', async (original) => ({
  ...(await original()),
  areFew: (_view: unknown, _kind: unknown, rows: number) => rows <= 1,
}));

const { ask, lakes } = serveSample();

interface Page {
  data: Record<string, unknown>[];
  cursor?: string;
}

const pageOf = (path: string) => bodyOf<Page>(ask(path));

const kinds = {
  '/silver/transfers': ['source_type=classic', 'source_type=soroban', 'asset_code=XLM', 'asset_code=USDC'],
  '/silver/events': ['event_type=transfer', 'event_type=mint', 'event_type=fee', 'source_type=soroban'],
  '/semantic/flows': ['flow_type=transfer', 'flow_type=burn', 'asset_code=native'],
  '/silver/effects': ['effect_type=account_credited', 'effect_type=2', 'effect_type=02', 'effect_type=trade'],
  '/silver/events/generic': [
    'event_type=contract',
    'event_type=diagnostic',
    'topic0=transfer',
    'topic1=nothing',
    'topic_match=fer',
    'in_successful_call=false',
  ],
  '/semantic/activities': ['activity_type=payment', 'activity_type=other', 'activity_type=contract_call'],
};

const paths = Object.entries(kinds).flatMap(([path, some]) => ['', ...some].map((kind) => `${path}?${kind}&limit=3`));

describe('a page of large ledgers', () => {
  it('has the rows that SQL finds, of all ledgers or some, in both orders', { timeout: 120_000 }, async () => {
    let withRows = 0;
    for (const path of paths) {
      for (const range of ['', '&order=asc', '&start_ledger=30', '&end_ledger=60', '&start_ledger=30&end_ledger=32']) {
        let next = path + range;
        for (let pages = 0; pages < 3; pages++) {
          const kept = await pageOf(next);
          const told = await pageOf(`${next}&explain=true`);
          expect([next, kept.data]).toEqual([next, told.data]);
          if (kept.data.length > 0) withRows++;
          if (kept.cursor === undefined) break;
          next = `${path}${range}&cursor=${kept.cursor}`;
        }
      }
    }
    expect(withRows).toBeGreaterThan(100);
  });

  it('needs no SQL where the rows of its ledgers are in memory, of a token neither', async () => {
    const of = '/silver/events?event_type=fee';
    const [{ contract_id: token } = {}] = (await pageOf(`${of}&limit=2`)).data;
    const asked = vi.spyOn(lakes()[0].statements, 'rows');
    for (const path of [of, '/silver/events?', `/silver/events?contract_id=${String(token)}`]) {
      expect((await pageOf(`${path}&limit=1`)).data).toHaveLength(1);
    }
    expect(asked.mock.calls.map(([text]) => text).filter((text) => /token_transfers/.test(text))).toEqual([]);
    await pageOf(`${of}&limit=1&explain=true`);
    expect(asked.mock.calls.some(([text]) => /token_transfers/.test(text))).toBe(true);
  });

  it('is not read whole of operations, which have many columns', async () => {
    const asked = vi.spyOn(lakes()[0].statements, 'rows');
    for (const path of ['/silver/payments', '/silver/operations/enriched', '/silver/operations/soroban']) {
      for (const limit of [1, 2]) {
        asked.mockClear();
        const page = await pageOf(`${path}?limit=${limit}`);
        expect([path, page.data.length]).toEqual([path, limit]);
        expect(asked.mock.calls.length).toBeGreaterThan(0);
      }
    }
  });
});
