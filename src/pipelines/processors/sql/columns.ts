/** The result of a query as a table of records. */
import { column, nullable, type ColumnSpecs } from '../../../arrow/table.ts';
import type { ColumnKind, ColumnOf } from '../../../arrow/columns.ts';
import type { duckdb, DuckDBValue } from '../../../lake/duckdb/duckdb.ts';
import type { BoundColumn } from '../../component.ts';
import type { RecordTable } from '../../sink.ts';

/** The column with the ledger that the query ran on; every row has it. */
export const LEDGER = 'ledger_sequence';

/** Returns the table of the rows that a query gives, each with its ledger. */
export function queryRecords(name: string, columns: readonly BoundColumn[]): RecordTable {
  const own = columns.filter((each) => each.name !== LEDGER);
  const specs: ColumnSpecs = { [LEDGER]: column('int32', 'The ledger that the query ran on.') };
  for (const { name, kind } of own) specs[name] = nullable(kind, 'Value from the query.');
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

/** A value of a query as plain data: a timestamp is its microseconds. */
export type SqlPlainValue = string | number | bigint | boolean | Uint8Array | null;

/** Returns a value of DuckDB, of a column that was cast to the kind, as plain data. */
export function sqlValueOf(kind: ColumnKind, value: DuckDBValue): SqlPlainValue {
  if (value === null) return null;
  if (kind === 'timestamp') return (value as duckdb.DuckDBTimestampValue).micros;
  return kind === 'binary' ? (value as duckdb.DuckDBBlobValue).bytes : (value as string | number | bigint | boolean);
}

/** Writes a plain value to a column of the kind. */
export function pushValue(kind: ColumnKind, column: ColumnOf[ColumnKind], value: SqlPlainValue): void {
  if (value === null) column.pushNull();
  else (writers[kind] as (column: ColumnOf[ColumnKind], value: SqlPlainValue) => void)(column, value);
}

const writers: { [K in ColumnKind]: (column: ColumnOf[K], value: SqlPlainValue) => void } = {
  int32: (column, value) => column.push(Number(value)),
  int64: (column, value) => column.pushBigInt(value as bigint),
  float64: (column, value) => column.push(Number(value)),
  bool: (column, value) => column.push(value === true),
  timestamp: (column, value) => column.pushBigInt(value as bigint),
  utf8: (column, value) => column.push(String(value)),
  binary(column, value) {
    const bytes = value as Uint8Array;
    column.bytes(bytes, 0, bytes.length);
  },
};
