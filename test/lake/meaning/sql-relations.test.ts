import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';
import { layers, listRelations, readSqlBody } from '../../../src/lake/meaning/sql-files.ts';
import { SNAPSHOT, SqlRelations } from '../../../src/lake/meaning/sql-relations.ts';
import { namesIn, type RelationName } from '../../../src/lake/meaning/statement-names.ts';
import { temporaryFolder } from '../../folder.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await openDatabase()).connect();
});
afterAll(() => connection.closeSync());

const files = listRelations();
const id = ({ schema, name }: { schema?: string; name: string }) => `${schema}.${name}`;

/** The layers that the relations which a query names are of; what no file makes is below them all. */
function layersOf(names: readonly RelationName[]): number[] {
  return names.map((name) => layers.indexOf(files.find((file) => id(file) === id(name))?.layer ?? layers[0]));
}

describe('the SQL folder', () => {
  it('gives each relation a name of its own', () => {
    expect(new Set(files.map(id)).size).toBe(files.length);
  });

  it.each(files)('reads only layers below: $layer/$name', async ({ layer, file }) => {
    const body = readSqlBody(file);
    expect(body).toMatch(/^-- .+/);
    if (/^create /m.test(body)) return;
    const names = await namesIn(connection, body);
    if (typeof names === 'string') throw new Error(`its sources are unknown: ${names}`);
    const tables = body.matchAll(/^ *(?:with )?(\w+) as (?:(?:not )?materialized )?\($/gm);
    const own = new Set([...tables].map(([, name]) => name));
    const others = names.filter(({ schema, name }) => schema !== undefined || !own.has(name));
    const known = (name: RelationName) =>
      name.schema === SNAPSHOT || name.name.endsWith('_raw_v1') || files.some((file) => id(file) === id(name));
    expect(others.filter((name) => !known(name))).toEqual([]);
    expect(Math.max(...layersOf(others), 0)).toBeLessThanOrEqual(layers.indexOf(layer));
  });
});

describe('namesIn', () => {
  it.each([
    ['select * from accounts a join "o d".ops using (x)', [{ name: 'accounts' }, { schema: 'o d', name: 'ops' }]],
    ['explain analyze select (select max(x) from s.t)', [{ schema: 's', name: 't' }]],
    ['summarize accounts', [{ name: 'accounts' }]],
    ['with t as (from q) from t', [{ name: 'q' }, { name: 't' }]],
    ['from range(3), unnest([1])', []],
    ["from query_table('accounts')", [{ schema: undefined, name: 'query_table', isCalled: true }]],
    ['show tables', 'definitions'],
    ['from information_schema.tables', 'definitions'],
    ['from duckdb_views()', 'definitions'],
    ['pivot accounts on x using sum(y)', 'every'],
    ['select from', []],
  ])('finds what is read: %s', async (sql, expected) => {
    const found = await namesIn(connection, sql);
    const sorted = typeof found === 'string' ? found : found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(sorted).toEqual(expected);
  });
});

describe('SqlRelations', () => {
  it('names the circle of relations that read each other', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'gold'));
    writeFileSync(join(folder, 'gold/a.sql'), '-- A.\nfrom gold.b');
    writeFileSync(join(folder, 'gold/b.sql'), '-- B.\nfrom gold.a');
    const relations = new SqlRelations([], folder, { only: ['gold'] });
    await relations.prepare(connection);
    await expect(relations.needsOf(connection, [{ schema: 'gold', name: 'a' }])).rejects.toThrow(
      `${join(folder, 'gold/a.sql')}: it reads itself: gold.a reads gold.b reads gold.a`,
    );
  });
});
