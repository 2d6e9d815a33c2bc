import { describe, expect, it } from 'vitest';
import { duckdb } from '../../../src/lake/duckdb/duckdb.ts';
import { areConsistent, ledgersOfPage, pageQueryOf } from '../../../src/lake/asking/narrow/pages.ts';
import { readTree } from '../../../src/lake/meaning/statement-names.ts';

const connection = await (await duckdb.DuckDBInstance.create()).connect();
const pageOf = async (sql: string) => pageQueryOf(await readTree(connection, sql), sql);

describe('pageQueryOf(tree)', () => {
  it.each([
    ['select * from silver.t where a = $1 order by id desc, b limit 5 offset 1', 'silver', undefined],
    ['from "T é" order by "id" limit $n', undefined, undefined],
    [
      `select a, lower(b) as c, a + 1, details.id, x.d from bronze.t as x where a in ('b') order by x.d limit 5`,
      'bronze',
      5,
    ],
  ])('tells relation and columns of %s', async (sql, schema, columns) => {
    expect(await pageOf(sql)).toMatchObject({ relation: { schema }, columns });
  });

  it.each([
    'select * from t where a = 1 limit 5',
    'select * from t where a = 1 order by id',
    'select * from t order by id limit 5 %',
    'select * from t order by 1 limit 5',
    'select * from t order by all limit 5',
    'select * from t order by id + 1 limit 5',
    'select a as id from t order by id limit 5',
    'select details.id from t order by id limit 5',
    'select * replace (a as id) from t order by id limit 5',
    'select * rename (a as id) from t order by id limit 5',
    'select distinct a from t order by a limit 5',
    'select a from t group by a order by a limit 5',
    'select a from t group by all order by a limit 5',
    'select a from t qualify true order by a limit 5',
    'select a, row_number() over () from t order by a limit 5',
    'select a from t where a in (select 1) order by a limit 5',
    'select a, $1 from t order by a limit 5',
    'select bronze.units(a) from t order by a limit 5',
    'select a from t, u order by a limit 5',
    'select a from t as x (a) order by a limit 5',
    'select a from t tablesample 10% order by a limit 5',
    'select a from t union all select a from t order by a limit 5',
    'with t as (select 1 as a) from t order by a limit 5',
    'select a from (from t) order by a limit 5',
    'from t select a order by a limit 5',
    'table t order by a limit 5',
    `select a from t where a = 'limit 1 offset 5' order by a limit 5`,
    'select a from t order by a limit $1 offset 5',
    'select a from t order by a offset 5 limit 5',
    'select a from /* t */ t order by a limit 5',
    'select a from t; select 1',
    'drop table t',
  ])('finds none in %s', async (sql) => {
    expect(await pageOf(sql)).toBeUndefined();
  });

  it('asks for the ledgers of the rows of the page', async () => {
    await connection.run(
      'create temp table é as select i as id, i // 3 as ledger_sequence, i % 2 as odd from range(30) as r (i)',
    );
    const sql = `select 'é' as a, id from é as t where odd = $odd order by id desc limit 3 offset 1`;
    const page = await pageOf(sql);
    expect(await ledgersOfPage(connection, page!.keys, { odd: 1 })).toEqual([7, 8, 9]);
  });
});

describe('areConsistent(functions)', () => {
  it.each([
    [[], true],
    [['lower', 'round'], true],
    [['lower', 'random'], false],
    [['now'], false],
    [['count'], false],
    [['unnest'], false],
    [['nobody'], false],
  ])('%s: %s', async (functions, expected) => {
    expect(await areConsistent(connection, functions)).toBe(expected);
  });
});
