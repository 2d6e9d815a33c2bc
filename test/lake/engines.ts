/** What engines are told of a view, for the tests of their dialects; the database ends with the process. */
import { expect } from 'vitest';
import { openDatabase } from '../../src/lake/duckdb/duckdb.ts';
import type { Dialect } from '../../src/lake/engines/dialect.ts';
import { translate } from '../../src/lake/engines/statements.ts';

const instance = await openDatabase({ threads: 1 });
const connection = await instance.connect();
await connection.run(`create schema silver; create schema parts; create schema bronze;
  create macro bronze.json_list(value, path) as (cast(json_extract(value, path) as json[])); create view silver.rows as
  select 1 as id, 2::bigint as n, 'a' as name, '{"a":1}' as other_json, [1, 2] as list, true as flag,
    timestamp '2026-01-01' as closed_at, 1.5::decimal(19, 7) as amount`);

/** What an engine is told of a view `silver.asked` over a table of these columns, some of which have stroops, and what is left out. */
export async function told(
  dialect: Dialect,
  query: string,
  before: readonly string[] = [],
  stroops: ReadonlySet<string> = new Set(),
) {
  const { statements, left } = await afterwards([...before, `create or replace view silver.asked as ${query}`], () =>
    translate(connection, dialect, '/lake', stroops),
  );
  const view = statements.find((one) => one.startsWith('create or replace view silver.asked ')) ?? '';
  const [, said = ''] = / FROM \((SELECT .*)\) AS said$/m.exec(view) ?? [];
  return { view, said, left, statements };
}

/** Returns what `find` finds after some statements, of which nothing stays for the next. */
async function afterwards<T>(statements: readonly string[], find: () => Promise<T>): Promise<T> {
  await connection.run('begin transaction');
  try {
    for (const one of statements) await connection.run(one);
    return await find();
  } finally {
    await connection.run('rollback');
  }
}

/** Returns expressions over `silver.rows` as an engine has them. */
export async function spoken(
  dialect: Dialect,
  expressions: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  const items = expressions.map((expression, i) => `${expression} as x${i}`);
  const { said, left } = await told(dialect, `select ${items.join(', ')} from silver.rows`, before);
  expect(left.filter(({ relation }) => relation.startsWith('silver.asked'))).toEqual([]);
  const list = said.replace(/^SELECT /, '').replace(/ FROM silver\."rows"$/, '');
  return list.split(/ AS x\d+(?:, |$)/).slice(0, -1);
}
