/** What the types and the JSON of a tree are, whatever the engine. */
import { held, textConstant, Unsayable, type Expr, type Type } from './tree.ts';

/** Returns a type's name; a type by its alias, as JSON, has that. */
export function typeName({ id, alias, type_info: info }: Type): string {
  if (id === 'UNBOUND') return (info?.name ?? '').toUpperCase();
  const named = info?.alias ?? alias ?? '';
  return named === '' ? id : named;
}

/** Returns the name of a scalar type, by DuckDB's names. Throws an Unsayable of an unknown one. */
export function scalarType(
  type: Type,
  names: Readonly<Record<string, string | undefined>>,
  decimal = 'decimal',
): string {
  const name = typeName(type);
  if (name === 'DECIMAL') return `${decimal}(${type.type_info?.width ?? 18}, ${type.type_info?.scale ?? 3})`;
  const found = names[name];
  if (found === undefined) throw new Unsayable(`it has the type ${name}`);
  return found;
}

/** Whether it is a list of JSON. */
export function isJsonList({ type_info: info }: Type): boolean {
  return info?.child_type !== undefined && typeName(info.child_type) === 'JSON';
}

/** Whether it gives JSON: a cast to it, or a part of one. */
export function isJsonValue({ class: kind, cast_type: type, function_name: name = '' }: Expr): boolean {
  if (kind === 'CAST') return type !== undefined && typeName(type) === 'JSON';
  return name === 'json_extract' || name === 'map_value';
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

/** Returns the type that a constant shape of `json_transform` means. Throws an Unsayable. */
export function shapeOf(shape: Expr): Type {
  return shapeType(JSON.parse(held(textConstant(shape), 'constant')));
}

/** Whether it is a word of a split text, which lambdas name so. */
export function isWord({ column_names: names = [] }: Expr): boolean {
  return names.length === 1 && names[0] === 'word';
}
