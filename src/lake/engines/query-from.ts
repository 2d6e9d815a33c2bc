/** What stands after FROM, for another engine. */
import { sayExpression, saysIn } from './expressions.ts';
import type { QueryContext } from './query-context.ts';
import type { ScopeSource } from './scope.ts';
import { held, Unsayable, type From } from './tree.ts';

export interface FromSaid {
  text: string;
  sources: ScopeSource[];
  /** The columns that a join with USING makes one of. */
  using: Set<string>;
}

/** Returns a FROM; its text is empty where there is none. */
export function sayFrom(node: From, context: QueryContext): FromSaid {
  if (node.type === 'EMPTY') return { text: '', sources: [], using: new Set() };
  if (node.type === 'JOIN') return sayJoin(node, context);
  const { text, ...source } = saySource(node, context);
  return { text, sources: [source], using: new Set() };
}

type SourceSaid = ScopeSource & { text: string };

function saySource(node: From, context: QueryContext): SourceSaid {
  if (node.type === 'BASE_TABLE') return sayTable(node, context);
  const alias = aliasOf(node) ?? 'rows';
  const values = node.type === 'SUBQUERY' ? valuesIn(node) : undefined;
  if (values) return sayCalled({ ...values, column_name_alias: node.column_name_alias }, alias, context);
  if (node.type !== 'SUBQUERY') return sayCalled(node, alias, context);
  const said = context.query(held(node.subquery, 'query').node, context);
  return { ...said, alias, text: `(\n${said.text}\n) as ${context.dialect.quote(alias)}` };
}

function aliasOf({ alias = '' }: From): string | undefined {
  return alias === '' ? undefined : alias;
}

function sayTable(node: From, context: QueryContext): SourceSaid {
  const { schema_name: schema = '', table_name: name = '' } = node;
  const { dialect, queries, relations } = context;
  const alias = aliasOf(node);
  const as = alias === undefined ? '' : ` as ${dialect.quote(alias)}`;
  const shape = { alias: alias ?? name };
  const own = schema === '' ? queries.get(name.toLowerCase()) : undefined;
  if (own) return { ...shape, columns: own, text: `${dialect.quote(name)}${as}` };
  const known = relations.get(`${schema}.${name}`.toLowerCase());
  if (known === undefined) throw new Unsayable(`it reads ${schema}.${name}`);
  if (typeof known === 'string') throw new Unsayable(`it reads ${schema}.${name}, which is not here`);
  const isQuery = known.text.startsWith('(');
  const text = isQuery && as === '' ? `${known.text} as ${dialect.quote(name)}` : `${known.text}${as}`;
  return { ...shape, columns: known.columns, text };
}

/** Rows that are written out. */
function sayCalled(node: From, alias: string, context: QueryContext): SourceSaid {
  const { dialect } = context;
  const { column_name_alias: columns = [], function: call } = node;
  if (node.type === 'EXPRESSION_LIST')
    return { columns, alias, text: dialect.rows(saysIn(context), node.values ?? [], alias, columns) };
  const { function_name: name = '', schema = '' } = held(call, 'function');
  if (name === 'read_parquet') throw new Unsayable('it reads a state of an archive, which Iceberg tables lack');
  throw new Unsayable(`it reads ${schema === '' ? name : `${schema}.${name}`}()`);
}

/** Rows that are written out stand in a SELECT of their own. */
function valuesIn({ subquery }: From): From | undefined {
  const { from_table: from, select_list: items = [] } = subquery?.node ?? {};
  if (items.length !== 1 || items[0].class !== 'STAR' || !from) return undefined;
  return from.type === 'EXPRESSION_LIST' ? from : valuesIn(from);
}

function sayJoin(node: From, context: QueryContext): FromSaid {
  const sides = [held(node.left, 'side'), held(node.right, 'side')].map((side) => sayFrom(side, context));
  const { join_type: type = '', ref_type: kind = '', using_columns: shared = [], condition } = node;
  const using = new Set([...sides.flatMap((side) => [...side.using]), ...shared.map((name) => name.toLowerCase())]);
  const sources = sides.flatMap((side) => side.sources);
  const words = joins[kind === 'REGULAR' ? type : kind];
  if (words === undefined) throw new Unsayable(`it has a ${kind.toLowerCase()} ${type.toLowerCase()} join`);
  const on = condition ? ` on ${sayExpression(condition, context)}` : '';
  const by = shared.length > 0 ? ` using (${shared.map(context.dialect.quote).join(', ')})` : '';
  return { text: `${sides[0].text}\n${words} ${sides[1].text}${on}${by}`, sources, using };
}

const joins: Readonly<Record<string, string | undefined>> = {
  CROSS: 'cross join',
  INNER: 'inner join',
  LEFT: 'left join',
  RIGHT: 'right join',
  FULL: 'full join',
  OUTER: 'full join',
};
