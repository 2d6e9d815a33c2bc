import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/server/query/endpoints/index.ts';
import { acceptedFormat, columnsOf, mediaTypes } from '../../../src/server/query/tables.ts';
import { temporaryFolder } from '../../folder.ts';
import { bodyOf, serveSample } from './sample-server.ts';

const { ask } = serveSample();

interface List {
  data: Record<string, unknown>[];
  cursor?: string;
}

const accounts = '/silver/accounts/top?limit=3';
const transfers = '/silver/transfers?limit=5';

async function rowsOfParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = join(temporaryFolder(), 'rows.parquet');
  writeFileSync(file, bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const reader = await connection.runAndReadAll(`from read_parquet('${file}')`);
  return reader.getRowObjectsJson();
}

describe('acceptedFormat(header, isTable)', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'json'],
    ['application/json;q=0.5, application/x-ndjson', 'ndjson'],
    ['text/*', 'csv'],
    ['application/json;q=0, */*', 'csv'],
    ['application/vnd.apache.arrow.stream, */*;q=0.1', 'arrows'],
  ])('%s is %s', (header, format) => {
    expect(acceptedFormat(header, true)).toBe(format);
  });

  it('refuses what no answer is, and tables of what is none', () => {
    const all = Object.values(mediaTypes).join(', ');
    expect(() => acceptedFormat('text/html', true)).toThrow(`not acceptable: this answer is ${all}`);
    expect(() => acceptedFormat('text/csv', false)).toThrow('not acceptable: this answer is application/json');
  });
});

describe('tables', () => {
  it('every list that names its columns has types for them', () => {
    const types = endpoints.flatMap(({ table }) => (table ? columnsOf(table.row).map(({ type }) => type) : []));
    expect(new Set(types)).toEqual(
      new Set(['VARCHAR', 'BOOLEAN', 'BIGINT', 'DOUBLE', 'TIMESTAMP', 'DECIMAL(38,7)', 'JSON']),
    );
  });

  it('as CSV are the rows of the JSON, under the names of the fields', async () => {
    const { data } = await bodyOf<List>(ask(accounts));
    const answer = await ask(accounts, { Accept: 'text/csv' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('x-scanned-ledger')).toMatch(/^\d+$/);
    const [header, ...lines] = (await answer.text()).trimEnd().split('\r\n');
    const names = header?.split(',') ?? [];
    const first = lines[0]?.split(',') ?? [];
    expect(lines).toHaveLength(3);
    expect(first[names.indexOf('account_id')]).toBe(data[0]?.['account_id']);
    expect(first[names.indexOf('balance')]).toBe(data[0]?.['balance']);
  });

  it('as NDJSON are the rows of the JSON', async () => {
    const { data } = await bodyOf<List>(ask(transfers));
    const lines = (await (await ask(transfers, { Accept: mediaTypes.ndjson })).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data);
  });

  it('tell in headers where the next page begins', async () => {
    const first = await ask(transfers, { Accept: mediaTypes.ndjson });
    const cursor = first.headers.get('x-next-cursor') ?? '';
    const [, link = ''] = /^<\/lake\/v1\/local\/api\/v1(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    expect(link).toContain(encodeURIComponent(cursor));
    const second = await bodyOf<List>(ask(link));
    const all = await bodyOf<List>(ask('/silver/transfers?limit=10'));
    expect(second.data).toEqual(all.data.slice(5));
  });

  it('as Arrow have times, decimals and flags of their own types', async () => {
    const table = tableFromIPC(await (await ask(accounts, { Accept: mediaTypes.arrows })).arrayBuffer());
    const types = Object.fromEntries(table.schema.fields.map(({ name, type }) => [name, String(type)]));
    expect(table.numRows).toBe(3);
    expect(types).toMatchObject({
      account_id: 'Utf8',
      balance: 'Decimal[38e+7]',
      last_modified_ledger: 'Int64',
      balance_stroops: 'Utf8',
    });
  });

  it('as Parquet hold what the JSON holds, and nested values as JSON', async () => {
    const path = '/silver/accounts?sort_by=last_modified&limit=4';
    const { data } = await bodyOf<List>(ask(path));
    const answer = await ask(path, { Accept: mediaTypes.parquet });
    const rows = await rowsOfParquet(new Uint8Array(await answer.arrayBuffer()));
    expect(rows.map(({ account_id, balance }) => ({ account_id, balance }))).toEqual(
      data.map(({ account_id, balance }) => ({ account_id, balance })),
    );
    expect(rows.map(({ thresholds }) => JSON.parse(String(thresholds)) as unknown)).toEqual(
      data.map(({ thresholds }) => thresholds),
    );
  });

  it('of many rows have them in the order of the JSON', async () => {
    const path = '/bronze/effects?start=1&end=1000&limit=10000';
    const { data } = await bodyOf<List>(ask(path));
    expect(data.length).toBeGreaterThan(1000);
    const keyOf = ({ operation_id, index }: Record<string, unknown>) => `${String(operation_id)} ${String(index)}`;
    const expected = data.map(keyOf);
    const bytes = async (Accept: string) => new Uint8Array(await (await ask(path, { Accept })).arrayBuffer());
    expect((await rowsOfParquet(await bytes(mediaTypes.parquet))).map(keyOf)).toEqual(expected);
    const table = tableFromIPC(await bytes(mediaTypes.arrows));
    expect(Array.from(table, (row) => keyOf(row.toJSON()))).toEqual(expected);
  });

  it('without rows still have their columns', async () => {
    const none = '/silver/transfers?asset_code=NONE';
    const table = tableFromIPC(await (await ask(none, { Accept: mediaTypes.arrows })).arrayBuffer());
    expect([table.numRows, table.schema.names.includes('amount')]).toEqual([0, true]);
    expect(await (await ask(none, { Accept: 'text/csv' })).text()).toMatch(/^[\w,]+\r\n$/);
  });

  it('of bronze have the columns of the relation, those that are null in every row too', async () => {
    const answer = await ask('/bronze/ledgers?start=1&end=1000&limit=2', { Accept: mediaTypes.parquet });
    const rows = await rowsOfParquet(new Uint8Array(await answer.arrayBuffer()));
    expect(rows).toHaveLength(2);
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['sequence', 'closed_at', 'signature']));
  });

  it('of a gold answer come as a file when `format` says so', async () => {
    const { _meta } = await bodyOf<{ _meta: { available_ledgers: { latest: number } } }>(ask(accounts));
    const path = `/gold/compliance/balances?asset_code=XLM&ledger=${_meta.available_ledgers.latest}&limit=3`;
    const answer = await ask(`${path}&format=parquet`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="balances.parquet"');
    expect(answer.headers.get('content-type')).toBe(mediaTypes.parquet);
    const rows = await rowsOfParquet(new Uint8Array(await answer.arrayBuffer()));
    const { holders, checksum } = await bodyOf<{ holders: unknown[]; checksum: string }>(ask(path));
    expect([rows, answer.headers.get('x-checksum')]).toEqual([holders, checksum]);
  });

  it('are not to be had of what is one thing', async () => {
    const answer = await ask('/silver/accounts/current?account_id=x', { Accept: 'text/csv' });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([406, 'not_acceptable']);
  });
});
