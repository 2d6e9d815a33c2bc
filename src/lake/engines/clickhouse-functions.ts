/** Functions of ClickHouse, by DuckDB's names. */
import { clickhouseJson } from './clickhouse-json.ts';
import type { Says, SaysCall } from './dialect.ts';
import { aggregated, called, commonFunctions, formatted, template } from './functions.ts';
import { textConstant, Unsayable, type Expr } from './tree.ts';

/** Names the functions of letters, of which those without UTF8 count bytes; sums of whole numbers have 128 bits. */
export const clickhouseFunctions: Readonly<Record<string, SaysCall>> = {
  ...commonFunctions,
  ...clickhouseJson,
  '&': template('bitAnd(toInt64($1), toInt64($2))'),
  '~': template('bitNot(toInt64($1))'),
  '/': template('(toFloat64($1) / toFloat64($2))'),
  '//': called('intDiv'),
  '<<': template('bitShiftLeft(toInt64($1), $2)'),
  '>>': template('bitShiftRight(toInt64($1), $2)'),
  // Not an empty list, which stands for null, while there is another.
  any_value: (says, _, [value]) =>
    `argMax(${says(value)}, ifNull(${says(value)} <> defaultValueOfArgumentType(${says(value)}), 1))`,
  arg_max: aggregated('argMax'),
  arg_min: aggregated('argMin'),
  array_to_string: called('arrayStringConcat'),
  avg: (says, _, [value]) => `avg(toFloat64(${says(value)}))`,
  bit_or: aggregated('groupBitOr'),
  bool_or: aggregated('max'),
  concat: (says, _, args) => joined(says, "''", args),
  concat_ws: (says, _, [separator, ...args]) => joined(says, says(separator), args),
  contains: template('(position($1, $2) > 0)'),
  count_if: (says, _, [condition]) => `count(case when ${says(condition)} then 1 end)`,
  date_trunc: called('date_trunc'),
  ends_with: called('endsWith'),
  format: formatted({
    plain: (value) => `toString(${value})`,
    padded: (value, width) => `leftPad(toString(${value}), ${width}, '0')`,
    hex: (value, width) => `right(leftPad(lower(hex(${value})), 16, '0'), ${width})`,
    thousands: (value) => {
      const digits = `reverse(replaceRegexpAll(reverse(toString(abs(${value}))), '(\\\\d{3})', '\\\\1,'))`;
      return `concat(if(${value} < 0, '-', ''), trimLeft(${digits}, ','))`;
    },
    concat: (parts) => (parts.length === 1 ? parts[0] : `concat(${parts.join(', ')})`),
  }),
  from_base64: called('base64Decode'),
  hex: called('hex'),
  left: called('leftUTF8'),
  len: template('toInt64(length($1))'),
  length: template('toInt64(lengthUTF8($1))'),
  list: sayList,
  list_concat: called('arrayConcat'),
  list_contains: called('has'),
  list_distinct: template('arrayDistinct($1)'),
  list_filter: template('arrayFilter($2, $1)'),
  list_has_all: called('hasAll'),
  list_has_any: called('hasAny'),
  list_intersect: called('arrayIntersect'),
  list_reduce: sayReduce,
  list_sort: saySort,
  list_sum: template("arrayReduce('sumOrNull', $1)"),
  list_transform: template('arrayMap($2, $1)'),
  list_value: called('array'),
  lower: called('lowerUTF8'),
  lpad: called('leftPadUTF8'),
  ltrim: template('trimLeft($1, $2)'),
  regexp_extract: called('regexpExtract'),
  regexp_extract_all: called('extractAll'),
  regexp_matches: called('match'),
  regexp_replace: called('replaceRegexpOne'),
  replace: called('replaceAll'),
  right: called('rightUTF8'),
  row: called('tuple'),
  rtrim: template('trimRight($1, $2)'),
  sha256: template('lower(hex(SHA256($1)))'),
  sign: called('sign'),
  starts_with: called('startsWith'),
  string_split: template('splitByString($2, $1)'),
  substr: called('substringUTF8'),
  sum: (says, _, [value]) => `sum(${says(value)} * toInt128(1))`,
  to_days: called('toIntervalDay'),
  to_hours: called('toIntervalHour'),
  trunc: called('trunc'),
  unnest: called('arrayJoin'),
  upper: called('upperUTF8'),
  xor: template('bitXor(toInt64($1), toInt64($2))'),
};

/** What is null is left out. */
function joined(says: Says, separator: string, args: readonly Expr[]): string {
  return `arrayStringConcat([${args.map((arg) => `toString(${says(arg)})`).join(', ')}], ${separator})`;
}

/** What it starts with has the type of what each step gives, which cannot be null. */
function sayReduce(says: Says, _: Expr, [list, step, start]: readonly Expr[]): string {
  const [head, ...body] = says(step).split(' -> ');
  return `arrayFold(${head} -> assumeNotNull(toInt64(${body.join(' -> ')})), ${says(list)}, toInt64(${says(start)}))`;
}

/** With its nulls, which `groupArray` leaves out of what is no tuple. */
function sayList(says: Says, { order_bys: by, distinct }: Expr, [value]: readonly Expr[]): string {
  const orders = by?.orders ?? [];
  if (orders.some(({ type }) => type === 'DESCENDING')) throw new Unsayable('it has a list from the last to the first');
  if (distinct) return `arraySort(groupUniqArray(${says(value)}))`;
  const keys = orders.map(({ expression }) => says(expression));
  const listed = `groupArray(tuple(${[...keys, says(value)].join(', ')}))`;
  return `tupleElement(${keys.length > 0 ? `arraySort(${listed})` : listed}, ${keys.length + 1})`;
}

function saySort(says: Says, _: Expr, [value, direction]: readonly Expr[]): string {
  if (direction && !['ASC', 'ORDER_DEFAULT'].includes(textConstant(direction) ?? ''))
    throw new Unsayable('it sorts a list from the last to the first');
  return `arraySort(${says(value)})`;
}
