/** When a row was written first, as tables of hosted consumers tell. */
import { makeData, RecordBatch, Struct } from 'apache-arrow';
import { arrowSchema, column } from '../../../arrow/table.ts';
import { columnTypes } from '../../../arrow/columns.ts';
import type { RecordTable } from '../../sink.ts';

/** The column, the last one. */
export const CREATED_AT = 'created_at';

/** Returns the table with the column. */
export function withCreatedAt(table: RecordTable): RecordTable {
  return {
    ...table,
    columns: { ...table.columns, [CREATED_AT]: column('timestamp', 'When the row was written.', 'UTC') },
  };
}

/** Returns the rows of a table that has the column, with the time of now in it. */
export function stamped(table: RecordTable, { data: { length, children } }: RecordBatch): RecordBatch {
  const schema = arrowSchema(table);
  const data = new BigInt64Array(length).fill(BigInt(Date.now()) * 1000n);
  const times = makeData({ type: columnTypes.timestamp, length, nullCount: 0, data });
  const type = new Struct(schema.fields);
  return new RecordBatch(schema, makeData({ type, length, nullCount: 0, children: [...children, times] }));
}
