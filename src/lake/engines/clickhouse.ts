/** ClickHouse 26: https://clickhouse.com/docs/sql-reference. */
import type { Expr, Type } from '../meaning/syntax.ts';
import type { CastExpr, Dialect } from './dialect.ts';
import { functionsOf } from './functions.ts';
import { callNode, engineCast, textNode } from './tree.ts';
import { scalarType } from './types.ts';

/** A view keeps these: nulls of joins as in SQL, columns before aliases of the same name, no rows make null. */
const settings =
  'settings join_use_nulls = 1, prefer_column_name_to_alias = 1, aggregate_functions_null_for_empty = 1, ' +
  'output_format_json_escape_forward_slashes = 0, output_format_json_quote_64bit_integers = 0, ' +
  'function_json_value_return_type_allow_complex = 1, ' +
  "union_default_mode = 'DISTINCT'";

const functions: Dialect['functions'] = {
  ...functionsOf('clickhouse'),
  'cast DECIMAL': castDecimal,
  'cast LIST': castList,
  concat: (args) => callNode('arrayStringConcat', [texts(args), textNode('')]),
  concat_ws: ([separator, ...args]) => callNode('arrayStringConcat', [texts(args), separator]),
  json_array_length: ([value, path]) => callNode('JSONLength', [path ? callNode('JSON_VALUE', [value, path]) : value]),
  json_extract: "nullIf(JSONExtractRaw(JSON_QUERY($1, $2), 1), '')",
  regexp_replace: 'replaceRegexpOne',
  struct_concat: 'tupleConcat($1, assumeNotNull($2))',
  struct_pack: 'tuple',
  try_cast: 'accurateCastOrNull',
  // Whole numbers of 128 bits have no cast to decimals.
  'try_cast DECIMAL': 'accurateCastOrNull(toString($1), $2)',
  'bronze.fixed_text': 'toDecimalString($1, 7)',
  'bronze.json_list': "JSONExtractArrayRaw(ifNull(JSON_QUERY($1, $2), ''), 1)",
  'semantic.thousands':
    "concat(if($1 < 0, '-', ''), trimLeft(reverse(replaceRegexpAll(reverse(toString(abs($1))), '(\\\\d{3})', '\\\\1,')), ','))",
};

export const clickhouse: Dialect = {
  settings: () => [],
  notes: [
    'a list that is null is empty',
    'a time outside of 1900 to 2299 is shown as the next one inside',
    'stroops have 128 bits, since sums have no more than what is summed: in bronze.*_raw_v1 64, as files have them',
  ],
  functions,
  type: typeOf,
  // A struct is read of an empty text where there is none, and a list of it is empty.
  fromJson: (text, type) => callNode('JSONExtract', [callNode('ifNull', [text, textNode('')]), textNode(typeOf(type))]),
  widensStroops: true,
  hasQualify: true,
  table: (root, path) => {
    const call = root.startsWith('/') ? 'icebergLocal' : 'icebergS3';
    return `${call}('${`${root.replace(/^gcs:/, 'gs:')}/iceberg/${path}`.replaceAll("'", "''")}')`;
  },
  view: (name, query) => `create or replace view ${name} as\n${query}\n${settings}`,
};

/** All but lists can be null. */
function typeOf(of: Type): string {
  const { child_type: item, child_types: fields } = of.type_info ?? {};
  // Structs in lists of files are read as they stand there: none is null.
  if (item) return `Array(${typeOf(item).replace(/^Nullable\((Tuple\(.*\))\)$/, '$1')})`;
  if (!fields) return `Nullable(${scalarType(of, 'clickhouse')})`;
  return `Nullable(Tuple(${fields.map(({ first, second }) => `\`${first}\` ${typeOf(second)}`).join(', ')}))`;
}

/** Sums, and columns of stroops, have 128 bits or more, which have no cast to decimals. */
function castDecimal([value]: readonly Expr[], { child, cast_type: type }: CastExpr): Expr {
  const isLong = child.class === 'COLUMN_REF' || child.function_name === 'sum';
  return engineCast(isLong ? callNode('toString', [value]) : value, typeOf(type));
}

function castList([value]: readonly Expr[], { child, cast_type: type }: CastExpr): Expr {
  return engineCast(child.value?.is_null ? callNode('array', []) : value, typeOf(type));
}

/** What is null is left out when they are put together. */
function texts(args: readonly Expr[]): Expr {
  const each = args.map((arg) => callNode('toString', [arg]));
  return callNode('array', each);
}
