/** Values of a query that are read of a given row. */
import { describe, expect, it } from 'vitest';
import { GIVEN_ROWS, GivenToConnections } from '../../../src/lake/duckdb/given-rows.ts';
import { withValuesGiven } from '../../../src/server/query/lists/given-values.ts';
import { sql, type Sql } from '../../../src/server/query/sql.ts';
import { withDuckDB } from '../../parquet/things.ts';

async function rowsOf(query: Sql): Promise<unknown[][]> {
  const { query: planned, given } = withValuesGiven(query);
  expect(planned.values).toEqual([]);
  let rows: unknown[][] = [];
  await withDuckDB(async (connection) => {
    const rowsGiven = new GivenToConnections();
    await rowsGiven.register(connection);
    rowsGiven.give(await rowsGiven.own(connection), given);
    rows = (await connection.runAndReadAll(planned.text)).getRowsJson();
  });
  return rows;
}

describe('withValuesGiven(query)', () => {
  it('reads values of the types that they would be bound as', async () => {
    const odd = `'"\\\0😀$1`;
    const values = sql`select ${odd}, ${7}, ${'7'}, ${7n}, ${2n ** 70n + 1n}, ${0.5}, ${true}, ${null}, ${-1}`;
    expect(await rowsOf(values)).toEqual([[odd, '7', '7', '7', String(2n ** 70n + 1n), 0.5, true, null, '-1']]);
  });

  it('reads them wherever they stand, and once where they stand twice', async () => {
    const [low, high] = [3, 5];
    const query = sql`
      with numbers as (select n from range(10) as t(n) where n >= ${low})
      from numbers where n in (${low}, ${high}, ${9}) and n <= ${high} order by n desc limit ${1}`;
    expect(await rowsOf(query)).toEqual([['5']]);
    expect([...withValuesGiven(query).given.values()]).toEqual([[[3, 5, 9, 1]]]);
    expect(await rowsOf(sql`from (select ${'a'} as text) where text = ${'a'}`)).toEqual([['a']]);
  });

  it('leaves a query without values as it is', () => {
    const { query, given } = withValuesGiven(sql` select 1 `);
    expect([query.text, given.size]).toEqual(['select 1', 0]);
    expect(query.text).not.toContain(GIVEN_ROWS);
  });
});
