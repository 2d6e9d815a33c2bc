import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { queryClient, QueryApiError, type QueryClientOptions, type QueryRow } from '../../../src/client/client.ts';
import { serveSample } from './sample-server.ts';

const { listener } = serveSample();
const root = join(import.meta.dirname, '../../..');

const connect = (options: Partial<QueryClientOptions> = {}) =>
  queryClient({ base: `${listener().url}lake/v1/local/`, key: 'k1', ...options });

describe('queryClient(options)', () => {
  it('gets answers with the types of their schemas', async () => {
    const client = connect();
    const { data, _meta: meta } = await client.get('/api/v1/silver/accounts/top', { limit: 2 });
    const ids: string[] = data.map(({ account_id: id }) => id);
    const ranks: number[] = data.map(({ rank }) => rank);
    const latest: number = meta.available_ledgers.latest;
    expect([ids.length, ranks, latest > 0]).toEqual([2, [1, 2], true]);
    const balances = await client.get('/api/v1/silver/accounts/{id}/balances', { id: ids[0] });
    expect(balances.data[0]).toMatchObject({ balance: data[0].balance });
  });

  it('walks a list to its end, with no row twice', async () => {
    const transfers: QueryRow<'/api/v1/silver/transfers'>[] = [];
    for await (const row of connect().rows('/api/v1/silver/transfers', { limit: 200 })) {
      transfers.push(row);
      if (transfers.length === 450) break;
    }
    const { data } = await connect().get('/api/v1/silver/transfers', { limit: 200 });
    expect(transfers.slice(0, 200)).toEqual(data);
    expect(new Set(transfers.map((row) => JSON.stringify(row))).size).toBe(450);
  });

  it('refuses wrong types before anything is sent', () => {
    const client = connect();
    const untold = [
      // @ts-expect-error There is no such endpoint.
      () => client.get('/api/v1/silver/nothing', {}),
      // @ts-expect-error What stands in the path is needed.
      () => client.get('/api/v1/silver/accounts/{id}/balances', {}),
      // @ts-expect-error There is no such order.
      () => client.get('/api/v1/silver/transfers', { order: 'up' }),
      // @ts-expect-error One thing has no rows.
      () => client.rows('/api/v1/silver/accounts/current', {}),
    ];
    expect(untold).toHaveLength(4);
  });

  it('rejects with what the server said', async () => {
    const failed = connect().get('/api/v1/silver/accounts/{id}/balances', { id: 'a/../b?c' });
    await expect(failed).rejects.toThrow(QueryApiError);
    await expect(failed).rejects.toMatchObject({
      status: 400,
      message: 'invalid account_id',
      code: 'invalid_request',
      requestId: expect.any(String),
    });
    const refused = connect({ key: undefined }).get('/api/v1/silver/accounts/top', {});
    await expect(refused).rejects.toMatchObject({ status: 401, message: 'missing API key' });
    const proxy = () => Promise.resolve(new Response('<html>', { status: 502 }));
    const odd = connect({ fetch: proxy }).get('/api/v1/silver/accounts/top', {});
    await expect(odd).rejects.toThrow(/^status 502, and no JSON/);
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(connect().get('/api/v1/silver/accounts/top', {}, { signal })).rejects.toThrow('enough');
  });

  it('runs as the README of the server has it', async () => {
    const readme = readFileSync(join(root, 'src/server/README.md'), 'utf8');
    const [, example = ''] = /```ts\n(import \{ queryClient[\s\S]*?)```/.exec(readme) ?? [];
    const told: unknown[] = [];
    const text = stripTypeScriptTypes(example)
      .replace(/^import .*$/m, '')
      .replace('http://127.0.0.1:8000/', listener().url)
      .replace('ll_…', 'k1');
    const run = new Function('queryClient', 'console', `return (async () => { ${text} })()`) as (
      ...given: unknown[]
    ) => Promise<void>;
    await run(queryClient, { log: (value: unknown) => told.push(value) });
    expect(told.length).toBeGreaterThan(100);
    for (const amount of told) expect(amount).toMatch(/^\d+\.\d{7}$/);
  });

  it('imports its own files and types alone, so that it needs neither DuckDB nor Node', () => {
    const folder = join(root, 'src/client');
    const imports = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/^(import|export) .*from .*$/gm));
    expect(imports.filter((line) => line && !/^import type |from '\.\/[\w-]+\.ts';$/.test(line))).toEqual([]);
  });
});
