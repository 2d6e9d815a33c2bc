/** What a query stands in. */
import type { Catalogue } from './catalogue.ts';
import type { Dialect } from './dialect.ts';
import type { Query } from './tree.ts';

/** A query, or a relation, as the engine has it. */
export interface Said {
  text: string;
  columns: readonly string[];
}

export interface TranslationOptions {
  dialect: Dialect;
  catalogue: Catalogue;
  /** By schema and name; a text is why one is not there. */
  relations: ReadonlyMap<string, Said | string>;
}

export interface QueryContext extends TranslationOptions {
  /** The columns of the common table expressions that can be read. */
  queries: ReadonlyMap<string, readonly string[]>;
  query: (node: Query, context: QueryContext) => Said;
}
