/** Types and casts of Spark SQL. */
import type { Says } from './dialect.ts';
import { isJsonList, isJsonValue, isWord, scalarType, typeName } from './shapes.ts';
import { textConstant, type Expr, type Type } from './tree.ts';

const scalars: Readonly<Record<string, string | undefined>> = {
  VARCHAR: 'string',
  JSON: 'string',
  BOOLEAN: 'boolean',
  TINYINT: 'tinyint',
  SMALLINT: 'smallint',
  INTEGER: 'int',
  UINTEGER: 'bigint',
  BIGINT: 'bigint',
  UBIGINT: 'decimal(20, 0)',
  HUGEINT: 'decimal(38, 0)',
  DOUBLE: 'double',
  FLOAT: 'float',
  DATE: 'date',
  TIMESTAMP: 'timestamp_ntz',
  'TIMESTAMP WITH TIME ZONE': 'timestamp',
  BLOB: 'binary',
};

/** Returns a type of Spark. `leaf` prints what is no list and no struct. */
export function sparkType(type: Type, leaf: (type: Type) => string = sparkScalar): string {
  const { child_type: item, child_types: fields } = type.type_info ?? {};
  if (item) return `array<${sparkType(item, leaf)}>`;
  if (fields)
    return `struct<${fields.map(({ first, second }) => `\`${first}\`: ${sparkType(second, leaf)}`).join(', ')}>`;
  return leaf(type);
}

function sparkScalar(type: Type): string {
  return scalarType(type, scalars);
}

/** Casts of JSON, of digits of base 16, and of quotients, which DuckDB rounds. */
export function sparkCast(
  says: Says,
  { child, cast_type: type = { id: '' }, try_cast: isTried }: Expr,
): string | undefined {
  if (!child) return undefined;
  const name = typeName(type);
  if (name === 'JSON') return says(child);
  if ((name === 'LIST' || name === 'STRUCT') && (isJsonValue(child) || isJsonList(type)))
    return fromJson(says, says(child), type);
  const [head, digits] = child.function_name === '||' ? (child.children ?? []) : [];
  const isWhole = name === 'INTEGER' || name === 'BIGINT';
  if (isWhole && textConstant(head) === '0x')
    return `cast(conv(${says(digits)}, 16, 10) as ${says.dialect.type(type)})`;
  if (isWhole && child.function_name === '/')
    return `${isTried ? 'try_' : ''}cast(round(${says(child)}) as ${says.dialect.type(type)})`;
  return undefined;
}

/** Values in JSON are read as texts first: Spark takes no number that stands in quotes. */
export function fromJson(says: Says, value: string, type: Type, cast = 'cast'): string {
  const texts = sparkType(type, () => 'string');
  const read = `from_json(${value}, ${says.dialect.text(texts)})`;
  const whole = sparkType(type);
  if (isJsonList(type)) return quoted(read);
  return whole === texts ? read : `${cast}(${read} as ${whole})`;
}

/** Texts in a list of JSON, which Spark reads without their quotes; SEP-51 has no numbers and no booleans there. */
export function quoted(list: string): string {
  const text = 'substr(to_json(array(one)), 2, length(to_json(array(one))) - 2)';
  return `transform(${list}, one -> case when left(one, 1) in ('{', '[') then one else ${text} end)`;
}

/** An element of a list; a letter of a word, which is what lambdas over a split text have. */
export function sparkElement(says: Says, list: Expr, place: Expr): string {
  if (isWord(list)) return `substr(${says(list)}, ${says(place)}, 1)`;
  const field = textConstant(place);
  if (field !== undefined) return `${says(list)}.${says.dialect.quote(field)}`;
  return `try_element_at(${says(list)}, cast(${says(place)} as int))`;
}

export function sparkSlice(says: Says, list: Expr, first: Expr, last: Expr | undefined): string {
  const [value, from] = [says(list), says(first)];
  if (isWord(list)) return `substr(${value}, ${from}${last ? `, ${says(last)} - ${from} + 1` : ''})`;
  return `slice(${value}, ${from}, ${last ? `greatest(0, ${says(last)} - ${from} + 1)` : `size(${value})`})`;
}
