/** Prints queries for another engine. A column that the engine cannot be told is left out where rows stay the same without it. */
import { sayExpression, sayOrders, type ExpressionContext } from './expressions.ts';
import { placeInQuery, type QueryContext, type TranslationOptions, type Said } from './query-context.ts';
import { sayFrom } from './query-from.ts';
import { sayItems } from './query-items.ts';
import type { RelationShape } from './scope.ts';
import { held, Unsayable, type Expr, type Query } from './tree.ts';

/** Returns the query of a view. Throws an Unsayable when more than columns of it cannot be said. */
export function sayView(node: Query, options: TranslationOptions): Said {
  return sayQuery(node, { ...options, queries: new Map(), mayDrop: true, query: sayQuery });
}

function sayQuery(node: Query, context: QueryContext): Said {
  const { quote } = context.dialect;
  const queries = new Map<string, RelationShape>(context.queries);
  const heads: string[] = [];
  for (const { key, value } of node.cte_map?.map ?? []) {
    if ((value.aliases ?? []).length > 0) throw new Unsayable(`it names the columns of ${key}`);
    const said = sayQuery(value.query.node, { ...context, queries });
    queries.set(key.toLowerCase(), said);
    heads.push(`${quote(key)} as (\n${said.text}\n)`);
  }
  const said = (node.type === 'SELECT_NODE' ? saySelect : saySetOf)(node, { ...context, queries });
  const head = heads.length > 0 ? `with ${heads.join(',\n')}\n` : '';
  return { ...said, text: `${head}${said.text}` };
}

function saySetOf(node: Query, context: QueryContext): Said {
  const { setop_type: type = '', setop_all: isAll } = node;
  const own = [held(node.left, 'side'), held(node.right, 'side')];
  const sides = own.map((side) => sayQuery(side, { ...context, mayDrop: false }));
  const word = type.replace('_BY_NAME', '').toLowerCase();
  const all = isAll ? ' all' : word === 'union' ? ' distinct' : '';
  const { columns, texts } = type === 'UNION_BY_NAME' ? byName(sides, context) : inOrder(sides);
  const tail = tailOf(node, placeInQuery(context, { sources: [], using: new Set() }));
  const text = texts.map((side) => `(\n${side}\n)`).join(`\n${word}${all}\n`);
  return { text: `${text}${tail}`, columns, left: new Map() };
}

interface Sides {
  columns: readonly string[];
  texts: string[];
}

function inOrder(sides: readonly Said[]): Sides {
  return { columns: sides[0].columns, texts: sides.map(({ text }) => text) };
}

/** Columns that one side lacks are null there. */
function byName(sides: readonly Said[], { dialect: { quote } }: QueryContext): Sides {
  const columns: string[] = [];
  for (const name of sides.flatMap((side) => side.columns)) if (!has(columns, name)) columns.push(name);
  const texts = sides.map(({ text, columns: own }) => {
    const items = columns.map((name) => (has(own, name) ? quote(name) : `null as ${quote(name)}`));
    return `select ${items.join(', ')} from (\n${text}\n) as side`;
  });
  return { columns, texts };
}

function has(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

function saySelect(node: Query, context: QueryContext): Said {
  const from = sayFrom(node.from_table ?? { type: 'EMPTY' }, context);
  const place = placeInQuery(context, { sources: from.sources, using: from.using, above: context.above });
  const isDistinct = (node.modifiers ?? []).some(({ type, distinct_on_targets: on = [] }) => {
    return type === 'DISTINCT_MODIFIER' && on.length === 0;
  });
  const left = new Map<string, string>();
  // `distinct` compares all columns, so dropping one changes the rows.
  const mayDrop = context.mayDrop && !isDistinct && node.aggregate_handling !== 'FORCE_AGGREGATES';
  const items = sayItems(node.select_list ?? [], place, (name, why) => {
    if (!mayDrop) throw new Unsayable(why);
    left.set(name.toLowerCase(), why);
  });
  if (items.length === 0) throw new Unsayable([...left.values()][0] ?? 'it has no columns');
  const parts = [
    `select${isDistinct ? ' distinct' : ''}\n    ${items.map(({ text }) => text).join(',\n    ')}`,
    ...(from.text === '' ? [] : [`from ${from.text}`]),
    ...clause('where', node.where_clause, place),
    ...groupOf(node, place),
    ...clause('having', node.having, place),
  ];
  const columns = items.flatMap(({ names }) => names);
  return { text: `${qualified(parts, node, place)}${tailOf(node, place)}`, columns, left };
}

function clause(word: string, condition: Expr | null | undefined, place: ExpressionContext): string[] {
  return condition ? [`${word} ${sayExpression(condition, place)}`] : [];
}

function groupOf(node: Query, place: ExpressionContext): string[] {
  const { group_expressions: groups = [], group_sets: sets = [] } = node;
  if (node.aggregate_handling === 'FORCE_AGGREGATES') return ['group by all'];
  if (groups.length === 0) return [];
  if (sets.length > 1) throw new Unsayable('it has grouping sets');
  return [`group by ${groups.map((one) => sayExpression(one, place)).join(', ')}`];
}

/** Returns a SELECT with only the rows that QUALIFY asks for, and the first of each group that DISTINCT ON makes. */
function qualified(parts: readonly string[], node: Query, place: ExpressionContext): string {
  const asked = [...(node.qualify ? [sayExpression(node.qualify, place)] : []), ...firstOf(node, place)];
  return (asked.length === 0 ? parts : [...parts, `qualify ${asked.join(' and ')}`]).join('\n');
}

function firstOf({ modifiers = [] }: Query, place: ExpressionContext): string[] {
  const targets = modifiers.find(({ type }) => type === 'DISTINCT_MODIFIER')?.distinct_on_targets ?? [];
  if (targets.length === 0) return [];
  const orders = modifiers.find(({ type }) => type === 'ORDER_MODIFIER')?.orders ?? [];
  const keys = targets.map((one) => sayExpression(one, place)).join(', ');
  const order = orders.length > 0 ? sayOrders(orders, place) : keys;
  return [`row_number() over (partition by ${keys} order by ${order}) = 1`];
}

function tailOf({ modifiers = [] }: Query, place: ExpressionContext): string {
  const parts = modifiers.flatMap(({ type, orders = [], limit, offset }) => {
    if (type === 'DISTINCT_MODIFIER') return [];
    if (type === 'ORDER_MODIFIER') return [`order by ${sayOrders(orders, place)}`];
    if (type === 'LIMIT_MODIFIER' && limit && !offset) return [`limit ${sayExpression(limit, place)}`];
    throw new Unsayable(`it has ${type.toLowerCase()}`);
  });
  return parts.map((part) => `\n${part}`).join('');
}
