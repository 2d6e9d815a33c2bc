/** No relation and no check compares each row of one table with each of another. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/datastore/open.ts';
import { loadStore } from '../../src/ingest/load.ts';
import { selectRows } from '../../src/lake/duckdb.ts';
import { openLake, type Lake } from '../../src/lake/lake.ts';
import type { StandingSession } from '../../src/lake/sessions.ts';
import { listRelations, parametersOf } from '../../src/lake/sql-files.ts';
import { tables } from '../../src/tables/index.ts';
import { temporaryFolder } from './folder.ts';

let lake: Lake;
let session: StandingSession;

beforeAll(async () => {
  const dir = join(temporaryFolder(), 'lake');
  lake = await openLake(dir, { tables, write: true, network: 'Ledgerlake Sample Network ; 2026' });
  await loadStore(lake, await openStore([join(import.meta.dirname, '../../data/sample')]));
  session = await lake.session();
  await session.begin();
});
afterAll(async () => {
  await session.release();
  await lake.close();
});

/** Joins of what there are few of, whatever the lake: runs of ledgers, and what was passed over. */
const few = ['meta.gaps', 'meta.omissions'];

/** Returns the joins in the plan of a query that take time in proportion to the product of what they join. */
async function slowJoins(sql: string): Promise<string[]> {
  const rows = await selectRows(session.connection, `explain (format json) ${sql}`);
  return JSON.stringify(rows).match(/BLOCKWISE_NL_JOIN|NESTED_LOOP_JOIN/g) ?? [];
}

describe('joins', () => {
  it.each(
    listRelations()
      .filter((relation) => parametersOf(relation) === undefined)
      .map(({ schema, name }) => `${schema}.${name}`)
      .filter((name) => !few.includes(name)),
  )('go by equal values, or by order: %s', async (name) => {
    expect(await slowJoins(`select * from ${name}`)).toEqual([]);
  });

  it('are told when they go by neither', async () => {
    const sql =
      'select * from meta.ledgers as a left join meta.ledgers as b on a.sequence = b.sequence and a.checks != []';
    expect(await slowJoins(sql)).not.toEqual([]);
  });
});
