import { expect, it } from 'vitest';
import { openDatabase, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import type { Relation } from '../../../src/lake/meaning/relations.ts';
import { viewComments } from '../../../src/lake/meaning/view-comments.ts';

const relation = (name: string, kind: Relation['kind'] = 'view'): Relation => ({
  ...{ schema: 'silver', name, kind, grain: "One row per account's day.", key: ['id', 'day'] },
  columns: [
    { name: 'id', type: 'BIGINT', doc: 'Number.' },
    { name: 'day', type: 'BIGINT', unit: 'stroops', doc: 'What was paid.' },
  ],
});

it('keeps meanings and units of views in a database, and speaks of no macro and nothing that is left out', async () => {
  const relations = [relation('days'), relation('days_at', 'macro'), relation('gone')];
  const instance = await openDatabase();
  const connection = await instance.connect();
  await connection.run('create schema silver; create view silver.days as select 1 as id, 2 as day');
  for (const statement of viewComments(relations, [{ relation: 'silver.gone' }])) await connection.run(statement);
  const [view] = await selectRows(connection, "select comment from duckdb_views() where view_name = 'days'");
  expect(view).toEqual({ comment: "One row per account's day. Key: id, day." });
  const columns = await selectRows(connection, "select comment from duckdb_columns() where table_name = 'days'");
  expect(columns.map(({ comment }) => comment)).toEqual(['Number.', 'What was paid. Unit: stroops.']);
  connection.closeSync();
  instance.closeSync();
});
