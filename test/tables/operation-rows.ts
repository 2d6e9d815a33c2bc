/** Operations as the view shows them, whose details are put together from columns and JSON. */
import type { RecordBatch } from 'apache-arrow';
import { afterAll, beforeAll } from 'vitest';
import { selectRows } from '../../src/lake/duckdb.ts';
import { openScratch, type Scratch } from '../../src/lake/scratch.ts';
import { tables } from '../../src/tables/index.ts';

/** One row of `history_operations`, with its details as text. */
export interface OperationRow {
  type_string: string;
  details_json: string;
  source_account: string;
  source_account_muxed: string | null;
  operation_result_code: string;
  operation_trace_code: string;
}

/** Returns, for the tests of the file, what shows the rows of a batch in their order. */
export function useOperationRows(): (batch: RecordBatch) => Promise<OperationRow[]> {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await openScratch({ tables });
  });
  afterAll(() => scratch.close());
  return async (batch) => {
    await scratch.append('history_operations', batch);
    const { connection, release } = await scratch.session();
    const rows = await selectRows(
      connection,
      `select * exclude (details_json, details), cast(details_json as varchar) as details_json
       from history_operations order by id`,
    );
    await release();
    await scratch.clear();
    return rows as unknown as OperationRow[];
  };
}
