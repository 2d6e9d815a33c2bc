/** The columns of the records of a query: types and casts. Loaded only if a definition has a query. */
import type { ColumnKind } from '../../../arrow/columns.ts';
import { duckdb, quoteName, type DuckDBType } from '../../../lake/duckdb/duckdb.ts';
import type { BoundColumn } from '../../component.ts';

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

/** Returns the record columns of a query. Nested values become JSON text, wide integers become digits. */
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
  return `select ${list.join(', ')} from (\n${text}\n) as requested(${columns.map(({ name }) => quoteName(name)).join(', ')})`;
}
