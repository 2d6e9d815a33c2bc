/** Reads the syntax trees of relations for other engines. */
import type { Expr } from '../meaning/syntax.ts';

export type { Expr, From, Modifier, OrderBy as Order, Query, Type, SyntaxValue as Value } from '../meaning/syntax.ts';

/** What another engine cannot be told, and why; the text follows "since". */
export class Unsayable extends Error {
  override readonly name = 'Unsayable';
}

/** Returns a field that the tree has wherever this is asked. Throws an Unsayable where it has not. */
export function held<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Unsayable(`it has no ${what}`);
  return value;
}

/** Returns a tree with columns of these names in place of expressions: the parameters of a macro. */
export function substituted(tree: Expr, values: ReadonlyMap<string, Expr>): Expr {
  return replaceIn(tree, values) as Expr;
}

function replaceIn(node: unknown, values: ReadonlyMap<string, Expr>): unknown {
  if (Array.isArray(node)) return node.map((one: unknown) => replaceIn(one, values));
  if (typeof node !== 'object' || node === null) return node;
  const { class: kind, column_names: names, alias = '' } = node as Expr;
  const value = kind === 'COLUMN_REF' && names ? values.get(names[0].toLowerCase()) : undefined;
  if (value && names?.length === 1) return { ...value, alias };
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, replaceIn(child, values)]));
}

/** Returns the text of a constant text; undefined of anything else. */
export function textConstant(node: Expr | undefined): string | undefined {
  const { type, value } = node?.value ?? {};
  return type?.id === 'VARCHAR' && typeof value === 'string' ? value : undefined;
}
