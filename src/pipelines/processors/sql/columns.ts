/** What a query gives as columns of records: how each is cast, and written. */
import { column, nullable, type ColumnSpecs } from '../../../arrow/table.ts';
import type { ColumnKind, ColumnOf } from '../../../arrow/columns.ts';
import { duckdb, quoteName, type DuckDBType, type DuckDBValue } from '../../../lake/duckdb.ts';
import type { BoundColumn } from '../../component.ts';
import type { RecordTable } from '../../sink.ts';

/** The column that every row has: the ledger of which it was asked. */
export const LEDGER = 'ledger_sequence';

const { DuckDBTypeId: Id } = duckdb;

const kinds = new Map<duckdb.DuckDBTypeId, ColumnKind>([
  ...[Id.TINYINT, Id.SMALLINT, Id.INTEGER, Id.UTINYINT, Id.USMALLINT].map((id) => [id, 'int32'] as const),
  ...[Id.UINTEGER, Id.BIGINT].map((id) => [id, 'int64'] as const),
  ...[Id.FLOAT, Id.DOUBLE].map((id) => [id, 'float64'] as const),
  ...[Id.TIMESTAMP, Id.TIMESTAMP_S, Id.TIMESTAMP_MS, Id.TIMESTAMP_NS, Id.TIMESTAMP_TZ].map(
    (id) => [id, 'timestamp'] as const,
  ),
  [Id.BOOLEAN, 'bool'],
  [Id.BLOB, 'binary'],
]);

const casts: Record<ColumnKind, string> = {
  int32: 'integer',
  int64: 'bigint',
  float64: 'double',
  bool: 'boolean',
  timestamp: 'timestamp',
  utf8: 'varchar',
  binary: 'blob',
};

const nested = new Set([Id.LIST, Id.STRUCT, Id.MAP, Id.ARRAY, Id.UNION]);
const wide = new Set([Id.HUGEINT, Id.UBIGINT, Id.UHUGEINT]);

/** Returns what becomes of the columns of a query; those that records have no kind for are texts: JSON of what is nested, digits of what is wide. */
export function boundColumns(names: readonly string[], types: readonly DuckDBType[]): BoundColumn[] {
  return names.map((name, i) => boundColumn(name, types[i]));
}

function boundColumn(name: string, type: DuckDBType): BoundColumn {
  if (nested.has(type.typeId)) return { name, kind: 'utf8', json: true };
  if (type.alias === 'JSON') return { name, kind: 'utf8', json: true };
  if (wide.has(type.typeId)) return { name, kind: 'utf8', decimal: 'numeric(38,0)' };
  if (type instanceof duckdb.DuckDBDecimalType)
    return { name, kind: 'utf8', decimal: `numeric(${type.width},${type.scale})` };
  return { name, kind: kinds.get(type.typeId) ?? 'utf8' };
}

/** Returns the query with its columns cast, in its order of rows. */
export function castQuery(text: string, columns: readonly BoundColumn[]): string {
  const list = columns.map(({ name, kind, json }) => {
    const value = json ? `to_json(${quoteName(name)})` : quoteName(name);
    return `${value}::${casts[kind]} as ${quoteName(name)}`;
  });
  return `select ${list.join(', ')} from (\n${text}\n) as asked(${columns.map(({ name }) => quoteName(name)).join(', ')})`;
}

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
