/** Record tables as a DuckDB file holds them: with the columns that it fills itself, in the order in which it has them. */
import { makeData, RecordBatch, Struct } from 'apache-arrow';
import { arrowSchema, column } from '../../../arrow/table.ts';
import { columnTypes } from '../../../arrow/columns.ts';
import type { RecordTable } from '../../sink.ts';
import { sqlTypeOf } from '../files/copies.ts';

/** Returns the table with the columns that say when a row was written, behind all others. */
export function stored(table: RecordTable): RecordTable {
  const { stamps = [], zoned = [] } = table;
  const times = stamps.map((name) => [name, column('timestamp', 'When the row was written.', 'UTC')]);
  return {
    ...table,
    zoned: [...zoned, ...stamps],
    columns: { ...table.columns, ...(Object.fromEntries(times) as RecordTable['columns']) },
  };
}

/** What DuckDB calls a time with a time zone. */
export const ZONED = 'TIMESTAMP WITH TIME ZONE';

/** Returns the type that a column has in a file. */
export function storedType(table: RecordTable, name: string): string {
  return table.zoned?.includes(name) ? ZONED : sqlTypeOf(table, name);
}

/** Returns the rows in the column order of the stored table, with the current time in columns that note the write. */
export function storedRows(table: RecordTable, rows: RecordBatch): RecordBatch {
  const { fields } = rows.schema;
  const { length, children } = rows.data;
  const names = Object.keys(table.columns);
  if (names.length === fields.length && fields.every(({ name }, i) => name === names[i])) return rows;
  const now = new BigInt64Array(table.stamps ? length : 0).fill(BigInt(Date.now()) * 1000n);
  const times = makeData({ type: columnTypes.timestamp, length, nullCount: 0, data: now });
  const schema = arrowSchema(table);
  const columns = names.map((name) => {
    const at = fields.findIndex((field) => field.name === name);
    return at < 0 ? times : children[at];
  });
  const type = new Struct(schema.fields);
  return new RecordBatch(schema, makeData({ type, length, nullCount: 0, children: columns }));
}
