/** The struct `details` of a view, made from the declarations of its fields. */
import type { FieldsByType, FieldSpec, TableSpec } from '../../src/arrow/table.ts';
import { fieldName } from '../../src/xdr/names.ts';

const reserved = new Set(['from', 'to', 'into', 'limit', 'function']);
const quote = (name: string) => (reserved.has(name) ? `"${name}"` : name);

/** A field of some types of rows. */
interface Use {
  type: number;
  path: string;
  spec: FieldSpec;
}

/** Returns the SQL of the column `details`; `codes` has the number of each type. */
export function detailsStruct({ details, columns }: TableSpec, codes: Record<string, number>): string {
  const uses = usesOf(details!, codes);
  const byName = Map.groupBy(uses, ({ path }) => /^\w+/.exec(path)![0]);
  const ofJson = [...byName].filter(([, of]) => isInJson(of));
  const ofColumns = [...byName].filter(([, of]) => !isInJson(of));
  const filled = (sql: string) => typesThatFill(sql, uses, columns, codes);
  const members = ofColumns.map(([name, of]) => `            ${quote(name)} := ${memberOf(name, of, filled)}`);
  const schema = ofJson.map(([name, of]) => `            "${name}": ${schemaOf(name, of)}`);
  return [
    '    struct_concat(',
    '        struct_pack(',
    members.join(',\n'),
    '        ),',
    '        json_transform(',
    '            other_details_json,',
    "            '{",
    schema.join(',\n'),
    "            }'",
    '        )',
    '    ) as details,',
  ].join('\n');
}

function usesOf(details: FieldsByType, codes: Record<string, number>): Use[] {
  const codeOf = new Map(Object.entries(codes).map(([name, code]) => [fieldName(name), code]));
  return Object.entries(details).flatMap(([type, fields]) =>
    Object.entries(fields).map(([path, spec]) => ({ type: codeOf.get(type)!, path, spec })),
  );
}

/** Whether nothing of the field is in columns. */
function isInJson(uses: readonly Use[]): boolean {
  return uses.every(({ spec }) => !spec.from);
}

/** The types of rows in which a column that the SQL names has a value. */
function typesThatFill(
  sql: string,
  uses: readonly Use[],
  columns: TableSpec['columns'],
  codes: Record<string, number>,
): number[] {
  const named = sql.match(/\b[a-z_0-9]+\b/g)!;
  if (named.some((name) => columns[name]?.nullable === false)) return Object.values(codes);
  // The columns of an asset are filled together; where its type is, its text is, too, and in trades where that is the others are.
  const others = named.map((name) =>
    name.replace(/asset_(id|key)$/, 'asset_type').replace(/^(bought|sold)_asset_(type|code|issuer)$/, '$1_asset_key'),
  );
  const shared = new Set([...named, ...others]);
  const isShared = ({ spec }: Use) =>
    spec.from?.match(/\b[a-z_0-9]+\b/g)!.some((name) => shared.has(name) && name in columns);
  return [...new Set(uses.filter(isShared).map(({ type }) => type))];
}

type Filled = (sql: string) => number[];

/** Several ways to make a field, each for the types that have it; alone where no other type fills its columns. */
function memberOf(name: string, uses: readonly Use[], filled: Filled): string {
  const ways = [...Map.groupBy(uses, ({ type }) => type)].map(([type, parts]) => ({ type, sql: sqlOf(name, parts) }));
  const bySql = [...Map.groupBy(ways, ({ sql }) => sql)].map(([sql, of]) => ({
    sql,
    types: of.map(({ type }) => type),
  }));
  const [only] = bySql;
  const isPlain = !uses.some(({ path }) => path !== name);
  if (bySql.length === 1 && isPlain && filled(only.sql).every((type) => only.types.includes(type))) return only.sql;
  // A column that nothing else fills needs no condition behind those of others.
  const isOwn = ({ sql, types }: (typeof bySql)[number]) => filled(sql).every((type) => types.includes(type));
  const last = isPlain ? bySql.findLast(isOwn) : undefined;
  const whens = bySql
    .filter((way) => way !== last)
    .map(({ sql, types }) => `when ${condition(types, isPlain ? filled(sql) : [])} then ${sql}`);
  return `case ${whens.join(' ')}${last ? ` else ${last.sql}` : ''} end`;
}

/** The shorter of what the types are and what they are not. */
function condition(types: readonly number[], filled: readonly number[]): string {
  const others = filled.filter((type) => !types.includes(type));
  // What has no value in most rows is made of those that have one.
  const isRun = types.length > 2 && Math.max(...types) - Math.min(...types) === types.length - 1;
  const isShorter = !isRun && filled.length > 0 && others.length > 0 && others.length < types.length;
  const list = (isShorter ? others : types).toSorted((a, b) => a - b);
  if (list.length === 1) return `type ${isShorter ? '!=' : '='} ${list[0]}`;
  // DuckDB compares with each of `in` in turn, and a function looks through a list: `from` of 691,000 operations 63 to 50 ms.
  return `${isShorter ? 'not ' : ''}list_contains([${list.join(', ')}], type)`;
}

/** The SQL of the field in one type of rows: of a list or an object that of its parts. */
function sqlOf(name: string, parts: readonly Use[]): string {
  const [first] = parts;
  if (first.path === name) return first.spec.from ?? `other_details_json ->> '$.${name}'`;
  const stored = parts.filter(({ spec }) => spec.from);
  const members = stored.map(({ path, spec }) => `${path.replace(/^.*\./, '')} := ${spec.from}`);
  const struct = `struct_pack(${members.join(', ')})`;
  if (stored.length < parts.length) {
    const others = parts.filter(({ spec }) => !spec.from);
    return `struct_concat(${struct}, json_transform(json_extract(other_details_json, '$.${name}'), '${schemaOf(name, others)}'))`;
  }
  return first.path.includes('[]') ? `[${struct}]` : struct;
}

/** The type of a field in JSON, as json_transform takes it. */
function schemaOf(name: string, uses: readonly Use[]): string {
  const types = new Map(uses.map(({ path, spec }) => [path, spec.type ?? 'VARCHAR']));
  return JSON.stringify(nested(name, types)).replaceAll(':', ': ').replaceAll(',"', ', "');
}

function nested(path: string, types: ReadonlyMap<string, string>): unknown {
  const own = types.get(path);
  if (own !== undefined) return own;
  const all = [...types.keys()];
  if (all.some((other) => other.startsWith(`${path}[]`))) return [nested(`${path}[]`, types)];
  const names = new Set(
    all.filter((o) => o.startsWith(`${path}.`)).map((o) => /^\w+/.exec(o.slice(path.length + 1))![0]),
  );
  return Object.fromEntries([...names].map((name) => [name, nested(`${path}.${name}`, types)]));
}
