/** Functions of Spark SQL, by DuckDB's names. */
import type { Says, SaysCall } from './dialect.ts';
import { aggregated, called, commonFunctions, extreme, formatted, infix, leftLetters, template } from './functions.ts';
import { isJsonList, shapeOf } from './shapes.ts';
import { fromJson, quoted } from './spark-casts.ts';
import { held, textConstant, Unsayable, type Expr } from './tree.ts';

export const sparkFunctions: Readonly<Record<string, SaysCall>> = {
  ...commonFunctions,
  '&': infix('&'),
  '~': infix('~'),
  '/': template('(cast($1 as double) / cast($2 as double))'),
  '//': infix('div'),
  '<<': template('shiftleft($1, cast($2 as int))'),
  '>>': template('shiftright($1, cast($2 as int))'),
  '->>': template('get_json_object($1, $2)'),
  any_value: (says, _, [value]) => `any_value(${says(value)}, true)${says.filter}`,
  arg_max: extreme('max_by($1, $2)'),
  arg_min: extreme('min_by($1, $2)'),
  array_to_string: called('array_join'),
  avg: (says, _, [value]) => `avg(cast(${says(value)} as double))${says.filter}`,
  bit_or: aggregated('bit_or'),
  bool_or: aggregated('bool_or'),
  concat: (says, _, args) => `concat_ws('', ${args.map((arg) => says(arg)).join(', ')})`,
  concat_ws: called('concat_ws'),
  contains: called('contains'),
  count_if: aggregated('count_if'),
  date_trunc: template('cast(date_trunc($1, $2) as timestamp_ntz)'),
  ends_with: called('endswith'),
  format: formatted({
    plain: (value) => `cast(${value} as string)`,
    padded: (value, width) => `lpad(cast(${value} as string), ${width}, '0')`,
    hex: (value, width) => `lpad(lower(hex(${value})), ${width}, '0')`,
    thousands: (value) => `format_number(${value}, 0)`,
    concat: (parts) => (parts.length === 1 ? parts[0] : `concat(${parts.join(', ')})`),
  }),
  from_base64: called('unbase64'),
  from_json: (says, _, [value, shape]) => fromJson(says, says(value), shapeOf(shape), 'try_cast'),
  hex: called('hex'),
  json_array_length: (says, _, [value, path]) => {
    return `json_array_length(${path ? `get_json_object(${says(value)}, ${says(path)})` : says(value)})`;
  },
  json_extract: sayExtract,
  json_object: (says, _, args) =>
    `to_json(named_struct(${args.map((arg) => says(arg)).join(', ')}), map('ignoreNullFields', 'false'))`,
  json_transform: (says, _, [value, shape]) => fromJson(says, says(value), shapeOf(shape), 'try_cast'),
  left: leftLetters('left($1, $2)'),
  len: called('size'),
  list: sayList,
  list_concat: called('concat'),
  list_contains: called('array_contains'),
  list_distinct: called('array_distinct'),
  list_filter: called('filter'),
  list_has_all: template('(size(array_except($2, $1)) = 0)'),
  list_has_any: called('arrays_overlap'),
  list_intersect: called('array_intersect'),
  list_reduce: template('aggregate($1, $3, $2)'),
  list_sort: saySort,
  list_sum: template('aggregate($1, 0L, (total, one) -> total + one)'),
  list_transform: called('transform'),
  list_value: called('array'),
  ltrim: sayTrim('leading'),
  regexp_extract: called('regexp_extract'),
  regexp_extract_all: template('regexp_extract_all($1, $2, 0)'),
  regexp_matches: called('regexp_like'),
  // DuckDB replaces the first only: what is replaced in relations is there once.
  regexp_replace: (says, _, [value, pattern, by]) => {
    const groups = held(textConstant(by), 'constant').replace(/\\(\d)/g, (_whole, n: string) => `$${n}`);
    return `regexp_replace(${says(value)}, ${says(pattern)}, ${says.dialect.text(groups)})`;
  },
  row: called('struct'),
  rtrim: sayTrim('trailing'),
  sha256: template('sha2($1, 256)'),
  sign: template('cast(sign($1) as int)'),
  starts_with: called('startswith'),
  string_split: called('split'),
  struct_concat: sayConcat,
  struct_pack: (says, _, args) => `named_struct(${fieldsOf(says, args).join(', ')})`,
  to_days: template('make_dt_interval($1)'),
  to_hours: template('make_dt_interval(0, $1)'),
  to_json: sayJson,
  trunc: template('cast($1 as bigint)'),
  unnest: called('explode'),
  xor: infix('^'),
};

