/** What a query stands in. */
import type { Catalogue } from './catalogue.ts';
import type { Dialect } from './dialect.ts';
import type { ExpressionContext } from './expressions.ts';
import type { Scope, RelationShape } from './scope.ts';
import type { Query } from './tree.ts';

/** A query, or a relation, as the engine has it. */
export interface Said extends RelationShape {
  text: string;
}

export interface TranslationOptions {
  dialect: Dialect;
  catalogue: Catalogue;
  /** By schema and name; a text is why one is not there. */
  relations: ReadonlyMap<string, Said | string>;
  /** Makes a table over files. */
  files: (paths: readonly string[]) => { relation: string; columns: readonly string[] };
}

export interface QueryContext extends TranslationOptions {
  /** The common table expressions that can be read. */
  queries: ReadonlyMap<string, RelationShape>;
  /** What can be named of the query around it. */
  above?: Scope;
  /** Whether a column that cannot be said may be left out. */
  mayDrop: boolean;
  query: (node: Query, context: QueryContext) => Said;
}

/** Returns what expressions of a query stand in. */
export function placeInQuery(context: QueryContext, scope: Scope): ExpressionContext {
  const { dialect, catalogue, query } = context;
  const below = (node: Query, above: Scope | undefined) => query(node, { ...context, above, mayDrop: false }).text;
  return { dialect, macros: catalogue.macros, scope, variables: new Set(), query: below };
}
