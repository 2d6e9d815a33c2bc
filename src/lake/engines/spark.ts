/** Spark SQL 4: https://spark.apache.org/docs/latest/sql-ref.html. */
import type { Expr, Type } from '../meaning/syntax.ts';
import type { CastExpr, Dialect, EngineWords } from './dialect.ts';
import { functionsOf } from './functions.ts';
import { callNode, engineCast, textConstant, textNode } from './tree.ts';
import { scalarType, shapeOf } from './types.ts';

/** A text in JSON, without the brackets of a list of one. */
const JSON_TEXT = 'substr(to_json("array"($1)), 2, length(to_json("array"($1))) - 2)';
/** Texts in a list of JSON, which Spark reads without their quotes; SEP-51 has no numbers and no booleans there. */
const JSON_ITEMS = `transform($1, lambda one : case when left(one, 1) in ('{', '[') then one
  else ${JSON_TEXT.replaceAll('$1', 'one')} end)`;

const functions: Dialect['functions'] = {
  ...functionsOf('spark'),
  concat: (args) => callNode('concat_ws', [textNode(''), ...args]),
  concat_ws: 'concat_ws',
  json_array_length: ([value, path]) =>
    callNode('json_array_length', [path ? callNode('get_json_object', [value, path]) : value]),
  // What is no object and no list keeps the quotes that it has in JSON.
  json_extract: `case when left(get_json_object($1, $2), 1) in ('{', '[') then get_json_object($1, $2)
    else to_json(try_variant_get(try_parse_json($1), $2, 'variant')) end`,
  // DuckDB replaces the first only: what is replaced in relations is there once.
  regexp_replace: ([value, pattern], { children: [, , by] = [] }) =>
    callNode('regexp_replace', [value, pattern, textNode(String(textConstant(by)).replace(/\\(\d)/g, '$$$1'))]),
  struct_concat: joinedStructs,
  struct_pack: (fields) => callNode('named_struct', fields.flatMap(namedField)),
  'JSON items': JSON_ITEMS,
  'with others': 'element_at(transform("array"($1), lambda others : $2), 1)',
  'bronze.json_list': JSON_ITEMS.replace('$1', () => "from_json(get_json_object($1, $2), 'array<string>')"),
  'bronze.json_text': `case when $1 is not null then ${JSON_TEXT} end`,
  'semantic.thousands': 'format_number($1, 0)',
};

export const spark: Dialect = {
  // A view keeps the settings with which it was made.
  settings: (root) => [
    'set spark.sql.ansi.enabled = true',
    'set spark.sql.ansi.doubleQuotedIdentifiers = true',
    'set spark.sql.session.timeZone = UTC',
    'set spark.sql.decimalOperations.allowPrecisionLoss = false',
    'set spark.sql.catalog.lake = org.apache.iceberg.spark.SparkCatalog',
    'set spark.sql.catalog.lake.type = hadoop',
    // Iceberg metadata has addresses of s3, which Hadoop reads as s3a.
    'set spark.sql.catalog.lake.hadoop.fs.s3.impl = org.apache.hadoop.fs.s3a.S3AFileSystem',
    `set spark.sql.catalog.lake.warehouse = ${root.replace(/^s3:/, 's3a:')}/iceberg`,
  ],
  notes: [],
  functions,
  type: (of) => type(of, (leaf) => scalarType(leaf, 'spark')),
  // Values are read as texts first: Spark takes no number that stands in quotes.
  fromJson: (text, to, isTried) => {
    const texts = callNode('from_json', [text, textNode(type(to, () => 'string'))]);
    return engineCast(texts, spark.type(to), isTried);
  },
  widensStroops: false,
  hasQualify: false,
  table: (_, path) => `lake.${path.replace('/', '.')}`,
  view: (name, query) => `create or replace view ${name} as\n${query}`,
};

/** `leaf` returns what is no list and no struct. */
function type(of: Type, leaf: (type: Type) => string): string {
  const { child_type: item, child_types: fields } = of.type_info ?? {};
  if (item) return `array<${type(item, leaf)}>`;
  if (!fields) return leaf(of);
  return `struct<${fields.map(({ first, second }) => `\`${first}\`: ${type(second, leaf)}`).join(', ')}>`;
}

function namedField(field: Expr): Expr[] {
  return [textNode(field.alias ?? ''), field];
}

/** Fields that are made, and those of a JSON object, which is read once. */
function joinedStructs([made, read]: readonly Expr[], original: CastExpr, words: EngineWords): Expr {
  const say = (key: string, args: readonly Expr[]) => words.get(key)!(args, original, words);
  const shape = shapeOf(original.children?.[1].children?.[1]);
  const others = (shape.type_info?.child_types ?? []).flatMap(({ first, second }) => {
    const field: Expr = { class: 'COLUMN_REF', type: 'COLUMN_REF', column_names: ['others', first] };
    return [textNode(first), second.type_info?.child_type?.id === 'JSON' ? say('JSON items', [field]) : field];
  });
  return say('with others', [read, callNode('named_struct', [...(made.children ?? []), ...others])]);
}
