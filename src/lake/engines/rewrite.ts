/** Rewrites syntax trees of DuckDB into trees whose text is SQL of another engine. */
import type { Expr, From, OrderBy, Query, SyntaxValue } from '../meaning/syntax.ts';
import { STAND_INS, plainName, type Catalogue } from './catalogue.ts';
import type { CallRule, CastExpr, Dialect, EngineWords } from './dialect.ts';
import { formatted } from './format.ts';
import { engineCast, substituted, textConstant, textNode, Unsayable } from './tree.ts';
import { isJsonValue, shapeOf, typeName } from './types.ts';

/** What a rewriting knows of the engine and of the lake. */
export interface Rewriting {
  dialect: Dialect;
  words: EngineWords;
  macros: Catalogue['macros'];
  /** Iceberg tables as they stand in FROM, by path. */
  tables: ReadonlyMap<string, From>;
  /** `QUALIFIED` as a tree. */
  qualified: Query;
  /** Relations that the engine has, by schema and name. */
  relations: ReadonlySet<string>;
  /** Whether the expression stands in `try()`. */
  isTried?: boolean;
}

type Rule = (node: never, context: Rewriting) => unknown;

/** By class; of what is no expression by type. */
const rules: Readonly<Record<string, Rule | undefined>> = {
  CONSTANT: constant,
  CAST: cast,
  FUNCTION: call,
  WINDOW: call,
  OPERATOR: operator,
  LAMBDA: lambda,
  SELECT_NODE: select,
  SET_OPERATION_NODE: setOperation,
  BASE_TABLE: table,
  TABLE_FUNCTION: tableFunction,
  ORDER_DEFAULT: order,
  ASCENDING: order,
  DESCENDING: order,
};

/** Returns the tree for the engine. Throws an Unsayable. */
export function rewrite<T>(node: T, context: Rewriting): T {
  if (Array.isArray(node)) return node.map((one: unknown) => rewrite(one, context)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const { class: kind, type } = node as { class?: string; type?: string };
  const rule = rules[kind ?? type ?? ''];
  return (rule ? rule(node as never, context) : inside(node, context)) as T;
}

/** Rewrites the parts of a node. */
function inside<T extends object>(node: T, context: Rewriting): T {
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, rewrite(child, context)])) as T;
}

/** Engines read numbers with a point, and long ones, as doubles: these become casts of their digits. */
function constant(node: Expr, { dialect }: Rewriting): Expr {
  const { type, is_null, value } = node.value as SyntaxValue;
  if (is_null) return node;
  if (type.id === 'VARCHAR')
    return { ...node, value: { type, is_null, value: String(value).replaceAll('\\', '\\\\') } };
  const digits = digitsOf(node.value as SyntaxValue);
  if (digits === undefined) return node;
  // With all the digits that there can be, as products of it have.
  const wide = type.type_info ? { ...type, type_info: { ...type.type_info, width: 38 } } : type;
  return { ...engineCast(textNode(digits), dialect.type(wide)), alias: node.alias };
}

function digitsOf({ type, value }: SyntaxValue): string | undefined {
  if (type.id === 'DECIMAL') {
    const scale = type.type_info?.scale ?? 0;
    const padded = String(value).replace(/\d+/, (digits) => digits.padStart(scale + 1, '0'));
    return `${padded.slice(0, padded.length - scale)}.${padded.slice(padded.length - scale)}`;
  }
  if (typeof value === 'object') return String(BigInt(value.upper) * 2n ** 64n + BigInt(value.lower));
  return typeof value === 'string' ? value : undefined;
}

function cast(node: Expr, context: Rewriting): Expr {
  const { child, cast_type: type, try_cast: isTried = false } = node as CastExpr;
  const { dialect, words } = context;
  const value = rewrite(child, context);
  if (isJsonValue(child) && ['LIST', 'STRUCT'].includes(typeName(type)))
    return { ...dialect.fromJson(value, type, isTried), alias: node.alias };
  const verb = isTried ? 'try_cast' : 'cast';
  const own = words.get(`${verb} ${typeName(type)}`) ?? words.get(verb);
  const to = dialect.type(type);
  const said = own?.([value, textNode(to)], node as CastExpr, words) ?? engineCast(value, to, isTried);
  return { ...said, alias: node.alias };
}

/** A function, an aggregate or a window function. */
function call(node: Expr, context: Rewriting): Expr {
  const { function_name: name = '', schema = '', children = [], alias } = node;
  const key = schema === '' ? name : `${schema}.${name}`;
  if (key === 'format') return rewrite({ ...formatted(children), alias }, context);
  if (key === 'from_json' || key === 'json_transform') {
    return { ...context.dialect.fromJson(rewrite(children[0], context), shapeOf(children[1]), true), alias };
  }
  if (key === 'list_sort' && textConstant(children[1])?.startsWith('DESC')) throw new Unsayable(BACKWARDS);
  const own = ownRule(key, node, context);
  if (own) return renamed(node, own, context);
  const macro = context.macros.get(key);
  if (macro) {
    const values = new Map(macro.parameters.map((parameter, i) => [parameter, children[i]]));
    return rewrite({ ...substituted(macro.body, values), alias }, context);
  }
  if (!shared.has(key)) throw new Unsayable(`it calls ${key}`);
  return inside(node, context);
}

