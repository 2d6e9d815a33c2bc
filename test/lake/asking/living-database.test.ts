import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { StandingStatements } from '../../../src/lake/asking/query/standing-statements.ts';
import { temporaryFolder } from '../../folder.ts';
import { load, network, tables } from '../tables.ts';

const sql = join(import.meta.dirname, 'no-sql');

/** What ends a database of DuckDB 1.5.5 at random, with two threads and more in some hundred times (duckdb/duckdb#22352). */
const fatal = `
  with one as (select i from range(1) as r(i)),
  found as (
    select * from one where i > 1 union all select * from one where not exists (select 1 from one where i > 1)
  )
  select i, count(*) over () from found order by i desc limit 5`;

describe('LivingDatabase', () => {
  const folder = temporaryFolder();
  let lake: Lake;
  let statements: StandingStatements;
  beforeAll(async () => {
    const writer = await openLake(folder, { tables, write: true, network, sql });
    await load(writer, [1, 9]);
    await writer.close();
    lake = await openLake(folder, { tables, sql, threads: 8 });
    statements = new StandingStatements(lake);
  });
  afterAll(() => statements.close());

  const count = async (account: string) => {
    const asked = 'select count(*) as n from bronze.payments_raw_v1 where account = $1';
    return (await statements.rows(asked, { parameters: [account] })).rows;
  };

  it('answers what is asked after a query that ended the database, prepared before or not', async () => {
    expect(await count('nobody')).toEqual([['0']]);
    let failure: unknown;
    await lake.read(async (connection) => {
      for (let i = 0; i < 100_000 && failure === undefined; i++) {
        await connection.run(fatal).catch((error: unknown) => (failure = error));
      }
      await expect(connection.run('select 1')).rejects.toThrow('database has been invalidated');
    });
    expect(String(failure)).toContain('INTERNAL Error');
    expect(await Promise.all([count('somebody'), count('anybody')])).toEqual([[['0']], [['0']]]);
    const table = await query(lake, 'select count(*) > 0 as has from bronze.payments_raw_v1');
    expect(table.toArray().map(({ has }) => has as boolean)).toEqual([true]);
    expect(await count('nobody else')).toEqual([['0']]);
  });

  it('is not ended by relations and endpoints', () => {
    const root = join(import.meta.dirname, '../../..');
    const files = ['sql/**/*.sql', 'src/server/query/**/*.ts'].flatMap((cwd) => globSync(cwd, { cwd: root }));
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => /over \(\)(?!`)/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
