/** State by a key, whose rows are given, is that which DuckDB reads of the files of kept relations. */
import { describe, expect, it, vi } from 'vitest';
import { RowReader } from '../../../src/parquet/read/row-reader.ts';
import { serveSample } from './sample-server.ts';

const server = serveSample();

type Told = Record<string, unknown>;

async function told(path: string): Promise<[status: number, told: Told]> {
  const answer = await server.ask(path);
  const told = (await answer.json()) as Told;
  delete told['_meta'];
  return [answer.status, told];
}

async function rowsOf(path: string, name = 'data'): Promise<Told[]> {
  const [, found] = await told(path);
  return found[name] as Told[];
}

describe('state by a key', () => {
  it('is the same whether its rows are given or read by DuckDB', { timeout: 120_000 }, async () => {
    const accounts = (await rowsOf('/silver/accounts?limit=40')).map(({ account_id: id }) => String(id));
    const assets = (await rowsOf('/silver/assets?limit=40')).map(({ asset_code: code, asset_issuer: issuer }) =>
      typeof issuer === 'string' ? `${String(code)}:${issuer}` : 'XLM',
    );
    const contracts = (await rowsOf('/semantic/contracts?limit=40')).map(({ contract_id: id }) => String(id));
    const paths = [
      ...accounts.flatMap((id) => [
        `/silver/accounts/current?account_id=${id}`,
        `/silver/accounts/${id}/balances?limit=5`,
        `/silver/accounts/${id}/balances?asset=${assets[1]}`,
        `/semantic/accounts/summary?account_id=${id}`,
      ]),
      ...assets.flatMap((asset) =>
        ['limit=1', 'limit=100', 'min_balance=10000000'].map((some) => `/silver/assets/${asset}/holders?${some}`),
      ),
      ...contracts.map((id) => `/silver/tokens/${id}`),
      `/silver/accounts/current?account_id=GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF`,
    ];
    const read = vi.spyOn(RowReader.prototype, 'rowsOfText');
    const given: Awaited<ReturnType<typeof told>>[] = [];
    for (const path of paths) given.push(await told(path));
    expect(read.mock.settledResults.length).toBeGreaterThan(paths.length);
    expect(read.mock.settledResults.every(({ type, value }) => type === 'fulfilled' && value !== undefined)).toBe(true);
    read.mockClear();
    for (const [i, path] of paths.entries()) {
      const explained = `${path}${path.includes('?') ? '&' : '?'}explain=true`;
      expect(await told(explained), path).toEqual(given[i]);
    }
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect(given.filter(([status]) => status === 200).length).toBeGreaterThan(100);
  });
});
