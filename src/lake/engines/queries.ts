/** Prints queries for another engine. */
import { sayExpression } from './expressions.ts';
import type { QueryContext, Said, TranslationOptions } from './query-context.ts';
import { sayFrom } from './query-from.ts';
import { sayItems } from './query-items.ts';
import { held, Unsayable, type Expr, type Query } from './tree.ts';

/** Returns the query of a view. Throws an Unsayable. */
export function sayView(node: Query, options: TranslationOptions): Said {
  return sayQuery(node, { ...options, queries: new Map(), query: sayQuery });
}

function sayQuery(node: Query, context: QueryContext): Said {
  const { quote } = context.dialect;
  const queries = new Map(context.queries);
  const heads: string[] = [];
  for (const { key, value } of node.cte_map?.map ?? []) {
    if ((value.aliases ?? []).length > 0) throw new Unsayable(`it names the columns of ${key}`);
    const said = sayQuery(value.query.node, { ...context, queries });
    queries.set(key.toLowerCase(), said.columns);
    heads.push(`${quote(key)} as (\n${said.text}\n)`);
  }
  checkModifiers(node);
  const said = (node.type === 'SELECT_NODE' ? saySelect : saySetOf)(node, { ...context, queries });
  const head = heads.length > 0 ? `with ${heads.join(',\n')}\n` : '';
  return { ...said, text: `${head}${said.text}` };
}

function saySetOf(node: Query, context: QueryContext): Said {
  const { setop_type: type = '', setop_all: isAll } = node;
  const own = [held(node.left, 'side'), held(node.right, 'side')];
  const sides = own.map((side) => sayQuery(side, context));
  const word = type.replace('_BY_NAME', '').toLowerCase();
  const all = isAll ? ' all' : word === 'union' ? ' distinct' : '';
  const { columns, texts } = type === 'UNION_BY_NAME' ? byName(sides, context) : inOrder(sides);
  const text = texts.map((side) => `(\n${side}\n)`).join(`\n${word}${all}\n`);
  return { text, columns };
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
  const isDistinct = (node.modifiers ?? []).length > 0;
  const items = sayItems(node.select_list ?? [], context, from);
  const chosen = node.qualify ? [`${sayExpression(node.qualify, context)} as ${CHOSEN}`] : [];
  const parts = [
    `select${isDistinct ? ' distinct' : ''}\n    ${[...items.map(({ text }) => text), ...chosen].join(',\n    ')}`,
    ...(from.text === '' ? [] : [`from ${from.text}`]),
    ...clause('where', node.where_clause, context),
    ...groupOf(node, context),
    ...clause('having', node.having, context),
  ];
  const columns = items.map(({ name }) => name);
  if (chosen.length === 0) return { text: parts.join('\n'), columns };
  const names = columns.map((name) => context.dialect.quote(name));
  return { text: `select ${names.join(', ')} from (\n${parts.join('\n')}\n) as ranked where ${CHOSEN}`, columns };
}

function clause(word: string, condition: Expr | null | undefined, place: QueryContext): string[] {
  return condition ? [`${word} ${sayExpression(condition, place)}`] : [];
}

function groupOf(node: Query, place: QueryContext): string[] {
  const { group_expressions: groups = [], group_sets: sets = [] } = node;
  if (node.aggregate_handling === 'FORCE_AGGREGATES') return ['group by all'];
  if (groups.length === 0) return [];
  if (sets.length > 1) throw new Unsayable('it has grouping sets');
  return [`group by ${groups.map((one) => sayExpression(one, place)).join(', ')}`];
}

/** Whether QUALIFY, which not every engine has, keeps a row. */
const CHOSEN = 'is_chosen';

/** A view has no order. */
function checkModifiers({ modifiers = [] }: Query): void {
  const other = modifiers.find(
    ({ type, distinct_on_targets: on = [] }) => type !== 'DISTINCT_MODIFIER' || on.length > 0,
  );
  if (other) throw new Unsayable(`it has ${other.type.toLowerCase()}`);
}
