/** JSON in ClickHouse, where it is text, and structs. */
import { clickhouseType } from './clickhouse-types.ts';
import type { Says, SaysCall } from './dialect.ts';
import { jsonPath } from './json-paths.ts';
import { shapeOf } from './shapes.ts';
import { held, textConstant, type Expr } from './tree.ts';

export const clickhouseJson: Readonly<Record<string, SaysCall>> = {
  '->>': (says, _, [value, path]) => `JSONExtract(${steps(says, value, path)}, 'Nullable(String)')`,
  from_json: sayShaped,
  json_array_length: (says, _, [value, path]) => `JSONLength(${path ? steps(says, value, path) : says(value)})`,
  json_extract: (says, _, [value, path]) => {
    if (jsonPath(path).isEach) return `JSONExtractArrayRaw(ifNull(${says(value)}, '')${tail(says, path)})`;
    return `nullIf(JSONExtractRaw(${steps(says, value, path)}), '')`;
  },
  json_object: (says, _, args) => {
    const members = args.flatMap((arg, i) =>
      i % 2 === 0 ? [[held(textConstant(arg), 'name'), args[i + 1]] as const] : [],
    );
    return objectOf(says, members);
  },
  json_transform: sayShaped,
  struct_concat: (says, _, [made, read]) => `tupleConcat(${says(made)}, assumeNotNull(${says(read)}))`,
  struct_pack: (says, _, args) => `tuple(${args.map((arg) => says(arg)).join(', ')})`,
  to_json: (says, _, [value]) => jsonOf(says, value),
};

/** The value and the steps to a part of it; places count from 1. */
function steps(says: Says, value: Expr, path: Expr): string {
  return `${says(value)}${tail(says, path)}`;
}

function tail(says: Says, path: Expr): string {
  const all = jsonPath(path).steps.map((step) =>
    typeof step === 'number' ? String(step + 1) : says.dialect.text(step),
  );
  return all.map((step) => `, ${step}`).join('');
}

/** A struct is read of an empty text where there is none, and a list of it is empty. */
function sayShaped(says: Says, _: Expr, [value, shape]: readonly Expr[]): string {
  return `JSONExtract(ifNull(${says(value)}, ''), ${says.dialect.text(clickhouseType(shapeOf(shape)))})`;
}

function objectOf(says: Says, members: readonly (readonly [string, Expr])[]): string {
  const parts = members.map(([name, value], i) => {
    const head = says.dialect.text(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    return `${head}, ifNull(${jsonOf(says, value)}, 'null')`;
  });
  return `concat(${parts.join(', ')}, '}')`;
}

/** JSON of structs is put together, as are lists of JSON; anything else is written by ClickHouse, null staying null. */
function jsonOf(says: Says, value: Expr): string {
  const { function_name: name = '', children = [] } = value;
  if (name === 'struct_pack') {
    return objectOf(
      says,
      children.map((one) => [held(one.alias, 'name'), one]),
    );
  }
  const [first] = children;
  const isOfStructs = name === 'list' && first.function_name === 'struct_pack';
  const texts = isOfStructs
    ? says({ ...value, children: [{ ...first, function_name: 'to_json', children: [first] }] })
    : says(value);
  const isJoined = isOfStructs || first?.function_name === 'json_extract';
  if (isJoined) return `concat('[', arrayStringConcat(${texts}, ','), ']')`;
  // A list that is null is empty: columns of lists have no others.
  return value.class === 'COLUMN_REF' ? `nullIf(toJSONString(${texts}), '[]')` : `toJSONString(${texts})`;
}
