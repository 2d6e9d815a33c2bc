/** What differs from engine to engine. */
import type { Expr, Type } from '../meaning/syntax.ts';

/** Makes an expression of the engine, of arguments as the engine has them and of the expression as DuckDB has it. */
export type CallRule = (args: readonly Expr[], original: CastExpr, words: EngineWords) => Expr;

/** An expression; if it is a cast, with what it casts and the type. */
export type CastExpr = Expr & { child: Expr; cast_type: Type };

/** The rules of an engine by the keys of `Dialect.functions`. */
export type EngineWords = ReadonlyMap<string, CallRule>;

export interface Dialect {
  /** Returns the statements before all others; Iceberg tables are below the root. */
  settings: (root: string) => readonly string[];
  /** What is otherwise there than in DuckDB, in every relation. */
  notes: readonly string[];
  /**
   * How the engine writes DuckDB's functions and operators and our macros: a name, or SQL with `$1`, `$2` for arguments.
   * The keys of what stands in `try()` begin with `try`, of aggregates of distinct or ordered values they end with that word.
   * Casts get the type as a second argument.
   */
  functions: Readonly<Record<string, string | CallRule>>;
  type: (type: Type) => string;
  /** Whether stroops have 128 bits: where sums of 64 bits have no more, and of many amounts begin again below zero. */
  widensStroops: boolean;
  hasQualify: boolean;
  /** Returns an Iceberg table as it stands in FROM; its path is below the root. */
  table: (root: string, path: string) => string;
  view: (name: string, query: string) => string;
}

/** Returns what an engine has for a key that its words have. */
export function worded(words: EngineWords, key: string, args: readonly Expr[]): Expr {
  const rule = words.get(key);
  if (!rule) throw new Error(`there are no words for ${key}`);
  return rule(args, args[0] as CastExpr, words);
}
