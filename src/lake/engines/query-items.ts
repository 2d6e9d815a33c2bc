/** What stands after SELECT, for another engine. */
import { sayExpression, saysIn, type ExpressionContext } from './expressions.ts';
import { starColumns, starLeft } from './scope.ts';
import { held, Unsayable, type Expr } from './tree.ts';

/** One expression of a SELECT: one column, or more of what takes a struct apart. */
export interface Item {
  names: string[];
  text: string;
  /** What it is of; undefined of what a star or a struct has. */
  expr?: Expr;
}

/** Is told of a column that is left out, and why. */
export type Drop = (name: string, why: string) => void;

/** Returns the columns of a SELECT, those of stars one by one. */
export function sayItems(list: readonly Expr[], place: ExpressionContext, drop: Drop): Item[] {
  let unnamed = 0;
  return list.flatMap((expr) => {
    const { alias = '', class: kind } = expr;
    if (kind === 'STAR') return sayStar(expr, place, drop);
    if (isTakenApart(expr)) return [takenApart(expr, place)];
    const own = alias === '' ? expr.column_names?.at(-1) : alias;
    return sayItem(own ?? `value_${++unnamed}`, expr, place, drop);
  });
}

function sayItem(name: string, expr: Expr, place: ExpressionContext, drop: Drop): Item[] {
  const own = place.dialect.quote(name);
  try {
    const text = sayExpression(expr, place);
    return [{ names: [name], text: text === own ? text : `${text} as ${own}`, expr }];
  } catch (error) {
    if (!(error instanceof Unsayable)) throw error;
    drop(name, error.message);
    return [];
  }
}

function sayStar(expr: Expr, place: ExpressionContext, drop: Drop): Item[] {
  const { quote } = place.dialect;
  const scope = held(place.scope, 'relation');
  const of = expr.relation_name ?? '';
  const excluded = new Set((expr.exclude_list ?? []).map((name) => name.toLowerCase()));
  const replaced = new Map((expr.replace_list ?? []).map(({ key, value }) => [key.toLowerCase(), value]));
  for (const [name, why] of starLeft(scope, of)) if (!excluded.has(name)) drop(name, why);
  return starColumns(scope, of).flatMap(({ alias, name }) => {
    if (excluded.has(name.toLowerCase())) return [];
    const other = replaced.get(name.toLowerCase());
    if (other) return sayItem(name, other, place, drop);
    const isAlone = alias === '' || scope.sources.length === 1;
    return [{ names: [name], text: isAlone ? quote(name) : `${quote(alias)}.${quote(name)} as ${quote(name)}` }];
  });
}

/** `unnest(…, recursive := true)` of a list of structs. */
function isTakenApart({ function_name: name, children }: Expr): boolean {
  return name === 'unnest' && children?.[1]?.alias === 'recursive';
}

function takenApart({ children = [] }: Expr, place: ExpressionContext): Item {
  const [list] = children;
  const names = (list.children?.[0]?.children ?? []).map(({ alias }) => held(alias, 'name'));
  return { names, text: place.dialect.inline(saysIn(place), list, names) };
}