function sayTrim(where: string): SaysCall {
  return (says, _, [value, characters]) =>
    `trim(${where} ${characters ? says(characters) : "' '"} from ${says(value)})`;
}

function fieldsOf(says: Says, args: readonly Expr[]): string[] {
  return args.flatMap((arg) => [says.dialect.text(held(arg.alias, 'name')), says(arg)]);
}

/** Fields that are made, and those of a JSON object, which is read once. */
function sayConcat(says: Says, _: Expr, [made, read]: readonly Expr[]): string {
  if (made.function_name !== 'struct_pack' || read.function_name !== 'json_transform') {
    throw new Unsayable('it puts structs together');
  }
  const shape = shapeOf(held(read.children, 'shape')[1]).type_info?.child_types ?? [];
  const others = shape.map(({ first, second }) => {
    const value = `others.${says.dialect.quote(first)}`;
    return `${says.dialect.text(first)}, ${isJsonList(second) ? quoted(value) : value}`;
  });
  const fields = [...fieldsOf(says, made.children ?? []), ...others];
  return `element_at(transform(array(${says(read)}), others -> named_struct(${fields.join(', ')})), 1)`;
}

/** What is no object and no list keeps the quotes that it has in JSON. */
function sayExtract(says: Says, _: Expr, [value, path]: readonly Expr[]): string {
  const text = held(textConstant(path), 'constant');
  const json = says(value);
  if (text.endsWith('[*]')) {
    const list = `try_variant_get(try_parse_json(${json}), ${says.dialect.text(text.slice(0, -3))}, 'array<variant>')`;
    return `transform(${list}, one -> to_json(one))`;
  }
  const found = `get_json_object(${json}, ${says(path)})`;
  return `case when left(${found}, 1) in ('{', '[') then ${found} else to_json(try_variant_get(try_parse_json(${json}), ${says(path)}, 'variant')) end`;
}

/** With its nulls, which `collect_list` leaves out of what is no struct. */
function sayList(says: Says, { order_bys: by, distinct }: Expr, [value]: readonly Expr[]): string {
  const orders = by?.orders ?? [];
  if (orders.some(({ type }) => type === 'DESCENDING')) throw new Unsayable('it has a list from the last to the first');
  if (distinct) return `array_sort(collect_set(${says(value)})${says.filter})`;
  const keys = orders.flatMap(({ expression }, i) => [`'k${i}'`, says(expression)]);
  const listed = `collect_list(named_struct(${[...keys, "'v'", says(value)].join(', ')}))${says.filter}`;
  return keys.length > 0 ? `array_sort(${listed}).v` : `(${listed}).v`;
}

function saySort(says: Says, _: Expr, [value, direction]: readonly Expr[]): string {
  if (direction && !['ASC', 'ORDER_DEFAULT'].includes(textConstant(direction) ?? ''))
    throw new Unsayable('it sorts a list from the last to the first');
  return `array_sort(${says(value)})`;
}

/** JSON of a list of JSON, of a list or a struct, else of a text. */
function sayJson(says: Says, _: Expr, [value]: readonly Expr[]): string {
  const isListOfJson = (value.children ?? [])[0]?.function_name === 'json_extract';
  if (isListOfJson) return `concat('[', array_join(${says(value)}, ','), ']')`;
  const isMade = ['list', 'list_value', 'struct_pack', 'list_transform', 'list_sort'].includes(
    value.function_name ?? '',
  );
  if (isMade) return `to_json(${says(value)}, map('ignoreNullFields', 'false'))`;
  const json = `to_json(array(${says(value)}))`;
  return `case when ${says(value)} is not null then substr(${json}, 2, length(${json}) - 2) end`;
}
