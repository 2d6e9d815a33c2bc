/** What stands after SELECT, for another engine. */
import { sayExpression } from './expressions.ts';
import type { QueryContext } from './query-context.ts';
import { starColumns, type Scope } from './scope.ts';
import type { Expr } from './tree.ts';

/** A column of a SELECT. */
export interface Item {
  name: string;
  text: string;
}

/** Returns the columns of a SELECT, those of stars one by one. */
export function sayItems(list: readonly Expr[], place: QueryContext, scope: Scope): Item[] {
  let unnamed = 0;
  return list.flatMap((expr) => {
    const { alias = '', class: kind } = expr;
    if (kind === 'STAR') return sayStar(expr, place, scope);
    const own = alias === '' ? expr.column_names?.at(-1) : alias;
    return [sayItem(own ?? `value_${++unnamed}`, expr, place)];
  });
}

function sayItem(name: string, expr: Expr, place: QueryContext): Item {
  const own = place.dialect.quote(name);
  const text = sayExpression(expr, place);
  return { name, text: text === own ? text : `${text} as ${own}` };
}

function sayStar(expr: Expr, place: QueryContext, scope: Scope): Item[] {
  const { quote } = place.dialect;
  const of = expr.relation_name ?? '';
  const excluded = new Set((expr.exclude_list ?? []).map((name) => name.toLowerCase()));
  const replaced = new Map((expr.replace_list ?? []).map(({ key, value }) => [key.toLowerCase(), value]));
  return starColumns(scope, of).flatMap(({ alias, name }) => {
    if (excluded.has(name.toLowerCase())) return [];
    const other = replaced.get(name.toLowerCase());
    if (other) return [sayItem(name, other, place)];
    const isAlone = alias === '' || scope.sources.length === 1;
    return [{ name, text: isAlone ? quote(name) : `${quote(alias)}.${quote(name)} as ${quote(name)}` }];
  });
}
