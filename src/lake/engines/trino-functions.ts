/** Functions of Trino, by DuckDB's names; those that it has not are not here. */
import type { Says, SaysCall } from './dialect.ts';
import { aggregated, called, commonFunctions, extreme, formatted, infix, leftLetters, template } from './functions.ts';
import { jsonPath } from './json-paths.ts';
import { shapeOf } from './shapes.ts';
import { held, textConstant, Unsayable, type Expr } from './tree.ts';

export const trinoFunctions: Readonly<Record<string, SaysCall>> = {
  ...commonFunctions,
  '&': template('bitwise_and(cast($1 as bigint), cast($2 as bigint))'),
  '~': template('bitwise_not(cast($1 as bigint))'),
  '/': template('(cast($1 as double) / cast($2 as double))'),
  // Of decimals the quotient would be rounded.
  '//': template('(($1 - $1 % $2) / $2)'),
  '<<': template('bitwise_left_shift(cast($1 as bigint), $2)'),
  '>>': template('bitwise_right_shift(cast($1 as bigint), $2)'),
  '->>': (says, _, [value, path]) => {
    const part = `${says(value)}, ${pathOf(says, path)}`;
    return `coalesce(json_extract_scalar(${part}), nullif(json_format(json_extract(${part})), 'null'))`;
  },
  any_value: aggregated('any_value'),
  arg_max: extreme('max_by($1, $2)'),
  arg_min: extreme('min_by($1, $2)'),
  array_to_string: called('array_join'),
  avg: (says, _, [value]) => `avg(cast(${says(value)} as double))${says.filter}`,
  bit_or: aggregated('bitwise_or_agg'),
  bool_or: aggregated('bool_or'),
  concat: (says, _, args) => joined(says, "''", args),
  concat_ws: (says, _, [separator, ...args]) => joined(says, says(separator), args),
  contains: template('(strpos($1, $2) > 0)'),
  count_if: aggregated('count_if'),
  date_trunc: called('date_trunc'),
  ends_with: template('(substr($1, greatest(1, length($1) - length($2) + 1)) = $2)'),
  format: formatted({
    plain: (value) => `cast(${value} as varchar)`,
    padded: (value, width) => `lpad(cast(${value} as varchar), ${width}, '0')`,
    hex: (value, width) => `lpad(to_base(${value}, 16), ${width}, '0')`,
    thousands: (value) => `format('%,d', ${value})`,
    concat: (parts) => parts.join(' || '),
  }),
  from_base64: called('from_base64'),
  hex: called('to_hex'),
  json_array_length: (says, _, [value, path]) => {
    return `json_array_length(${path ? `json_extract(${says(value)}, ${pathOf(says, path)})` : says(value)})`;
  },
  json_extract: (says, _, [value, path]) => {
    if (jsonPath(path).isEach) throw new Unsayable('it reads each element of a list in JSON');
    return `json_format(json_extract(${says(value)}, ${pathOf(says, path)}))`;
  },
  json_transform: (says, _, [value, shape]) => {
    return `try(cast(json_parse(${says(value)}) as ${says.dialect.type(shapeOf(shape))}))`;
  },
  from_json: (says, _, [value, shape]) => {
    return `try(cast(json_parse(${says(value)}) as ${says.dialect.type(shapeOf(shape))}))`;
  },
  left: leftLetters('substr($1, 1, $2)'),
  len: called('cardinality'),
  list: sayList,
  list_concat: called('concat'),
  list_contains: called('contains'),
  list_distinct: called('array_distinct'),
  list_filter: called('filter'),
  list_has_all: template('(cardinality(array_except($2, $1)) = 0)'),
  list_has_any: called('arrays_overlap'),
  list_intersect: called('array_intersect'),
  list_reduce: template('reduce($1, $3, $2, (total) -> total)'),
  list_sort: called('array_sort'),
  list_sum: template('reduce($1, cast(null as bigint), (total, one) -> coalesce(total, 0) + one, total -> total)'),
  list_transform: called('transform'),
  list_value: (says, _, args) => `array[${args.map((arg) => says(arg)).join(', ')}]`,
  ltrim: template('trim(leading $2 from $1)'),
  regexp_extract: (says, _, [value, ...others]) => {
    const found = `regexp_extract(${[value, ...others].map((arg) => says(arg)).join(', ')})`;
    return `case when ${says(value)} is not null then coalesce(${found}, '') end`;
  },
  regexp_extract_all: called('regexp_extract_all'),
  regexp_matches: called('regexp_like'),
  regexp_replace: (says, _, [value, pattern, by]) => {
    const groups = held(textConstant(by), 'constant').replace(/\\(\d)/g, (_whole, n: string) => `$${n}`);
    return `regexp_replace(${says(value)}, ${says(pattern)}, ${says.dialect.text(groups)})`;
  },
  right: template('substr($1, greatest(1, length($1) - $2 + 1))'),
  row: called('row'),
  rtrim: template('trim(trailing $2 from $1)'),
  sha256: template('lower(to_hex(sha256(to_utf8($1))))'),
  sign: called('sign'),
  starts_with: called('starts_with'),
  string_split: called('split'),
  struct_concat: sayConcat,
  struct_pack: called('row'),
  to_days: template("($1 * interval '1' day)"),
  to_hours: template("($1 * interval '1' hour)"),
  to_json: sayJson,
  trunc: called('truncate'),
  xor: template('bitwise_xor(cast($1 as bigint), cast($2 as bigint))'),
  '||': infix('||'),
};

/** A path as Trino has it: names in brackets. */
function pathOf(says: Says, path: Expr): string {
  const steps = jsonPath(path).steps.map((step) => (typeof step === 'number' ? `[${step}]` : `["${step}"]`));
  return says.dialect.text(`$${steps.join('')}`);
}

/** What is null is left out. */
function joined(says: Says, separator: string, args: readonly Expr[]): string {
  return `concat_ws(${[separator, ...args.map((arg) => `cast(${says(arg)} as varchar)`)].join(', ')})`;
}

/** Fields that are made, and those of a JSON object, which is read once; their names are of the column's type. */
function sayConcat(says: Says, _: Expr, [made, read]: readonly Expr[]): string {
  if (made.function_name !== 'struct_pack' || read.function_name !== 'json_transform') {
    throw new Unsayable('it puts structs together');
  }
  const shape = shapeOf(held(read.children, 'shape')[1]).type_info?.child_types ?? [];
  const others = shape.map(({ first }) => `others.${says.dialect.quote(first)}`);
  const fields = [...(made.children ?? []).map((one) => says(one)), ...others].join(', ');
  return `element_at(transform(array[${says(read)}], (others) -> row(${fields})), 1)`;
}

/** JSON of a column or a list of texts; structs would lose the names of their fields. */
function sayJson(says: Says, _: Expr, [value]: readonly Expr[]): string {
  const isPlain = value.class === 'COLUMN_REF' || value.function_name === 'list_transform';
  if (!isPlain) throw new Unsayable('it calls to_json');
  return `json_format(cast(${says(value)} as json))`;
}

function sayList(says: Says, { order_bys: by, distinct }: Expr, [value]: readonly Expr[]): string {
  const orders = by?.orders ?? [];
  if (orders.some(({ type }) => type === 'DESCENDING')) throw new Unsayable('it has a list from the last to the first');
  const keys = orders.map(({ expression }) => `${says(expression)} asc nulls last`).join(', ');
  return `array_agg(${distinct ? 'distinct ' : ''}${says(value)}${keys === '' ? '' : ` order by ${keys}`})${says.filter}`;
}
