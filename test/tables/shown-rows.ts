/** Rows as a view shows them, whose details are put together from columns and JSON. */
import type { RecordBatch } from 'apache-arrow';
import { afterAll, beforeAll } from 'vitest';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch, type ScratchDatabase } from '../../src/lake/asking/query/scratch.ts';
import { tables } from '../../src/tables/index.ts';

/** One row of the view, with its details as text. */
export interface ShownRow extends Record<string, unknown> {
  type: number;
  type_string: string;
  details_json: string;
}

/** Returns, for the tests of the file, what shows the rows of a batch of the table in their order. */
export function useShownRows<R extends ShownRow>(table: string): (batch: RecordBatch) => Promise<R[]> {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await openScratch({ tables, layers: ['bronze'] });
  });
  afterAll(() => scratch.close());
  return async (batch) => {
    await scratch.append(table, batch);
    const { connection, release } = await scratch.session();
    const rows = await selectRows(
      connection,
      `select * exclude (details_json, details), cast(details_json as varchar) as details_json from ${table}`,
    );
    await release();
    await scratch.clear();
    return rows as R[];
  };
}
