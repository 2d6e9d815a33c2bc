/** What differs from engine to engine. */
import type { Column } from './catalogue.ts';
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

/** Files of one relation that have the same columns. */
export interface FileTable {
  name: string;
  columns: Column[];
  /** Below the root, with `/`. */
  paths: string[];
  root: string;
}

export interface Dialect {
  /** Statements before all others. */
  settings: readonly string[];
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
  /** Returns the statements that make the table `files.<name>`, and what reads it. */
  files: (table: FileTable) => { statements: string[]; relation: string };
  /** The expression of the path of the file that a row is of. */
  path: string;
  schema: (name: string) => string;
  view: (name: string, query: string) => string;
  hasFilter: boolean;
  /** Prints a list of structs as rows of their fields, in SELECT. */
  inline: (says: Says, list: Expr, fields: readonly string[]) => string;
  /** Prints a list of rows, or a function that gives rows, in FROM. */
  rows: (says: Says, rows: readonly Expr[][], alias: string, columns: readonly string[]) => string;
  range: (says: Says, args: readonly Expr[], alias: string, columns: readonly string[]) => string;
}
