import { afterAll, describe, expect, it } from 'vitest';
import { tableFromIPC } from 'apache-arrow';
import { sqlEndpoint, sqlProcesses } from '../../../src/server/query/sql-endpoint.ts';
import { authorization, errorOf, serveSample } from './sample-server.ts';

const log: string[] = [];
const processes = sqlProcesses('1GB', (level, message, fields) => log.push(JSON.stringify([level, message, fields])));
afterAll(() => processes.close());
const { listener, serve, lakes } = serveSample({ more: [sqlEndpoint(processes)] });

const post = (body: unknown, headers: Record<string, string> = {}, on = listener()) =>
  fetch(`${on.url}lake/v1/local/api/v1/sql`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const told = async (answer: Response) => [answer.status, await answer.json()] as unknown;

describe('POST /api/v1/sql', () => {
  it('answers no page of another origin where keys are off, whatever the type of the body', async () => {
    const open = await serve({ keys: undefined });
    for (const type of ['application/json', 'text/plain']) {
      const answer = await fetch(`${open.url}lake/v1/local/api/v1/sql`, {
        method: 'POST',
        headers: { 'Content-Type': type, Origin: 'http://evil.example' },
        body: JSON.stringify({ sql: 'select 1' }),
      });
      expect(await errorOf(answer)).toEqual([403, 'origin not allowed']);
    }
  });

  it.each([100, 1000, 5000, 100_000])('answers JSON nested %i deep whole, or 400', async (depth) => {
    const answer = await post({ sql: `select ('${'['.repeat(depth)}1${']'.repeat(depth)}')::json as x` });
    if (answer.status === 400)
      expect(await errorOf(answer)).toEqual([400, expect.stringMatching(/nested too deeply|depth/) as string]);
    else expect([answer.status, (await answer.text()).split('[').length > depth]).toEqual([200, true]);
  });

  it('names what it ignores of a body, of tables in a header', async () => {
    const body = { sql: 'select 1 as one', limitt: 3 };
    const warnings = ["member 'limitt' of the body is ignored (did you mean limit?)"];
    const answer = (await (await post(body)).json()) as { _meta: { warnings: string[] } };
    expect(answer._meta.warnings).toEqual(warnings);
    const table = await post(body, { Accept: 'text/csv' });
    expect([await table.text(), table.headers.get('x-warnings')]).toEqual(['one\n1\n', JSON.stringify(warnings)]);
  });

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
    [{ sql: 'drop table x' }, expect.stringMatching(/^DROP is refused: queries are read-only/)],
    [{ sql: 'select 1; select 2' }, 'found 2 statements, expected one: queries run one at a time'],
    [{ sql: "copy (select 1) to '/tmp/x'" }, expect.stringMatching(/^COPY is refused/)],
    [{ sql: "from read_text('/etc/passwd')" }, expect.stringMatching(/^Permission Error/)],
    [
      { sql: "select repeat('x', 1000000) as x from range(100)" },
      'the answer is larger than 67108864 bytes; ask for less',
    ],
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
      const error = `${name} is refused: it may reveal paths of the server`;
      expect(await told(await post({ sql }, arrow))).toEqual([400, { error }]);
    }
  });

  it('tells nobody where DuckDB could not spill', async () => {
    const { TMPDIR } = process.env;
    process.env.TMPDIR = '/nowhere';
    const small = sqlProcesses('64MB', () => undefined);
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    const own = await serve({ more: [sqlEndpoint(small)] });
    const sql = 'select max(n) from (select row_number() over (order by hash(range)) as n from range(20000000))';
    expect(await told(await post({ sql }, {}, own))).toEqual([500, { error: 'internal error' }]);
    await own.close();
    small.close();
  });

  const endless = 'select count(*) from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3';
  const uninterruptible = "select levenshtein(repeat('a', 1000000), repeat('b', 1000000)) as n";
  const timedOut = [503, { error: 'query timed out; retry with a narrower filter or ledger range' }];

  it.each([
    ['that DuckDB interrupts', endless],
    ['that DuckDB does not interrupt', uninterruptible],
  ])('ends statements with 503 %s, and frees their processes', async (_, sql) => {
    const hurried = await serve({ budget: 300 });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post({ sql }, {}, hurried)));
    for (const answer of answers) expect(await told(answer)).toEqual(timedOut);
    expect(await (await post({ sql: 'select 1 as n' })).json()).toMatchObject({ data: [{ n: 1 }] });
    await hurried.close();
  });

  it('frees the process when the client goes away', async () => {
    const base = `${listener().url}lake/v1/local/api/v1/sql`;
    const sent = [1, 2].map(async () => {
      const body = JSON.stringify({ sql: uninterruptible });
      const signal = AbortSignal.timeout(300);
      await expect(fetch(base, { method: 'POST', headers: authorization, body, signal })).rejects.toThrow();
    });
    await Promise.all(sent);
    expect(await (await post({ sql: 'select 1 as n' })).json()).toMatchObject({ data: [{ n: 1 }] });
  });

  it('outlives a statement that ends DuckDB, and logs it', async () => {
    const nested = "repeat('[', 100000) || '1' || repeat(']', 100000)";
    const error = 'the statement ended its process (SIGSEGV)';
    expect(await told(await post({ sql: `select json_structure(${nested})::varchar as x` }))).toEqual([400, { error }]);
    expect(log).toContain('["error","a process that ran SQL ended",{"reason":"SIGSEGV"}]');
    expect(await (await post({ sql: 'select 1 as n' })).json()).toMatchObject({ data: [{ n: 1 }] });
  });

  it('refuses a value that is larger than the memory of its process', async () => {
    const [status, { error }] = (await told(await post({ sql: "select repeat('x', 4000000000) as x" }))) as [
      number,
      { error: string },
    ];
    expect([status, error.split('(')[0]]).toEqual([
      400,
      'Out of Memory Error: failed to allocate data of size 4.0 GiB ',
    ]);
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
