/** Types of DuckDB in the words of other engines. */
import type { Expr, Type } from '../meaning/syntax.ts';
import { textConstant, Unsayable } from './tree.ts';

/** Returns a type's name; a type by its alias, as JSON, has that. */
export function typeName({ id, alias, type_info: info }: Type): string {
  if (id === 'UNBOUND') return (info?.name ?? '').toUpperCase();
  const named = info?.alias ?? alias ?? '';
  return named === '' ? id : named;
}

/** Whether it gives JSON: a cast to it, or a part of one. */
export function isJsonValue({ cast_type: type, function_name: name }: Expr): boolean {
  return name === 'json_extract' || (type !== undefined && typeName(type) === 'JSON');
}

const columns = { spark: 0, clickhouse: 1 } as const;

/** By DuckDB's names: the type in Spark and in ClickHouse. */
const scalars: Readonly<Record<string, readonly [string, string] | undefined>> = {
  VARCHAR: ['string', 'String'],
  JSON: ['string', 'String'],
  BOOLEAN: ['boolean', 'Bool'],
  INTEGER: ['int', 'Int32'],
  BIGINT: ['bigint', 'Int64'],
  UBIGINT: ['decimal(20, 0)', 'UInt64'],
  HUGEINT: ['decimal(38, 0)', 'Int128'],
  DOUBLE: ['double', 'Float64'],
  DATE: ['date', 'Date32'],
  TIMESTAMP: ['timestamp_ntz', "DateTime64(6, 'UTC')"],
  BLOB: ['binary', 'String'],
};

/** Returns the name of a scalar type in an engine. Throws an Unsayable of an unknown one. */
export function scalarType(type: Type, engine: keyof typeof columns): string {
  const name = typeName(type);
  const { width = 18, scale = 3 } = type.type_info ?? {};
  if (name === 'DECIMAL') return `${engine === 'spark' ? 'decimal' : 'Decimal'}(${width}, ${scale})`;
  const found = scalars[name]?.[columns[engine]];
  if (found === undefined) throw new Unsayable(`it has the type ${name}`);
  return found;
}

/** Returns the type that a constant shape of `json_transform` means. Throws an Unsayable. */
export function shapeOf(shape: Expr | undefined): Type {
  const text = textConstant(shape);
  if (text === undefined) throw new Unsayable('it reads JSON of a shape that is no constant');
  return shapeType(JSON.parse(text));
}

function shapeType(shape: unknown): Type {
  if (Array.isArray(shape)) return { id: 'LIST', type_info: { child_type: shapeType(shape[0]) } };
  if (typeof shape === 'object' && shape !== null) {
    const fields = Object.entries(shape).map(([first, second]) => ({ first, second: shapeType(second) }));
    return { id: 'STRUCT', type_info: { child_types: fields } };
  }
  const [, width, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(String(shape)) ?? [];
  if (width === undefined) return { id: String(shape) };
  return { id: 'DECIMAL', type_info: { width: Number(width), scale: Number(scale) } };
}
