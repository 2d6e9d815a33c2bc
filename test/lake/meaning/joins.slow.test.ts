/** No relation and no check compares each row of one table with each of another. */
import { describe, expect, it } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { listRelations, parametersOf } from '../../../src/lake/meaning/sql-files.ts';
import { useSampleLake } from '../sample-lake.ts';

const sample = useSampleLake();

/** Joins of what there are few of, whatever the lake: runs of ledgers, and what was passed over. */
const few = ['meta.gaps', 'meta.omissions'];

/** Returns the joins in the plan of a query that take time in proportion to the product of what they join. */
async function slowJoins(sql: string): Promise<string[]> {
  const rows = await selectRows(sample.session.connection, `explain (format json) ${sql}`);
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
