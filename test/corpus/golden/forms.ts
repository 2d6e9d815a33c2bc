/** Values that the reference writes in another form than tables have. */
import type { Row } from './rows.ts';

/** Columns that have another form in BigQuery than in the output of stellar-etl, and the golden value in that form. */
const converted: Record<string, (value: string | null) => string | null> = {
  // Unix seconds in the extractor, a timestamp in BigQuery and here; 0 stands for none.
  sequence_time: (value) => (value === '0' ? null : new Date(Number(value) * 1000).toISOString().replace('.000', '')),
};

/** Changes the values of a row of the reference to the form that tables have. */
export function convert(row: Row): Row {
  for (const [column, form] of Object.entries(converted)) if (row.has(column)) row.set(column, form(row.get(column)!));
  return row;
}
