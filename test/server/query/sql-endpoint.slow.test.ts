import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tableFromIPC } from 'apache-arrow';
import { sqlEndpoint } from '../../../src/server/query/sql-endpoint.ts';
import { closeLakes, openLakes } from '../../../src/server/query/start.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { authorization, serveSample } from './sample-server.ts';

const { listener, serve, lakes } = serveSample({ more: [sqlEndpoint], budget: 60_000 });

const post = (body: unknown, headers: Record<string, string> = {}, on = listener()) =>
  fetch(`${on.url}lake/v1/local/api/v1/sql`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const told = async (answer: Response) => [answer.status, await answer.json()] as unknown;

describe('POST /api/v1/sql', () => {
  it('answers rows, and whether there are more', async () => {
    const sql = 'select sequence, cast(sequence as bigint) as big from history_ledgers order by 1';
    const { data, has_more: hasMore } = (await (await post({ sql, limit: 2 })).json()) as {
      data: Record<string, unknown>[];
      has_more: boolean;
    };
    expect(data).toHaveLength(2);
    expect(data[0]?.['big']).toBe(String(data[0]?.['sequence']));
    expect(hasMore).toBe(true);
  });

  it('binds values by place and by name', async () => {
    const byPlace = await post({ sql: 'select $1 || $2 as text', parameters: ['a', "';--"] });
    expect(await byPlace.json()).toMatchObject({ data: [{ text: "a';--" }], has_more: false });
    const byName = await post({ sql: 'select cast($n as integer) + 1 as n', parameters: { n: 41 } });
    expect(await byName.json()).toMatchObject({ data: [{ n: 42 }] });
  });

  it('answers Arrow and CSV', async () => {
    const sql = 'select 1.5 as a, true as b';
    const arrow = await post({ sql }, { Accept: 'application/vnd.apache.arrow.stream' });
    expect(tableFromIPC(await arrow.arrayBuffer()).schema.fields.map(({ type }) => String(type))).toEqual([
      'Decimal[2e+1]',
      'Bool',
    ]);
    expect(await (await post({ sql }, { Accept: 'text/csv' })).text()).toBe('a,b\n1.5,true\n');
  });

  it.each([
    ['{', 'invalid body: must be JSON'],
    ['', 'invalid body: must be JSON'],
    [{ sql: 1 }, 'invalid body: expected {"sql": "…", "parameters"?: …, "limit"?: 1-10000}'],
    [{ sql: 'select 1', limit: 1e6 }, 'invalid body: expected {"sql": "…", "parameters"?: …, "limit"?: 1-10000}'],
    [{ sql: 'drop table x' }, expect.stringMatching(/^DROP is refused: a query only reads/)],
    [{ sql: 'select 1; select 2' }, 'found 2 statements, expected one: queries run one at a time'],
    [{ sql: "copy (select 1) to '/tmp/x'" }, expect.stringMatching(/^COPY is refused/)],
    [{ sql: "from read_text('/etc/passwd')" }, expect.stringMatching(/^Permission Error/)],
    [{ sql: "select repeat('x', 100000000) as x" }, 'the answer is larger than 67108864 bytes; ask for less'],
  ])('refuses %j', async (body, error) => {
    expect(await told(await post(body))).toEqual([400, { error }]);
  });

  it('tells files of the server to nobody', async () => {
    const { path } = lakes()[0].lake;
    const text = JSON.stringify(await told(await post({ sql: `from read_text('${path}/server/cursor-secret')` })));
    expect(text).toContain('file system operations are disabled');
  });

  it('tells where they lie to nobody, and reads relations that are made with that', async () => {
    const relation = 'from bronze.account_data limit 1';
    expect(await (await post({ sql: `select account_id ${relation}` })).json()).toMatchObject({ count: 1 });
    const arrow = { Accept: 'application/vnd.apache.arrow.stream' };
    for (const [sql, name] of [
      [`select getvariable('account_data 0') as files, account_id ${relation}`, 'getvariable'],
      [`explain analyze select account_id ${relation}`, 'EXPLAIN ANALYZE'],
      ['from duckdb_settings()', 'duckdb_settings'],
      ['from duckdb_secrets()', 'duckdb_secrets'],
    ] as const) {
      const error = `${name} is refused: it may tell where files of the server lie`;
      expect(await told(await post({ sql }, arrow))).toEqual([400, { error }]);
    }
  });

  it('tells nobody where DuckDB could not spill', async () => {
    const folder = await makeSampleLake();
    const small = await openLakes([folder], { memory: '64MB' });
    const own = await serve({ lakes: small });
    writeFileSync(small[0].lake.spool, '');
    const sql = 'select max(n) from (select row_number() over (order by hash(range)) as n from range(20000000))';
    expect(await told(await post({ sql }, {}, own))).toEqual([500, { error: 'internal error' }]);
    await own.close();
    await closeLakes(small);
  });

  it('ends a query that runs long with 503, and DuckDB stops', async () => {
    const hurried = await serve({ budget: 300 });
    const sql = 'select count(*) from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3';
    expect(await told(await post({ sql }, {}, hurried))).toEqual([
      503,
      { error: 'query timed out; retry with a narrower filter or ledger range' },
    ]);
    expect(await idleShare()).toBeGreaterThan(0.5);
    await hurried.close();
  });

  it('stops DuckDB when the client goes away', async () => {
    const slow = await serve({ budget: 60_000 });
    const signal = AbortSignal.timeout(300);
    const sql = 'select count(*) from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3';
    const asked = fetch(`${slow.url}lake/v1/local/api/v1/sql`, {
      method: 'POST',
      headers: authorization,
      body: JSON.stringify({ sql }),
      signal,
    });
    await expect(asked).rejects.toThrow();
    expect(await idleShare()).toBeGreaterThan(0.5);
    await slow.close();
  });

  it('is posted to alone, and there only where it is on', async () => {
    const base = `${listener().url}lake/v1/local/api/v1/sql`;
    const preflight = await fetch(base, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
    expect((await fetch(base, { headers: authorization })).status).toBe(405);
    const without = await serve({ more: [] });
    expect((await post({ sql: 'select 1' }, {}, without)).status).toBe(404);
    await without.close();
  });
});

/** The share of a processor that this process leaves free for half a second, once what was stopped has had a while to stop. */
async function idleShare(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { user, system } = process.cpuUsage(before);
  return 1 - (user + system) / 500_000;
}
