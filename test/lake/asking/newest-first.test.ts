import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { asksNewestFirst } from '../../../src/lake/asking/narrow/newest-first.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { readTree } from '../../../src/lake/meaning/statement-names.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

const connection = await (await duckdb.DuckDBInstance.create()).connect();

describe('asksNewestFirst(tree)', () => {
  it.each([
    ['from t order by id desc limit 10', true],
    ['from t order by id desc, n limit $1', true],
    ['explain from t order by id desc limit 10 offset 3', true],
    ['with page as (from t order by id desc limit 10) select * from page order by id', true],
    ['from t where id in (select id from t order by id desc limit 10)', true],
    ['from t order by id limit 10', false],
    ['from t order by n, id desc limit 10', false],
    ['from t order by id desc', false],
    ['from t limit 10', false],
    ['select row_number() over (order by id desc) from t limit 10', false],
    ['select', false],
  ])('%s: %s', async (sql, expected) => {
    expect(asksNewestFirst(await readTree(connection, sql))).toBe(expected);
  });
});

describe('a lake of several files', () => {
  let lake: Lake;
  beforeAll(async () => {
    lake = await openLake(temporaryFolder(), {
      tables,
      write: true,
      network,
      sql: join(import.meta.dirname, 'no-sql'),
    });
    await load(lake, [1, 9], [10, 19], [20, 29]);
  });
  afterAll(() => lake.close());

  const idsOf = async (sql: string) => (await query(lake, sql)).toArray().map(({ id }) => Number(id) >> 12);

  it('is read from its newest file where the last rows are asked for, else from its first', async () => {
    const firstFile = async (sql: string) => {
      const [plan] = (await query(lake, `explain analyze ${sql}`)).toArray();
      return /(\d+)\s*│?\s*-\s*(\d+)\.parquet/.exec(String(plan?.['explain_value']).replace(/[│\s]+/g, ''))?.[0];
    };
    const payments = 'from bronze.payments_raw_v1';
    expect(await firstFile(`${payments} order by id desc limit 3`)).toBe('20-29.parquet');
    expect(await firstFile(`${payments} order by id limit 3`)).toBe('1-9.parquet');
  });

  it('reads whole only the rows of a page', async () => {
    const planOf = async (rows: number) => {
      const sql = `explain from bronze.payments_raw_v1 where account = 'ACCOUNT5' order by id desc limit ${rows}`;
      return String((await query(lake, sql)).toArray()[0]?.['explain_value']);
    };
    expect(await planOf(200)).toMatch(/Join Type: SEMI/);
    expect(await planOf(20_000)).not.toMatch(/Join Type: SEMI/);
  });

  it('gives the same rows, and unordered ones by ledger', async () => {
    const payments = 'select id from bronze.payments_raw_v1';
    expect(await idsOf(`${payments} order by id desc limit 3`)).toEqual([29, 29, 28]);
    expect(await idsOf(`${payments} order by id limit 3`)).toEqual([1, 2, 2]);
    expect(await idsOf(`${payments} limit 3`)).toEqual([1, 2, 2]);
  });
});
