/** Types, casts and parts of lists of ClickHouse. */
import type { Says } from './dialect.ts';
import { isJsonList, isJsonValue, isWord, scalarType, typeName } from './shapes.ts';
import { textConstant, type Expr, type Type } from './tree.ts';

const scalars: Readonly<Record<string, string | undefined>> = {
  VARCHAR: 'String',
  JSON: 'String',
  BOOLEAN: 'Bool',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  UINTEGER: 'UInt32',
  BIGINT: 'Int64',
  UBIGINT: 'UInt64',
  HUGEINT: 'Int128',
  DOUBLE: 'Float64',
  FLOAT: 'Float32',
  DATE: 'Date32',
  TIMESTAMP: "DateTime64(6, 'UTC')",
  'TIMESTAMP WITH TIME ZONE': "DateTime64(6, 'UTC')",
  BLOB: 'String',
};

/** Returns a type of ClickHouse: all but lists can be null. Throws an Unsayable. */
export function clickhouseType(type: Type): string {
  const { child_type: item, child_types: fields } = type.type_info ?? {};
  // Structs in lists of files are read as they stand there: none is null.
  if (item) return `Array(${clickhouseType(item).replace(/^Nullable\((Tuple\(.*\))\)$/, '$1')})`;
  if (!fields) return `Nullable(${scalarType(type, scalars, 'Decimal')})`;
  return `Nullable(Tuple(${fields.map(({ first, second }) => `\`${first}\` ${clickhouseType(second)}`).join(', ')}))`;
}

/** Casts of JSON, of digits of base 16, of decimals to text, and those that may fail. */
export function clickhouseCast(
  says: Says,
  { child, cast_type: type = { id: '' }, try_cast: isTried }: Expr,
): string | undefined {
  if (!child) return undefined;
  const name = typeName(type);
  const value = says(child);
  const to = clickhouseType(type);
  if (name === 'JSON') return value;
  if (child.value?.is_null && type.type_info?.child_type) return `cast([] as ${to})`;
  if (isJsonList(type)) return `JSONExtractArrayRaw(ifNull(${value}, ''))`;
  if (isJsonValue(child) && type.type_info?.child_type) return `JSONExtract(ifNull(${value}, ''), ${text(to)})`;
  const [head, digits] = child.function_name === '||' ? (child.children ?? []) : [];
  if (textConstant(head) === '0x') return `cast(reinterpretAsInt64(reverse(unhex(${says(digits)}))) as ${to})`;
  if (isWhole(name) && child.function_name === '/') return `cast(round(${value}) as ${to})`;
  if (isTried) return triedCast(value, type);
  // Sums have 128 bits or more, which have no cast to decimals.
  if (name === 'DECIMAL' && child.function_name === 'sum')
    return `toDecimal128(toString(${value}), ${type.type_info?.scale ?? 3})`;
  return name === 'VARCHAR' ? textCast(value) : undefined;
}

function isWhole(name: string): boolean {
  return ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT'].includes(name);
}

/** `accurateCastOrNull` is null of whole numbers of 128 bits as decimals. */
function triedCast(value: string, type: Type): string {
  const own = scalarType(type, scalars, 'Decimal');
  if (typeName(type) !== 'DECIMAL') return `accurateCastOrNull(${value}, ${text(own)})`;
  return `cast(toDecimal128OrNull(toString(${value}), ${type.type_info?.scale ?? 3}) as Nullable(${own}))`;
}

/** A decimal has all its digits in DuckDB. */
function textCast(value: string): string | undefined {
  const [, scale] = /as Nullable\(Decimal\(\d+, (\d+)\)\)\)+$/.exec(value) ?? [];
  return scale === undefined ? undefined : `toDecimalString(${value}, ${scale})`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "\\'")}'`;
}

/** An element of a list, null past its ends; a field of a struct; a letter of a word. */
export function clickhouseElement(says: Says, list: Expr, place: Expr): string {
  if (isWord(list)) return `substringUTF8(${says(list)}, ${says(place)}, 1)`;
  const field = textConstant(place);
  if (field !== undefined) return `tupleElement(${says(list)}, ${text(field)})`;
  return `arrayElementOrNull(${says(list)}, ${says(place)})`;
}

export function clickhouseSlice(says: Says, list: Expr, first: Expr, last: Expr | undefined): string {
  const [value, from] = [says(list), says(first)];
  const count = last ? `, greatest(0, ${says(last)} - ${from} + 1)` : '';
  return `${isWord(list) ? 'substringUTF8' : 'arraySlice'}(${value}, ${from}${count})`;
}
