/** The views that SQL reads, as DuckDB describes them. */
import { openScratch } from '../lake/scratch.ts';
import { selectRows } from '../lake/duckdb.ts';
import { tables } from '../tables/index.ts';

/** A column of a view. */
export interface ViewColumn {
  name: string;
  type: string;
}

const COLUMNS = `
  select table_name, column_name, data_type from information_schema.columns
  where table_schema = 'main' order by table_name, ordinal_position`;

/** Returns the columns of each view of the schema `main`, by the view's name. */
export async function viewColumns(): Promise<Map<string, ViewColumn[]>> {
  const scratch = await openScratch({ tables });
  const { connection, release } = await scratch.session();
  try {
    const views = Map.groupBy(await selectRows(connection, COLUMNS), (row) => String(row['table_name']));
    const column = (row: Record<string, unknown>) => ({
      name: String(row['column_name']),
      type: String(row['data_type']),
    });
    return new Map([...views].map(([name, rows]) => [name, rows.map(column)]));
  } finally {
    await release();
    await scratch.close();
  }
}
