/** Queries only read: nothing that SQL can say writes a file, changes a setting or runs SQL that was not looked at. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, selectRows, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';
import { openLake, type Lake } from '../../../src/lake/asking/lake.ts';
import { tellingFunctions, tellingRelations } from '../../../src/lake/asking/query/places.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { refusedFunctions } from '../../../src/lake/meaning/reading.ts';
import { formats, queryText, writeQuery } from '../../../src/lake/asking/query/write.ts';
import { temporaryFolder } from '../../folder.ts';
import { sink } from '../sink.ts';
import { load, network, tables } from '../tables.ts';

const dir = temporaryFolder();
let lake: Lake;
let plain: DuckDBConnection;

beforeAll(async () => {
  const writer = await openLake(dir, { tables, write: true, network, sql: 'none' });
  await load(writer, [100, 200]);
  await writer.close();
  lake = await openLake(dir, { tables, sql: 'none' });
  plain = await (await openDatabase()).connect();
});

afterAll(async () => {
  plain.closeSync();
  await lake.close();
});

async function functionNames(where: string): Promise<string[]> {
  const sql = `select distinct function_name as name from duckdb_functions() where ${where} order by all`;
  return (await selectRows(plain, sql)).map(({ name }) => String(name));
}

describe('refusedFunctions', () => {
  it('was judged against all functions of this version of DuckDB', async () => {
    const rows = await selectRows(
      plain,
      `select distinct function_type as type, function_name as name from duckdb_functions()
       where regexp_matches(function_name, '^[a-zA-Z]') and not starts_with(function_name, 'icu_collate_') order by all`,
    );
    const found = rows.map(({ type, name }) => `${String(type)} ${String(name)}\n`).join('');
    const path = join(import.meta.dirname, 'duckdb-functions.txt');
    if (process.env['UPDATE']) writeFileSync(path, found);
    expect(found).toBe(readFileSync(path, 'utf8'));
  });

  it('names functions that are there', async () => {
    expect(await functionNames("function_type in ('table', 'scalar')")).toEqual(
      expect.arrayContaining(Object.keys(refusedFunctions)),
    );
  });

  it('is not got round by a macro of DuckDB', async () => {
    const rows = await selectRows(
      plain,
      `select function_name as name, macro_definition as body from duckdb_functions() where macro_definition is not null`,
    );
    expect(rows.length).toBeGreaterThan(50);
    const called = rows.filter(({ body }) => {
      return Object.keys(refusedFunctions).some((name) => new RegExp(`\\b${name}\\s*\\(`, 'i').test(String(body)));
    });
    expect(called).toEqual([]);
  });

  it('need not hold what only PRAGMA and CALL reach', async () => {
    const pragmas = await functionNames(
      `function_type = 'pragma' and function_name not in
         (select function_name from duckdb_functions() where function_type in ('table', 'table_macro'))`,
    );
    expect(pragmas).toContain('copy_database');
    for (const name of pragmas) {
      await expect(query(lake, `from "${name}"()`)).rejects.toThrow(/^Catalog Error: Table Function with name/);
    }
  });

  it.each(Object.entries(refusedFunctions))('refuses %s, which %s', async (name, reason) => {
    const message = `the function ${name} is refused: it ${reason}, and queries are read-only`;
    const calls = [
      `from ${name}('x')`,
      `from system.main."${name}"()`,
      `select ${name}('x')`,
      `select ('x').${name}()`,
      `select list_transform([1], lambda x: ${name}(x))`,
      `select 1 where exists (from ${name}(a := 1))`,
      `with recursive a as (select 1 union all select ${name}(1) from a) from a`,
      `from range(3) order by ${name}(1)`,
      `select sum(${name}(1)) over (order by ${name}(2))`,
      `describe select ${name}('x')`,
      `explain analyze from ${name}('x')`,
      `pivot (from ${name}('x')) on a in (1) using sum(a)`,
      `select * replace (${name}(a) as a) from (select 1 as a)`,
    ];
    for (const sql of calls) await expect(query(lake, sql), sql).rejects.toThrow(message);
    await expect(query(lake, `from ${name.toUpperCase()}('x')`)).rejects.toThrow(/is refused: it/);
  });
});

describe('a query that hides places', () => {
  const hidden = (sql: string) => query(lake, sql, { hidesPlaces: true });

  it.each([...tellingFunctions])('may not call %s', async (name) => {
    const message = `${name} is refused: it may reveal paths of the server`;
    const calls = [
      `from ${name}('x')`,
      `from system.main."${name}"()`,
      `select (${name}('x'))[1] from bronze.payments_raw_v1`,
      `summarize select ${name}('x')`,
      `explain select 1 where exists (from ${name}())`,
    ];
    for (const sql of calls) await expect(hidden(sql), sql).rejects.toThrow(message);
    await expect(hidden(`from ${name.toUpperCase()}('x')`)).rejects.toThrow(/is refused: it may reveal/);
  });

  it.each([
    ['show variables', 'variables'],
    ['from (describe variables)', 'variables'],
    ['from pg_settings', 'pg_settings'],
    ['with a as (from pg_catalog."PG_Settings") from a', 'PG_Settings'],
    ['explain analyze from bronze.payments_raw_v1', 'EXPLAIN ANALYZE'],
    ['-- a\nexplain (format json, analyse) from bronze.payments_raw_v1', 'EXPLAIN ANALYZE'],
  ])('may not ask: %s', async (sql, name) => {
    await expect(hidden(sql)).rejects.toThrow(`${name} is refused: it may reveal paths of the server`);
  });

  it('reads relations, which are made with variables', async () => {
    const [row] = (await hidden('select count(*) as n from bronze.payments_raw_v1')).toArray();
    expect(Number(row?.['n'])).toBeGreaterThan(0);
    const plan = (await hidden('explain from bronze.payments_raw_v1')).toArray();
    expect(String(plan[0]?.['explain_value'])).toContain('PARQUET');
  });

  it('finds no path in whatever else there is to ask for', async () => {
    const names = (await functionNames(`function_type = 'table' and starts_with(function_name, 'duckdb_')`)).filter(
      (name) => !tellingFunctions.has(name),
    );
    const views = await selectRows(
      plain,
      `select schema_name || '.' || view_name as name from duckdb_views() where internal`,
    );
    const relations = [...names.map((name) => `${name}()`), ...views.map(({ name }) => String(name))];
    expect(relations.length).toBeGreaterThan(30);
    await hidden('from bronze.payments_raw_v1');
    for (const relation of relations.filter((name) => !tellingRelations.has(name.replace(/^.*\./, '')))) {
      const told = await hidden(`from ${relation}`).then((table) => JSON.stringify(table.toArray()), String);
      expect([relation, [dir, tmpdir(), homedir()].filter((place) => told.includes(place))]).toEqual([relation, []]);
    }
  });
});

describe('a query', () => {
  const files = () => {
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'base64'),
    ]);
  };
  const target = () => join(dir, 'bronze/payments/ledger_range=0/100-200.parquet');

  it.each([
    "copy (select 1) to 'TARGET'",
    "explain analyze copy (select 1) to 'TARGET'",
    "explain analyze copy (select 1) to 'LAKE/lake.json' (format csv)",
    "explain (analyze) copy (select 1) to 'TARGET'",
    "explain (format json, analyze true) copy (select 1) to 'TARGET'",
    "explain\nanalyse\n-- select\ncopy (select 1) to 'TARGET'",
    "explain analyze /* /* */ select 1 -- */ copy (select 1) to 'TARGET'",
    "explain /* /* */ analyze select 1 -- */ analyze copy (select 1) to 'TARGET'",
    "-- a\n/* explain */ explain analyze copy (select 1) to 'TARGET'",
    "explain analyze with a as (select 1) copy (from a) to 'TARGET'",
    "explain analyze export database 'LAKE/bronze/new'",
    "explain analyze attach 'LAKE/bronze/new.duckdb' as new",
    'explain analyze create table memory.main.x as select 1',
    "explain analyze prepare x as copy (select 1) to 'TARGET'",
    "select E'\\' ; ') to 'TARGET' --'",
    "select $a$;$a$) as q(c0)) to 'TARGET' (format csv) --",
    "select 1) as q(c0)) to 'TARGET' (format csv) --",
    "from (copy (select 1) to 'TARGET')",
    "with a as (copy (select 1) to 'TARGET') from a",
    "call enable_logging(storage = 'file', storage_config = {'path': 'LAKE/bronze'})",
    "from enable_logging(storage = 'file', storage_config = {'path': 'LAKE/bronze'})",
    'pragma enable_profiling',
    "pragma copy_database('memory', 'x')",
    "from query('select 1')",
  ])('leaves the lake as it was: %s', async (words) => {
    const sql = words.replaceAll('TARGET', target()).replaceAll('LAKE', dir);
    const before = files();
    await expect(query(lake, sql)).rejects.toMatchObject({ name: 'QueryError' });
    await expect(queryText(lake, sql, { limit: 10 })).rejects.toMatchObject({ name: 'QueryError' });
    for (const format of formats) {
      await expect(writeQuery(lake, sql, { format, output: sink() })).rejects.toMatchObject({ name: 'QueryError' });
    }
    expect(files()).toEqual(before);
  });

  it.each([
    'explain from payments',
    'EXPLAIN ANALYZE select count(*) from payments',
    'explain (format json) from payments;',
    'explain (analyze, format json) (select 1)',
    '/* a /* b */ */ explain analyze -- c\n select 1',
    'describe payments',
    'describe select 1',
    'summarize payments',
    'show databases',
    'pivot payments on account in (1, 2) using count(*)',
    'unpivot (select 1 as a, 2 as b) on a, b',
    'values (1)',
    '(select 1)',
    'select \'write_log(1)\', "checkpoint" from (select 1 as "checkpoint")',
    ';; select 1 ;; -- end;',
  ])('may be %s', async (sql) => {
    const table = await query(lake, sql.replaceAll('payments', 'bronze.payments_raw_v1'));
    expect(table.numRows).toBeGreaterThan(0);
  });

  it('calls no function that is not there', async () => {
    await expect(query(lake, 'select constructor(1)')).rejects.toThrow(/^Catalog Error: Scalar Function with name/);
  });

  it('may have parameters under EXPLAIN', async () => {
    const table = await query(lake, 'explain analyze select $n::integer', { parameters: { n: 1 } });
    expect(table.numRows).toBe(1);
  });

  it('reads Parquet files of the lake, and not what describes it', async () => {
    expect((await query(lake, `from read_parquet('${target()}')`)).numRows).toBeGreaterThan(0);
    for (const name of ['lake.json', 'segments/100-200.json']) {
      await expect(query(lake, `from read_text('${join(dir, name)}')`)).rejects.toThrow(/^Permission Error/);
    }
  });
});
