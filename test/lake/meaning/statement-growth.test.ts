/** What this program does with a statement, beside DuckDB, takes time in proportion to its size. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type DuckDBConnection, type DuckDBInstance } from '../../../src/lake/duckdb/duckdb.ts';
import { mentionsIn } from '../../../src/lake/meaning/mentions.ts';
import { asksNewestFirst } from '../../../src/lake/asking/narrow/newest-first.ts';
import { pageQueryOf } from '../../../src/lake/asking/narrow/pages.ts';
import { namesOf, readTree } from '../../../src/lake/meaning/statement-names.ts';
import { uniqueNames } from '../../../src/lake/asking/query/query.ts';
import { explainedSql, firstStatement } from '../../../src/lake/meaning/statement.ts';

const times = (n: number, part: (i: number) => string, between = '') =>
  Array.from({ length: n }, (_, i) => part(i)).join(between);
const nested = (n: number, before: string, core: string, after = ')') => before.repeat(n) + core + after.repeat(n);

/** Statements of a size, each with the largest size that DuckDB parses quickly. */
const shapes: [name: string, most: number, make: (n: number) => string][] = [
  [
    'a chain of stars',
    400,
    (n) => `with c0 as (from t), ${times(n, (i) => `c${i + 1} as (from c${i})`, ', ')} select x from c${n}`,
  ],
  [
    'a fan of stars',
    400,
    (n) =>
      `with c0 as (from t), ${times(n, (i) => `c${i + 1} as (select * from c${i}, (from c${i}) as d)`, ', ')} select 1`,
  ],
  [
    'joins of an expression with itself',
    400,
    (n) => `with c0 as (from t), ${times(n, (i) => `c${i + 1} as (select a.* from c${i} a, c${i} b)`, ', ')} select 1`,
  ],
  ['expressions of one name', 200, (n) => nested(n, 'with t as (select * from t) select * from (', 'select 1')],
  ['nested stars', 200, (n) => nested(n, 'select * from (', 'select 1 as x')],
  ['brackets', 800, (n) => `select ${nested(n, '(', '1')}`],
  ['unions', 400, (n) => times(n, () => 'select * from t', ' union all ')],
  ['columns', 1600, (n) => `select ${times(n, (i) => `x as c${i}`, ', ')} from t`],
  ['columns of one name', 1600, (n) => `select ${times(n, () => '1 as c', ', ')}`],
  ['joins', 400, (n) => `select 1 from t ${times(n, (i) => `join t t${i} on t${i}.x = t.x`, ' ')}`],
  ['aliases', 400, (n) => `select a1 from ${times(n, (i) => `(select 1 as x) a${i}`, ', ')}`],
  ['tables of one alias', 400, (n) => `select 1 where 1 in (${times(n, () => '(select x from t a)', ', ')})`],
  [
    'conditions of a page',
    1600,
    (n) => `select x from t where ${times(n, (i) => `x <> ${i}`, ' and ')} order by x limit 9`,
  ],
  ['a chain of operators', 400, (n) => `select 1${times(n, () => '+x')} from t order by x limit 9`],
  ['nested calls', 400, (n) => `select ${nested(n, 'abs(', '1')}`],
  ['nested comments', 1600, (n) => `${nested(n, '/*', '', '*/')} select 1`],
  ['lines of comments', 1600, (n) => `${times(n, () => '--x\n')}select 1`],
  ['semicolons', 1600, (n) => `${';'.repeat(n)}select 1`],
  ['texts in dollars', 1600, (n) => `select ${times(n, (i) => `$a${i}$x$a${i}$`, ', ')}`],
  ['cases', 400, (n) => `select case ${times(n, (i) => `when x = ${i} then ${i}`, ' ')} end from t`],
  ['subqueries', 400, (n) => `select ${times(n, () => '(select max(x) from t)', ' + ')}`],
];

/** So many milliseconds are of one size with any other: the clock of a thread is coarse. */
const FLOOR_MS = 3;
/** A statement of four times the size may take so many times as long; what is quadratic takes 16 times. */
const MOST = 10;

describe('analysis of a statement', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    instance = await openDatabase();
    connection = await instance.connect();
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  /** The processor time of this thread alone: other work of the machine does not count. */
  function milliseconds(work: () => void): number {
    const least = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...least);
  }

  it.each(shapes)('grows with its size: %s', async (_, most, make) => {
    const cost = async (n: number) => {
      const text = make(n);
      const tree = await readTree(connection, firstStatement(text));
      return milliseconds(() => {
        explainedSql(firstStatement(text));
        mentionsIn(tree);
        namesOf(tree);
        asksNewestFirst(tree);
        pageQueryOf(tree, text);
      });
    };
    const [small, large] = [await cost(most / 4), await cost(most)];
    expect(large / Math.max(small, FLOOR_MS)).toBeLessThan(MOST);
  });

  it('grows with the number of columns of one name', () => {
    const cost = (n: number) => milliseconds(() => uniqueNames(Array<string>(n).fill('c')));
    expect(cost(40_000) / Math.max(cost(10_000), FLOOR_MS)).toBeLessThan(MOST);
    expect(uniqueNames(['c', 'c', 'c_1', 'c'])).toEqual(['c', 'c_1', 'c_1_1', 'c_2']);
  });
});
