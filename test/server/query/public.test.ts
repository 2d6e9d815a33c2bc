import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, type Listener } from '../../../src/server/http/listener.ts';
import type { Log } from '../../../src/server/http/log.ts';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { descriptionRoom, elsewhereRoom, llmsRoom, lakesHealthRoom } from '../../../src/server/query/public.ts';
import { queryRoom } from '../../../src/server/query/room.ts';
import { startServer, type RunningServer } from '../../../src/server/start.ts';
import { readSettings } from '../../../src/server/rpc/config/settings.ts';
import { temporaryFolder } from '../../folder.ts';
import { makeSampleLake } from '../../make/sample-lake.ts';
import { authorization, budget, sample, secret, serveSample } from './sample-server.ts';

const logged: Parameters<Log>[] = [];
const sampled = serveSample({ log: (...line) => logged.push(line) });

describe('rooms of the root', () => {
  let listener: Listener;
  beforeAll(async () => {
    const described = [descriptionRoom(endpoints, ['/lake/v1/local']), llmsRoom(endpoints, ['/lake/v1/local'])];
    const rooms = [...described, lakesHealthRoom(sampled.lakes()), elsewhereRoom()];
    listener = await listen('127.0.0.1:0', rooms);
  });
  afterAll(() => listener.close());

  it('describe all endpoints, without a key', async () => {
    const answer = await fetch(`${listener.url}openapi.json`);
    const { servers, paths } = (await answer.json()) as { servers: unknown; paths: object };
    expect([servers, Object.keys(paths)]).toEqual([[{ url: '/lake/v1/local' }], endpoints.map(({ path }) => path)]);
  });

  it('tell language models of each endpoint', async () => {
    const answer = await fetch(`${listener.url}llms.txt`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# ledgerlake\n\n> /);
    expect(text).toContain('`/lake/v1/local`');
    for (const { path, summary, method } of endpoints)
      expect(text).toContain(`- \`${method ?? 'GET'} ${path}\`: ${summary}\n`);
  });

  it('group endpoints, and show an example of each', async () => {
    interface Described {
      tags: string[];
      parameters: { in: string; example?: string }[];
      requestBody?: { content: Record<string, { example?: object }> };
      responses: Record<string, { content: Record<string, { example?: object }> }>;
    }
    const answer = await fetch(`${listener.url}openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> };
    const top = paths['/api/v1/silver/accounts/top']['get'];
    expect(top.tags).toEqual(['silver.accounts']);
    expect(top.parameters).toContainEqual(expect.objectContaining({ name: 'limit', example: '1' }));
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    const json = all.map(({ responses }) => Object.values(responses)[0].content['application/json']);
    expect(json.filter(({ example }) => example !== undefined).length).toBeGreaterThan(endpoints.length - 5);
    for (const [i, { parameters, requestBody }] of all.entries()) {
      if (json[i].example === undefined) continue;
      expect(parameters.filter((one) => one.in === 'path' && one.example === undefined)).toEqual([]);
      if (requestBody) expect(requestBody.content['application/json'].example).toBeTypeOf('object');
    }
  });

  it('say which ledgers there are, and that a path is unknown', async () => {
    const health = await fetch(`${listener.url}health`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'healthy', networks: { local: { oldest: expect.any(Number), latest: expect.any(Number) } } },
    ]);
    const unknown = await fetch(`${listener.url}nowhere?a=1`);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'unknown endpoint: /nowhere' }]);
    const call = await fetch(listener.url, { method: 'POST', body: '{}' });
    expect([call.status, await call.json()]).toEqual([
      404,
      {
        error:
          'JSON-RPC needs ledger files: start the server with --store STORE, or first run `ledgerlake mirror STORE --to LAKE/ledgers`',
      },
    ]);
  });
});

describe('queryRoom(options)', () => {
  it('counts requests by endpoint and status, not by what stands in the path', async () => {
    const room = queryRoom({ lakes: sampled.lakes(), secret, budget });
    const own = await listen('127.0.0.1:0', [room]);
    for (const path of ['silver/tokens/x', 'silver/tokens/y', 'silver/nothing']) {
      await fetch(`${own.url}lake/v1/local/api/v1/${path}`);
    }
    await own.close();
    const page = (await room.metrics?.()) ?? '';
    expect(page).toContain(
      'ledgerlake_query_requests_total{endpoint="/api/v1/silver/tokens/{contract_id}",status="400"} 2',
    );
    expect(page).toContain('ledgerlake_query_requests_total{endpoint="none",status="404"} 1');
    expect(page).toContain('ledgerlake_query_duration_seconds_count{endpoint="none"} 1');
  });

  it('logs each request under its id, and no key, wherever that was', async () => {
    const answer = await sampled.ask('/silver/accounts/top?limit=1&api_key=k1-secret', {
      'X-Request-Id': 'r-17',
      Authorization: 'Api-Key k2-secret',
    });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, 'r-17']);
    await sampled.ask('/silver/accounts/top?limit=1&api_key=k1-secret', { 'X-Request-Id': 'r-18' });
    const lines = logged.filter(([, , fields]) => /^r-1[78]$/.test(String(fields?.['id'])));
    expect(lines.map(([level, , fields]) => [level, fields?.['status'], fields?.['path']])).toEqual([
      ['info', 401, '/lake/v1/local/api/v1/silver/accounts/top'],
      ['info', 200, '/lake/v1/local/api/v1/silver/accounts/top'],
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  it('takes what is no GET only where there is something to post, and not too much of it', async () => {
    const base = `${sampled.listener().url}lake/v1/local/api/v1/silver/accounts`;
    const preflight = await fetch(base, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
    ]);
    const posted = await fetch(base, { method: 'POST', body: '{}', headers: authorization });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const large = await fetch(base, { method: 'POST', body: 'x'.repeat(2 ** 21), headers: authorization });
    expect([large.status, await large.json()]).toEqual([413, { error: 'the request is too large' }]);
  });
});

describe('startServer(settings, options)', () => {
  let server: RunningServer;
  afterAll(() => server?.stop());

  it('serves a lake without ledgers, with metrics on an address of their own', async () => {
    const dataDir = join(temporaryFolder(), 'keys');
    const [port, adminPort] = [await freePort(), await freePort()];
    const flags = {
      endpoint: `127.0.0.1:${port}`,
      'admin-endpoint': `127.0.0.1:${adminPort}`,
      'log-level': 'error',
    };
    const settings = readSettings({ flags, env: {} });
    server = await startServer(settings, {
      lakes: [await makeSampleLake()],
      stores: [],
      dataDir,
      authOff: true,
      budget,
    });
    const answer = await fetch(`http://127.0.0.1:${port}/lake/v1/local/api/v1/silver/accounts/top?limit=1`);
    expect(answer.status).toBe(200);
    const page = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    expect(page).toContain('ledgerlake_query_requests_total{endpoint="/api/v1/silver/accounts/top",status="200"} 1');
    expect(page).toMatch(/ledgerlake_query_cache_bytes\{network="\w+"\} [1-9]/);
    expect(page).toContain('process_resident_memory_bytes');
    const html = { headers: { Accept: 'text/html,application/xhtml+xml' }, redirect: 'manual' } as const;
    expect((await fetch(`http://127.0.0.1:${port}/`, html)).headers.get('content-type')).toMatch('text/html');
    expect(existsSync(join(dataDir, 'cursor-secret'))).toBe(true);
  });

  it('leads a browser to the API where it is told to serve no console', async () => {
    const port = await freePort();
    const settings = readSettings({ flags: { endpoint: `127.0.0.1:${port}`, 'log-level': 'error' }, env: {} });
    const lakes = [await makeSampleLake()];
    const plain = await startServer(settings, { lakes, stores: [], console: false, authOff: true });
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/docs');
    const posted = await fetch(`http://127.0.0.1:${port}/lake/v1/local/api/v1/sql`, { method: 'POST', body: '{}' });
    expect(posted.status).toBe(404);
    await plain.stop();
  });

  it.each([0, 31])('makes the secret of cursors anew where a killed server left %i bytes of it', async (size) => {
    const dataDir = temporaryFolder();
    const path = join(dataDir, 'cursor-secret');
    writeFileSync(path, Buffer.alloc(size), { mode: 0o600 });
    writeFileSync(`${path}.${hostname()}.${spawnSync(process.execPath, ['--version']).pid}.tmp`, 'draft');
    const settings = readSettings({
      flags: { endpoint: `127.0.0.1:${await freePort()}`, 'log-level': 'error' },
      env: {},
    });
    server = await startServer(settings, {
      lakes: [await makeSampleLake()],
      stores: [],
      dataDir,
      authOff: true,
      budget,
    });
    const secret = readFileSync(path);
    expect([secret.length, statSync(path).mode & 0o777]).toEqual([32, 0o600]);
    expect(secret.equals(Buffer.alloc(32))).toBe(false);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('cursor-secret'))).toEqual(['cursor-secret']);
  });

  it('asks for keys of JSON-RPC where it is told to', async () => {
    const port = await freePort();
    const settings = readSettings({ flags: { endpoint: `127.0.0.1:${port}`, 'log-level': 'error' }, env: {} });
    const keys = { rpcAuth: 'keys', environmentKeys: 'k1@team', dataDir: temporaryFolder() } as const;
    const guarded = await startServer(settings, { lakes: [], stores: [sample], ...keys });
    const ask = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
      return [answer.status, (await answer.text()).slice(0, 16)];
    };
    expect(await ask({})).toEqual([401, 'missing API key\n']);
    expect(await ask({ Authorization: 'Api-Key k2' })).toEqual([401, 'invalid API key\n']);
    expect(await ask(authorization)).toEqual([200, '{"jsonrpc":"2.0"']);
    await guarded.stop();
  });
});

async function freePort(): Promise<number> {
  const taken = await listen('127.0.0.1:0', [elsewhereRoom()]);
  await taken.close();
  return taken.port;
}
