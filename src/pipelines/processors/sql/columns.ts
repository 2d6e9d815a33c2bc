/** What a query gives as a table of records, and how values are written to it. */
import { column, nullable, type ColumnSpecs } from '../../../arrow/table.ts';
import type { ColumnKind, ColumnOf } from '../../../arrow/columns.ts';
import type { duckdb, DuckDBValue } from '../../../lake/duckdb.ts';
import type { BoundColumn } from '../../component.ts';
import type { RecordTable } from '../../sink.ts';

/** The column that every row has: the ledger of which it was asked. */
export const LEDGER = 'ledger_sequence';

/** Returns the table of the rows that a query gives, each with its ledger. */
export function queryRecords(name: string, columns: readonly BoundColumn[]): RecordTable {
  const own = columns.filter((each) => each.name !== LEDGER);
  const specs: ColumnSpecs = { [LEDGER]: column('int32', 'The ledger of which the query was asked.') };
  for (const { name, kind } of own) specs[name] = nullable(kind, 'As the query gives it.');
  return {
    name,
    grain: 'One row per row that the query gives of a ledger; rows of a ledger are replaced together.',
    key: [LEDGER],
    ledger: LEDGER,
    json: own.filter(({ json }) => json).map(({ name }) => name),
    decimals: Object.fromEntries(own.flatMap(({ name, decimal }) => (decimal ? [[name, decimal]] : []))),
    columns: specs,
  };
}

/** Writes a value of DuckDB to a column of the kind to which it was cast. */
export function pushValue(kind: ColumnKind, column: ColumnOf[ColumnKind], value: DuckDBValue): void {
  if (value === null) column.pushNull();
  else (writers[kind] as (column: ColumnOf[ColumnKind], value: DuckDBValue) => void)(column, value);
}

const writers: { [K in ColumnKind]: (column: ColumnOf[K], value: DuckDBValue) => void } = {
  int32: (column, value) => column.push(Number(value)),
  int64: (column, value) => column.pushBigInt(value as bigint),
  float64: (column, value) => column.push(Number(value)),
  bool: (column, value) => column.push(value === true),
  timestamp: (column, value) => column.pushBigInt((value as duckdb.DuckDBTimestampValue).micros),
  utf8: (column, value) => column.push(String(value)),
  binary(column, value) {
    const { bytes } = value as duckdb.DuckDBBlobValue;
    column.bytes(bytes, 0, bytes.length);
  },
};
