/**
 * How Spark and ClickHouse write DuckDB's functions and operators, and those of our macros that they write otherwise; see
 * `Dialect.functions`. Functions of ClickHouse without UTF8 in their names count bytes.
 */
const table: Readonly<Record<string, readonly [spark: string, clickhouse: string]>> = {
  '&': ['$1 & $2', 'bitAnd(toInt64($1), toInt64($2))'],
  '~': ['~$1', 'bitNot(toInt64($1))'],
  '/': ['cast($1 as double) / cast($2 as double)', 'toFloat64($1) / toFloat64($2)'],
  '//': ['div', 'intDiv'],
  '<<': ['shiftleft($1, cast($2 as int))', 'bitShiftLeft(toInt64($1), $2)'],
  '>>': ['shiftright($1, cast($2 as int))', 'bitShiftRight(toInt64($1), $2)'],
  '~~': ['like', 'like'],
  // A query of JSON in ClickHouse gives a list of what it found.
  '->>': ['get_json_object', "JSONExtract(JSON_QUERY($1, $2), 1, 'Nullable(String)')"],
  // The sum has 256 bits; the cast gives null where it does not fit in 128.
  'try +': ['try_add', "accurateCastOrNull(toInt256($1) + toInt256($2), 'Int128')"],
  'try -': ['try_subtract', "accurateCastOrNull(toInt256($1) - toInt256($2), 'Int128')"],
  'try *': ['try_multiply', "accurateCastOrNull(toInt256($1) * toInt256($2), 'Int128')"],
  // Spark puts U+FFFD for what is no UTF-8.
  'try url_decode': [
    "case when not contains(url_decode($1), '\ufffd') then url_decode($1) end",
    'case when isValidUTF8(decodeURLComponent($1)) then decodeURLComponent($1) end',
  ],
  ARRAY_EXTRACT: ['try_element_at($1, cast($2 as int))', 'arrayElementOrNull'],
  ARRAY_SLICE: ['slice($1, $2, size($1))', 'arraySlice'],
  // ClickHouse: not an empty list, which stands for null, while there is another.
  any_value: ['max_by($1, $1 is not null)', 'argMax($1, ifNull($1 <> defaultValueOfArgumentType($1), 1))'],
  // DuckDB leaves out rows whose value is null.
  arg_max: ['max_by($1, case when $1 is not null then $2 end)', 'argMax'],
  arg_min: ['min_by($1, case when $1 is not null then $2 end)', 'argMin'],
  array_to_string: ['array_join', 'arrayStringConcat'],
  bool_and: ['bool_and', 'min'],
  bool_or: ['bool_or', 'max'],
  'cast JSON': ['$1', '$1'],
  contains: ['contains', 'positionUTF8($1, $2) > 0'],
  count_if: ['count_if', 'count(case when $1 then 1 end)'],
  count_star: ['count(1)', 'count'],
  date_trunc: ['to_timestamp_ntz(date_trunc($1, $2))', 'date_trunc'],
  ends_with: ['endswith', 'endsWith'],
  from_base64: ['unbase64', 'base64Decode'],
  hex: ['hex', 'hex'],
  left: ['left', 'leftUTF8'],
  len: ['size', 'toInt64(length($1))'],
  length: ['length', 'toInt64(lengthUTF8($1))'],
  // With nulls, which the aggregates leave out of what is no struct.
  list: ["(collect_list(named_struct('v', $1))).v", 'tupleElement(groupArray(tuple($1)), 1)'],
  'list distinct': ['array_sort(collect_set($1))', 'arraySort(groupUniqArray($1))'],
  'list ordered': [
    "(array_sort(collect_list(named_struct('k', $2, 'v', $1)))).v",
    'tupleElement(arraySort(groupArray(tuple($2, $1))), 2)',
  ],
  list_concat: ['concat', 'arrayConcat'],
  list_contains: ['array_contains', 'has'],
  list_distinct: ['array_distinct', 'arrayDistinct'],
  list_filter: ['filter', 'arrayFilter($2, $1)'],
  list_has_all: ['size(array_except($2, $1)) = 0', 'hasAll'],
  list_has_any: ['arrays_overlap', 'hasAny'],
  list_intersect: ['array_intersect', 'arrayIntersect'],
  list_reduce: ['aggregate($1, cast($3 as bigint), $2)', 'arrayFold($2, $1, toInt64($3))'],
  list_sort: ['array_sort($1)', 'arraySort($1)'],
  list_sum: ['aggregate($1, cast(0 as bigint), lambda total, one : total + one)', "arrayReduce('sumOrNull', $1)"],
  list_transform: ['transform', 'arrayMap($2, $1)'],
  list_value: ['array', 'array'],
  lower: ['lower', 'lowerUTF8'],
  lpad: ['lpad', 'leftPadUTF8'],
  ltrim: ['ltrim($2, $1)', 'trimLeft'],
  regexp_extract: ['regexp_extract', 'regexpExtract'],
  regexp_extract_all: ['regexp_extract_all($1, $2, 0)', 'extractAll'],
  regexp_matches: ['regexp_like', 'match'],
  replace: ['replace', 'replaceAll'],
  right: ['right', 'rightUTF8'],
  row: ['struct', 'tuple'],
  rtrim: ['rtrim($2, $1)', 'trimRight'],
  sha256: ['sha2($1, 256)', 'lower(hex(SHA256($1)))'],
  sign: ['cast(sign($1) as int)', 'sign'],
  starts_with: ['startswith', 'startsWith'],
  string_split: ['split', 'splitByString($2, $1)'],
  substr: ['substr', 'substringUTF8'],
  // In 128 bits.
  sum: ['sum', 'sum($1 * toInt128(1))'],
  to_days: ['make_dt_interval($1)', 'toIntervalDay'],
  to_hours: ['make_dt_interval(0, $1)', 'toIntervalHour'],
  // A list that is null is empty in ClickHouse.
  to_json: ["to_json($1, map('ignoreNullFields', 'false'))", "nullIf(toJSONString($1), '[]')"],
  trunc: ['cast($1 as bigint)', 'trunc'],
  unnest: ['explode', 'arrayJoin'],
  upper: ['upper', 'upperUTF8'],
  xor: ['$1 ^ $2', 'bitXor(toInt64($1), toInt64($2))'],
  'bronze.hex_integer': ['cast(conv($1, 16, 10) as bigint)', 'reinterpretAsInt64(reverse(unhex($1)))'],
  'bronze.json_array': ["concat('[', array_join($1, ','), ']')", "concat('[', arrayStringConcat($1, ','), ']')"],
};

/** Returns the functions of an engine. */
export function functionsOf(engine: 'spark' | 'clickhouse'): Record<string, string> {
  const column = engine === 'spark' ? 0 : 1;
  return Object.fromEntries(Object.entries(table).map(([name, said]) => [name, said[column]]));
}
