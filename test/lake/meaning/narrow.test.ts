import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type DuckDBConnection, type DuckDBInstance } from '../../../src/lake/duckdb/duckdb.ts';
import { mentionsIn } from '../../../src/lake/meaning/mentions.ts';
import { narrowed, viewPartsOf, withoutUnreadJoin } from '../../../src/lake/meaning/narrow.ts';
import { readTree } from '../../../src/lake/meaning/statement-names.ts';

describe('mentionsIn', () => {
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
  const mentions = async (sql: string) => mentionsIn(await readTree(connection, sql));

  it('finds all parts of the names of columns, and which stand at the end', async () => {
    const { names, ends, whole, isOpen } = await mentions('select o.details.Amount, "X" from ops o join b using (id)');
    expect([...names].sort()).toEqual(['amount', 'details', 'id', 'o', 'x']);
    expect([...ends].sort()).toEqual(['amount', 'id', 'x']);
    expect([...whole, isOpen]).toEqual([false]);
  });

  it.each([
    ['select * from a', ['a']],
    ['from a', ['a']],
    ['select b.* from a join b using (x)', ['a', 'b']],
    ["select columns('x.*') from a", ['a']],
    ['select a from a', ['a']],
    ['select count(t) from s.a as t', ['a']],
    ['select x from a as t(x, y)', ['a']],
    ['select 1 where exists (from a)', ['a']],
    ['with c as (from a) from c', ['a', 'c']],
    ['with c as (from a), d as (from c) select x from d', []],
    ['with c as (from a), d as (from c) from d', ['a', 'c', 'd']],
    ['with c(x, y) as (from a) select x from c', ['a']],
    ['with c as (select distinct * from a) select x from c', ['a']],
    ['with c as (from a union all from b) select x from c', ['a', 'b']],
    ['select x from (from a)', []],
    ['select x from (select * exclude (y) from a)', []],
    ['from (from a)', ['a']],
    ['select x from (from a) as t(x)', ['a']],
    ['select count(*) from a', []],
    ['select x from a group by all', []],
  ])('finds the tables of which every column counts: %s', async (sql, expected) => {
    const { whole, isOpen } = await mentions(sql);
    expect([...whole].sort()).toEqual(expected);
    expect(isOpen).toBe(false);
  });

  it.each([
    'select x from a natural join b',
    'select #1 from a',
    'describe a',
    'summarize a',
    'select x from (pivot a on y in (1, 2) using sum(z))',
    'with c as (from a) select c from c',
  ])('knows where every column of anything may count: %s', async (sql) => {
    expect((await mentions(sql)).isOpen).toBe(true);
  });

  it('finds what a star leaves out or replaces', async () => {
    const { names } = await mentions('with c as (select * exclude (x) replace (y + 1 as z) from a) select w from c');
    expect([...names].sort()).toEqual(['w', 'x', 'y', 'z']);
  });
});

describe('narrowed', () => {
  const of = (body: string, ...wanted: string[]) => {
    const parts = viewPartsOf(body);
    return parts && narrowed(parts, { names: new Set(wanted), ends: new Set(wanted) }).replace(/\s+/g, ' ');
  };

  it.each([
    ['select a, b as c, d.e from t', ['c'], 'select b as c from t'],
    ['select a, b as c, d.e from t', ['e', 'a'], 'select a , d.e from t'],
    ['select a, f(b, c) as d from t', [], 'select a from t'],
    ['select a, c, c + 1 as d from t', ['d'], 'select c , c + 1 as d from t'],
    ['select a, b as x from t where x > 1', ['a'], 'select a , b as x from t where x > 1'],
    ['select a, unnest(b) as x from t', ['a'], 'select a , unnest(b) as x from t'],
    [
      'select "from" as "from", a is distinct from b as x, y from t',
      ['x'],
      'select "from" as "from" , a is distinct from b as x from t',
    ],
    ["select a, -- b, from\n ', from ' as x from t", ['x'], "select -- b, from ', from ' as x from t"],
    ['with c as (select a, b from t) select a, b from c', ['b'], 'with c as (select a, b from t) select b from c'],
  ])('leaves out what nobody wants: %s', (body, wanted, expected) => {
    expect(of(body, ...wanted)).toBe(expected);
  });

  it.each([
    'select distinct a, b from t',
    'select a, b from t union all select c, d from t',
    'select a, count(*) as b from t group by all',
    'create macro m(x) as table select a, b from t union select 1, 2',
    'from t',
  ])('leaves alone what each column counts in: %s', (body) => {
    expect(viewPartsOf(body)).toBeUndefined();
  });

  it('leaves out fields of a struct, if not all of it is wanted', () => {
    const body = `select a,
    struct_concat(
        struct_pack(
            x := f(1, 2),
            "y" := b
        ),
        json_transform(
            j,
            '{"z": "VARCHAR", "w": ["INTEGER"]}'
        )
    ) as details
from t`;
    const parts = viewPartsOf(body)!;
    const wanted = (...names: string[]) =>
      narrowed(parts, { names: new Set(['details', ...names]), ends: new Set(names) }).replace(/\s+/g, ' ');
    expect(wanted('y')).toBe('select struct_pack( "y" := b) as details from t');
    expect(wanted('w')).toBe(`select json_transform(j, '{"w":["INTEGER"]}') as details from t`);
    expect(wanted('x', 'z')).toBe(
      `select struct_concat(struct_pack( x := f(1, 2)), json_transform(j, '{"z":"VARCHAR"}')) as details from t`,
    );
    expect(of(body, 'details')).toContain('"w": ["INTEGER"]');
  });

  it('leaves out fields of a struct in it, too', () => {
    const body = `select
    struct_concat(
        struct_pack(
            x := a,
            pool := case when t = 1 then struct_concat(struct_pack(id := b), json_transform(json_extract(j, '$.pool'), '{"fee": "INTEGER", "kind": "VARCHAR"}')) end
        ),
        json_transform(
            j,
            '{"z": "VARCHAR"}'
        )
    ) as details
from t`;
    const wanted = (ends: string[], ...names: string[]) =>
      narrowed(viewPartsOf(body)!, { names: new Set(['details', 'pool', ...names]), ends: new Set(ends) }).replace(
        /\s+/g,
        ' ',
      );
    expect(wanted(['id'], 'id')).toContain('pool := case when t = 1 then struct_pack(id := b) end)');
    expect(wanted(['fee'], 'fee')).toContain(
      `then json_transform(json_extract(j, '$.pool'), '{"fee":"INTEGER"}') end)`,
    );
    expect(wanted(['pool'], 'id')).toContain('"kind": "VARCHAR"');
  });
});

describe('withoutUnreadJoin', () => {
  const marked =
    '\n-- One row each: left out if a query names none of its columns.\ninner join u as v\n    on v.id = t.id';

  it.each([
    [`select a from t${marked}`, 'select a from t'],
    [`select a, v.b from t${marked}`, `select a, v.b from t${marked}`],
    [
      'select a from t\ninner join u as v\n    on v.id = t.id',
      'select a from t\ninner join u as v\n    on v.id = t.id',
    ],
  ])('leaves out a join that is marked, and of which nothing is read: %s', (text, expected) => {
    expect(withoutUnreadJoin(text)).toBe(expected);
  });
});
