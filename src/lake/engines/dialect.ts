/** What differs from engine to engine. */
import type { Expr, Type } from './tree.ts';

/** Prints expressions, for what prints those that they are part of. */
export interface Says {
  (node: Expr): string;
  dialect: Dialect;
  /** What stands after an aggregate of some rows only; it has to be printed. */
  filter: string;
}

/** Prints a call of a function, or throws an Unsayable. */
export type SaysCall = (says: Says, call: Expr, args: readonly Expr[]) => string;

export interface Dialect {
  /** Returns the statements before all others; Iceberg tables are below the root. */
  settings: (root: string) => readonly string[];
  /** What is otherwise there than in DuckDB, in every relation. */
  notes?: readonly string[];
  quote: (name: string) => string;
  text: (value: string) => string;
  /** Prints a decimal of so many digits, or a whole number beyond 64 bits, where it is another number when it stands alone. */
  exact?: (digits: string, scale?: number) => string;
  type: (type: Type) => string;
  /** The type of stroops that are a BIGINT, where sums of 64 bits have no more: of many amounts they begin again below zero. */
  stroops?: string;
  /** Functions by DuckDB's names, operators among them. */
  functions: Readonly<Record<string, SaysCall>>;
  /** Those in their place in what may fail. */
  tried: Readonly<Record<string, SaysCall>>;
  /** Prints casts in another way than `cast(x as t)`; undefined where that will do. */
  cast: (says: Says, node: Expr) => string | undefined;
  /** What stands for a list that is null, where none can be. */
  noList?: string;
  /** Whether columns of lists and structs are cast as others are: where what makes them gives their fields no names. */
  castsNested?: boolean;
  /** Prints an element or a slice of a list, or of a text. */
  element: (says: Says, list: Expr, place: Expr) => string;
  slice: (says: Says, list: Expr, first: Expr, last: Expr | undefined) => string;
  lambda: (variables: readonly string[], body: string) => string;
  /** Prints an Iceberg table in FROM; its path is below the root. */
  table: (root: string, path: string) => string;
  schema: (name: string) => string;
  view: (name: string, query: string) => string;
  hasFilter: boolean;
  /** Prints a list of rows in FROM. */
  rows: (says: Says, rows: readonly Expr[][], alias: string, columns: readonly string[]) => string;
}
