/** Views with some of their columns have the same rows as whole ones. */
import { describe, expect, it } from 'vitest';
import { selectRows, type DuckDBConnection } from '../../../src/lake/duckdb/duckdb.ts';
import { query } from '../../../src/lake/asking/query/query.ts';
import { listRelations, parametersOf } from '../../../src/lake/meaning/sql-files.ts';
import { useSampleLake } from '../sample-lake.ts';

const sample = useSampleLake();

const PARTS = 4;

/** Returns queries of every column, some at a time, and of every field of a struct of details. */
async function queriesOf(connection: DuckDBConnection, id: string): Promise<string[]> {
  const rows = await selectRows(connection, `describe ${id}`);
  const columns = rows.map((row) => ({ name: `"${String(row['column_name'])}"`, type: String(row['column_type']) }));
  const details = columns.find(({ name, type }) => name === '"details"' && type.startsWith('STRUCT'));
  const members = details ? await selectRows(connection, `describe select unnest(details) from ${id}`) : [];
  const fields = members.map((row) => `details."${String(row['column_name'])}"`);
  const hashed = (some: readonly string[]) =>
    `select ${some.map((one) => `sum(hash(${one})::hugeint)::varchar`).join(', ')} from ${id} as t`;
  const parts = [columns.map(({ name }) => name), fields].flatMap((all) =>
    Array.from({ length: PARTS }, (_, part) => all.filter((_, i) => i % PARTS === part)),
  );
  return [`select count(*) from ${id} as t`, ...parts.filter((part) => part.length > 0).map(hashed)];
}

describe('a query of some columns', () => {
  it.each(listRelations().filter((relation) => parametersOf(relation) === undefined))(
    'finds what whole relations have: $schema.$name',
    async ({ schema, name }) => {
      for (const sql of await queriesOf(sample.session.connection, `${schema}.${name}`)) {
        const [whole] = (await sample.session.connection.runAndReadAll(sql)).getRows();
        const [narrow] = (await query(sample.lake, sql)).toArray().map((row) => Object.values(row as object));
        expect(narrow.map(String), sql).toEqual(whole.map(String));
      }
    },
  );

  it('is told of the columns of whole relations when it names none of them', async () => {
    const sql = 'select id, soroban_functoin from history_operations';
    const message = await sample.session.connection.run(sql).catch((error: unknown) => String(error));
    expect(message).toContain('"soroban_function"');
    await expect(query(sample.lake, sql)).rejects.toThrow('"soroban_function"');
  });

  it('leaves the columns for the next', async () => {
    await query(sample.lake, 'select id from bronze.history_operations limit 1');
    const { schema } = await query(sample.lake, 'from bronze.history_operations limit 1');
    expect(schema.fields.map(({ name }) => name)).toContain('soroban_function');
    const names = `select column_name from information_schema.columns where table_name = 'history_operations'`;
    expect((await query(sample.lake, names)).numRows).toBeGreaterThanOrEqual(schema.fields.length);
  });
});