/** Functions and operators that Spark and ClickHouse have as DuckDB has them. */
const shared = new Set('+ - * % || abs count greatest least lead max min nullif row_number'.split(' '));

const BACKWARDS = 'it has a list from the last to the first';

function ownRule(key: string, { distinct, order_bys: by }: Expr, { words, isTried }: Rewriting): CallRule | undefined {
  const orders = by?.orders ?? [];
  if (distinct && words.has(`${key} distinct`)) return words.get(`${key} distinct`);
  if (orders.length > 0) return words.get(`${key} ordered`);
  return (isTried ? words.get(`try ${key}`) : undefined) ?? words.get(key);
}

function renamed(node: Expr, rule: CallRule, context: Rewriting): Expr {
  const { children: args = [], order_bys: by, ...rest } = inside(node, context);
  const orders = by?.orders ?? [];
  if (orders.some(({ type }) => type === 'DESCENDING')) throw new Unsayable(BACKWARDS);
  if (node.function_name === 'list' && node.filter) throw new Unsayable('it calls list with a filter');
  const said = rule([...args, ...orders.map(({ expression }) => expression)], node as CastExpr, context.words);
  if (said.class !== 'FUNCTION' || node.function_name === 'list') return { ...said, alias: node.alias };
  const { function_name, children, is_operator } = said;
  return { ...rest, function_name, children, is_operator, schema: '' };
}

function operator(node: Expr, context: Rewriting): Expr {
  const { type, children = [], alias } = node;
  if (type === 'OPERATOR_TRY') return { ...rewrite(children[0], { ...context, isTried: true }), alias };
  if (type === 'ARRAY_SLICE' && children[2].value?.type.id !== 'LIST')
    throw new Unsayable('it has a slice with an end');
  const own = context.words.get(type);
  return own
    ? { ...own(rewrite(children.slice(0, 2), context), node as CastExpr, context.words), alias }
    : inside(node, context);
}

/** The parameters of a lambda stay as they are. */
function lambda(node: Expr, context: Rewriting): Expr {
  return { ...node, expr: rewrite(node.expr, context) };
}

/** What Spark has for QUALIFY, whose condition is a column of the query below. */
export const QUALIFIED = 'select * exclude (is_chosen) from (select 1) as ranked where is_chosen';

/** Columns are named without their relations. */
function select({ qualify, ...node }: Query, context: Rewriting): Query {
  const { dialect, qualified } = context;
  const items = (node.select_list ?? []).map((item) => {
    const { column_names: names = [], alias = '' } = item;
    return names.length > 1 && alias === '' ? { ...item, alias: names.at(-1) } : item;
  });
  if (!qualify || dialect.hasQualify) return inside({ ...node, qualify, select_list: items }, context);
  const ranked = inside({ ...node, select_list: [...items, { ...qualify, alias: 'is_chosen' }] }, context);
  return { ...qualified, from_table: { ...(qualified.from_table as From), subquery: { node: ranked } } };
}

/** Only DuckDB has UNION BY NAME. */
function setOperation(node: Query, context: Rewriting): Query {
  if (node.setop_type === 'UNION_BY_NAME') throw new Unsayable('it joins rows by name');
  return inside(node, context);
}

function table(node: From, { tables, relations }: Rewriting): From {
  const { schema_name: schema = '', table_name: name = '', alias } = node;
  if (schema === '') return node;
  const stored = schema === STAND_INS ? tables.get(name) : undefined;
  if (stored) return { ...stored, alias };
  if (!relations.has(`${schema}.${name}`.toLowerCase()))
    throw new Unsayable(`it reads ${schema}.${name}, which is not here`);
  return { ...node, table_name: plainName(name) };
}

function tableFunction({ function: called }: From): never {
  const { function_name: name = '', schema = '' } = called as Expr;
  if (name === 'read_parquet') throw new Unsayable('it reads a state of an archive, which Iceberg tables lack');
  throw new Unsayable(`it reads ${schema === '' ? name : `${schema}.${name}`}()`);
}

/** Nulls come last wherever DuckDB is not told otherwise; other engines have other defaults. */
function order(node: OrderBy, context: Rewriting): OrderBy {
  const nulls = node.null_order === 'NULLS FIRST' ? 'NULLS FIRST' : 'NULLS LAST';
  return { ...inside(node, context), null_order: nulls };
}
