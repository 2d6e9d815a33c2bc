/** Balances of a token without balance entries, computed from its movements. Tokens of pubnet have such entries, so the test hides them. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { sql } from '../../../src/server/query/sql.ts';
import { View, type ServedLake } from '../../../src/server/query/view.ts';
import { hasCorpus } from '../../corpus.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeLake, readCases } from './cases.ts';
import { budget } from '../../server/query/sample-server.ts';

interface Answer {
  data: Record<string, unknown>[];
  _meta: { warnings?: string[] };
}

describe.skipIf(!hasCorpus)('balances of a token without entries of them', () => {
  let lakes: readonly ServedLake[] = [];
  let listener: Listener;
  beforeAll(async () => {
    const folder = join(temporaryFolder(), 'lake');
    const [, cases] = readCases('history').find(([file]) => file.includes('pubnet-p26'))!;
    await makeLake(folder, cases[0]);
    lakes = await openLakes([folder]);
    listener = await listen('127.0.0.1:0', [queryRoom({ lakes, secret: Buffer.alloc(32, 1), budget })]);
  });
  afterAll(async () => {
    await listener?.close();
    await closeLakes(lakes);
  });

  const ask = async (path: string) => {
    const answer = await fetch(`${listener.url}lake/v1/${lakes[0].network}/api/v1${path}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  };

  it('are what addresses got and did not send, with a warning', async () => {
    const [served] = lakes;
    const view = new View(served, await served.lake.snapshot(), new AbortController().signal, {});
    const moved = await view.rows(sql`
      with moved as (
          select token_contract_id as token, to_account as address, amount, ledger_sequence from silver.token_transfers_raw
          where asset_type is null
          union all
          select token_contract_id, from_account, -amount, ledger_sequence from silver.token_transfers_raw where asset_type is null
      )
      select token, address, cast(sum(amount) as varchar) as raw, max(ledger_sequence) as ledger
      from moved where address is not null group by all having sum(amount) > 0
      order by sum(amount) desc, address`);
    const tokens = [...new Set(moved.map(({ token }) => String(token)))];
    expect(tokens.length).toBeGreaterThan(0);
    const own = View.prototype.row;
    const row = vi.spyOn(View.prototype, 'row').mockImplementation(function (this: View, query, ...ledgers) {
      return query.text.includes('balance_owner') ? Promise.resolve(undefined) : own.call(this, query, ...ledgers);
    });
    try {
      for (const token of tokens) {
        const { data, _meta: meta } = await ask(`/silver/tokens/${token}/balances?limit=200`);
        const told = data.map(({ address, balance_raw: raw, last_activity_ledger: ledger }) => ({
          address,
          raw,
          ledger,
        }));
        expect(told).toEqual(moved.filter((one) => one['token'] === token).map(({ token: _, ...rest }) => rest));
        for (const { balance_source: source, total_received: received, total_sent: sent, balance_raw: raw } of data) {
          expect([source, String(BigInt(String(received)) - BigInt(String(sent)))]).toEqual(['net_transfers', raw]);
        }
        expect(meta.warnings?.join()).toContain('the contract has no entries of balances');
      }
    } finally {
      row.mockRestore();
    }
    const kept = await ask(`/silver/tokens/${tokens[0]}/balances?limit=199`);
    expect(kept.data.map(({ balance_source: source }) => source)).toEqual(kept.data.map(() => 'contract_data'));
    expect(kept.data.length).toBeGreaterThan(0);
    expect(kept._meta.warnings?.join() ?? '').not.toContain('entries of balances');
  });
});
