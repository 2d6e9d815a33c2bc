/** Paging of random lists is in `test/corpus/query`; here is what every endpoint has in common. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { authorization, bodyOf, serveSample } from './sample-server.ts';

const { ask, serve, listener } = serveSample();

interface Page {
  data: { account_id: string }[];
  has_more: boolean;
  cursor: string;
  _meta: { explain?: unknown[] };
}

describe('queryRoom(options)', () => {
  it('walks a list to its end, with no account twice', async () => {
    const seen: string[] = [];
    let path = '/silver/accounts?sort_by=last_modified&limit=7';
    for (;;) {
      const page = await bodyOf<Page>(ask(path));
      seen.push(...page.data.map(({ account_id: id }) => id));
      if (!page.has_more) break;
      path = `/silver/accounts?sort_by=last_modified&limit=7&cursor=${page.cursor}`;
    }
    const all = await bodyOf<Page>(ask('/silver/accounts?sort_by=last_modified&limit=1000'));
    expect(seen).toEqual(all.data.map(({ account_id: id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('refuses keys in its own words, and tells the header that it wants', async () => {
    const missing = await fetch(`${listener().url}lake/v1/local/api/v1/silver/accounts`);
    expect([missing.status, await missing.json()]).toEqual([401, { error: 'missing API key' }]);
    expect(missing.headers.get('www-authenticate')).toBe('Api-Key');
    expect(missing.headers.get('x-error-code')).toBe('unauthorized');
    const wrong = await ask('/silver/accounts', { Authorization: 'Api-Key k3' });
    expect([wrong.status, await wrong.json()]).toEqual([401, { error: 'invalid API key' }]);
  });

  it('answers a second time with 304 while no ledger is loaded', async () => {
    const first = await ask('/silver/accounts?limit=1');
    const etag = first.headers.get('etag') ?? '';
    expect((await ask('/silver/accounts?limit=1', { ...authorization, 'If-None-Match': etag })).status).toBe(304);
    expect((await ask('/silver/accounts?limit=2', { ...authorization, 'If-None-Match': etag })).status).toBe(200);
  });

  it('writes lists as clients of the hosted service read them where they are asked for', async () => {
    const legacy = { 'X-Envelope': 'legacy' };
    type Rows = Record<string, unknown>[];
    const names = {
      '/silver/events/generic?limit=5': ['events', 'topics_json', 'topics_decoded', 'data_decoded'],
      '/silver/operations/soroban?limit=5': ['soroban_operations', 'soroban_arguments_json'],
      '/silver/accounts?limit=5': ['accounts'],
    };
    for (const [path, [list, ...texts]] of Object.entries(names)) {
      const plain = await bodyOf<{ data: Rows; cursor: string }>(ask(path));
      const told = await bodyOf<Record<string, unknown> & { data: Rows }>(ask(path, legacy));
      const written = plain.data.map((row) => {
        const known = texts.filter((name) => name in row);
        return { ...row, ...Object.fromEntries(known.map((name) => [name, JSON.stringify(row[name])])) };
      });
      expect(texts.filter((name) => typeof written[0][name] !== 'string')).toEqual([]);
      expect([told.data, told[list]]).toEqual([written, written]);
      expect(told['next_cursor']).toBe(plain.cursor);
    }
    const bare = await ask('/silver/accounts?limit=1');
    expect(Object.keys((await bare.json()) as object)).not.toContain('accounts');
  });

  it('ends requests of a key above the limit with 429, and no others', async () => {
    const limited = await serve({ rateLimitPerMinute: 2 });
    const statuses = [];
    for (const key of ['k1', 'k1', 'k1', 'k2']) {
      const { status, headers } = await ask('/silver/accounts?limit=1', { Authorization: `Api-Key ${key}` }, limited);
      statuses.push([status, headers.get('x-ratelimit-remaining')]);
    }
    await limited.close();
    expect(statuses).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
      [200, '1'],
    ]);
  });

  it('tells the limit with every answer, and takes nothing from it for those without a key', async () => {
    const limited = await serve({ rateLimitPerMinute: 2 });
    const base = `${limited.url}lake/v1`;
    const answers = [];
    for (const [method, path, headers, body] of [
      ['GET', '/local/api/v1/silver/accounts', {}],
      ['OPTIONS', '/local/api/v1/silver/accounts', {}],
      ['GET', '/mainnet/api/v1/silver/accounts', authorization],
      ['GET', '/local/openapi.json', {}],
      ['POST', '/local/api/v1/silver/accounts', authorization, 'x'.repeat(2 ** 20 + 1)],
      ['GET', '/local/api/v1/nothing', authorization],
      ['GET', '/local/api/v1/silver/accounts?limit=0', authorization],
      ['GET', '/mainnet/api/v1/silver/accounts', authorization],
      ['GET', '/local/openapi.json', authorization],
      ['POST', '/local/api/v1/silver/accounts', authorization, 'x'.repeat(2 ** 20 + 1)],
      ['GET', '/local/openapi.json', { Authorization: 'Api-Key k3' }],
    ] as const) {
      const { status, headers: told } = await fetch(base + path, { method, headers, body });
      answers.push([status, ...['limit', 'remaining'].map((name) => told.get(`x-ratelimit-${name}`))]);
      expect(Number(told.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
      expect([told.get('x-request-id'), told.get('access-control-allow-origin')]).toEqual([expect.any(String), '*']);
    }
    await limited.close();
    expect(answers).toEqual([
      [401, '2', '2'],
      [204, '2', '2'],
      [404, '2', '2'],
      [200, '2', '2'],
      [413, '2', '2'],
      [404, '2', '1'],
      [400, '2', '0'],
      [404, '2', '0'],
      [200, '2', '0'],
      [413, '2', '0'],
      [200, '2', '2'],
    ]);
  });

  it('ends a request that takes longer than its budget with 503', async () => {
    const hurried = await serve({ budget: 0 });
    // Others asked for all accounts: that is told from memory in no time.
    const late = await ask('/silver/accounts?min_balance=1', authorization, hurried);
    await hurried.close();
    const text = 'query timed out; retry with a narrower filter or ledger range';
    expect([late.status, await late.json(), late.headers.get('x-error-code')]).toEqual([
      503,
      { error: text },
      'timeout',
    ]);
  });

  it('without keys answers no name but that of this machine', async () => {
    const open = await serve({ keys: undefined });
    const { port } = open;
    const { request } = await import('node:http');
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        const path = '/lake/v1/local/api/v1/silver/accounts?limit=1';
        request({ port, host: '127.0.0.1', path, headers: { Host: host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect([await statusFor(`127.0.0.1:${port}`), await statusFor('evil.example')]).toEqual([200, 403]);
    await open.close();
  });

  it('describes every endpoint, without a key', async () => {
    const answer = await fetch(`${listener().url}lake/v1/local/openapi.json`);
    const description = (await answer.json()) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { operationId: string; parameters: { name: string; in: string; required: boolean }[] }>
      >;
    };
    expect(description.openapi).toBe('3.1.0');
    expect(Object.keys(description.paths)).toEqual(endpoints.map(({ path }) => path));
    const operations = Object.values(description.paths).flatMap((item) => Object.entries(item));
    const methods = endpoints.map(({ method }) => method?.toLowerCase() ?? 'get');
    expect(operations.map(([method]) => method)).toEqual(methods);
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(endpoints.length);
    const [id] = description.paths['/api/v1/silver/accounts/{id}/balances']?.['get']?.parameters ?? [];
    expect(id).toMatchObject({ name: 'id', in: 'path', required: true });
  });

  it('tells SQL and plan when asked to', async () => {
    const { _meta: meta } = await bodyOf<Page>(ask('/silver/accounts?limit=1&explain=true'));
    expect(meta.explain?.[0]).toEqual({
      sql: expect.stringContaining('silver.accounts_current'),
      plan: expect.any(String),
    });
  });
});
