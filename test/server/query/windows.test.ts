/** Hours and days end when the latest ledger closed; here a later ledger closed before earlier ones. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/server/query/sql.ts';
import { View } from '../../../src/server/query/view.ts';
import { serveSample } from './sample-server.ts';

const server = serveSample();

type Row = Record<string, unknown>;

describe('hours that end before other ledgers closed', () => {
  let view: View;
  let until: ReturnType<typeof sql>;
  beforeAll(async () => {
    const [served] = server.lakes();
    view = new View(served, await served.lake.snapshot(), new AbortController().signal, {});
    const { oldest, latest } = view.bounds;
    const middle = await view.closedAt(Math.floor((oldest + latest) / 2));
    served.cache.put(view.snapshot.generation, `closed ${latest}`, { at: middle, isToMilliseconds: false });
    until = sql`<= cast(${middle} as timestamp)`;
  });

  const ask = async (path: string) => (await (await server.ask(path)).json()) as Row & { data: Row[] };
  const called = (columns: ReturnType<typeof sql>) =>
    view.rows(sql`
      select ${columns}, count(*) as calls, count(*) filter (closed_at ${until}) as calls_then
      from bronze.contract_invocations_raw_v1
      where in_call_tree and (origin = 'root' or depth > 0)
      group by ${columns}
      order by ${columns}`);

  it('have the calls of contracts', async () => {
    const known = await called(sql`contract_id`);
    expect(known.some(({ calls, calls_then: then }) => Number(calls) > Number(then))).toBe(true);
    for (const { contract_id: contract, calls, calls_then: then } of known) {
      const [id, all, count] = [String(contract), Number(calls), Number(then)];
      const activity = await ask(`/silver/contracts/${id}/activity/summary`);
      expect(activity).toMatchObject({
        invocation_count_24h: count,
        invocation_count_30d: count,
        invocation_count_all: all,
      });
      const {
        total_calls_7d: week,
        daily_calls_30d: days,
        top_functions: functions,
      } = await ask(`/silver/contracts/${id}/analytics`);
      expect([week, (days as Row[]).reduce((sum, day) => sum + Number(day['count']), 0)]).toEqual([count, count]);
      for (const one of functions as Row[]) expect(Number(one['calls_24h'])).toBeLessThanOrEqual(count);
      const told = await ask(`/semantic/contracts/functions?contract_id=${id}&period=24h&include_sub_calls=true`);
      expect(told.data.reduce((sum, one) => sum + Number(one['total_calls']), 0)).toBe(count);
    }
    const top = await ask('/silver/contracts/top?period=24h&limit=100');
    const counts = top.data.map(({ contract_id: id, total_calls: count }) => [id, count]).sort();
    const then = known.filter(({ calls_then: count }) => Number(count) > 0);
    expect(counts).toEqual(then.map(({ contract_id: id, calls_then: count }) => [id, Number(count)]).sort());
    const [active] = await view.rows(sql`
      select count(distinct contract_id) as contracts, count(*) filter (origin = 'root') as roots
      from bronze.contract_invocations_raw_v1 where in_call_tree and closed_at ${until}`);
    expect(await ask('/silver/stats/soroban')).toMatchObject({
      contracts: { active_24h: Number(active['contracts']), active_7d: Number(active['contracts']) },
      execution: { total_invocations_24h: Number(active['roots']) },
    });
  });

  it('have the trades of a pair', async () => {
    const [pair] = await view.rows(sql`
      select selling_asset_key as base, buying_asset_key as counter
      from bronze.history_trades group by all having count(*) filter (ledger_closed_at ${until}) > 0 order by count(*) desc limit 1`);
    const [base, counter] = [pair['base'], pair['counter']].map((key) => (key === 'native' ? 'XLM' : String(key)));
    const [known] = await view.rows(sql`
      select count(*) as trades, count(*) filter (ledger_closed_at ${until}) as trades_then
      from bronze.history_trades
      where selling_asset_key = ${String(pair['base'])} and buying_asset_key = ${String(pair['counter'])}
          or selling_asset_key = ${String(pair['counter'])} and buying_asset_key = ${String(pair['base'])}`);
    const [all, count] = [Number(known['trades']), Number(known['trades_then'])];
    expect(all).toBeGreaterThan(count);
    expect(await ask(`/silver/prices/${base}/${counter}/latest`)).toMatchObject({ trade_count_24h: count });
    const { data } = await ask(`/silver/assets/${base}/pairs?limit=100`);
    expect(data.map(({ trade_count: every, trade_count_24h: then }) => [every, then])).toContainEqual([all, count]);
  });

  it('have what moved of an asset', async () => {
    const known = await view.rows(sql`
      select asset_code, asset_issuer, token_contract_id, count(*) as transfers,
          count(*) filter (timestamp ${until}) as transfers_then,
          count(distinct from_account) filter (timestamp ${until}) as senders
      from silver.token_transfers_raw where asset_type is not null group by all order by count(*) desc`);
    expect(known.some(({ transfers, transfers_then: then }) => Number(transfers) > Number(then))).toBe(true);
    const { data } = await ask('/silver/assets?limit=1000');
    for (const { asset_code: code, asset_issuer: issuer, token_contract_id: id, transfers_then: then } of known) {
      const count = Number(then);
      const key = issuer === null || issuer === '' ? 'XLM' : `${String(code)}:${String(issuer)}`;
      const listed = data.find(({ contract_id: contract }) => contract === id);
      if (listed) expect(listed).toMatchObject({ transfers_24h: count });
      expect(await ask(`/silver/assets/${key}/stats`)).toMatchObject({ stats: { transfers_24h: count } });
      expect(await ask(`/silver/tokens/${String(id)}/stats`)).toMatchObject({ transfers_24h: count });
    }
  });
});
