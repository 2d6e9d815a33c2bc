/** What differs from engine to engine. */
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import type { Expr, Query, Type } from '../meaning/syntax.ts';
import { callNode, readSelect, substituted } from './tree.ts';

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
  /** Returns the value of a text in JSON that has a list or a struct of the type. With `isTried`, what does not fit is null. */
  fromJson: (text: Expr, type: Type, isTried: boolean) => Expr;
  /** Whether stroops have 128 bits: where sums of 64 bits have no more, and of many amounts begin again below zero. */
  widensStroops: boolean;
  hasQualify: boolean;
  /** Returns an Iceberg table as it stands in FROM; its path is below the root. */
  table: (root: string, path: string) => string;
  view: (name: string, query: string) => string;
}

/** Returns the functions of a dialect as rules. Each template is parsed once. */
export async function readWords(connection: DuckDBConnection, { functions }: Dialect): Promise<EngineWords> {
  const words = new Map<string, CallRule>();
  for (const [name, said] of Object.entries(functions)) {
    words.set(name, typeof said === 'string' ? await ruleOf(connection, said) : said);
  }
  return words;
}

async function ruleOf(connection: DuckDBConnection, text: string): Promise<CallRule> {
  if (/^\w+$/.test(text)) return (args) => callNode(text, args);
  const [body] = (await readTemplate(connection, `select ${text}`)).select_list ?? [];
  return (args) => substituted(body, new Map(args.map((arg, i) => [String(i + 1), arg])));
}

/** Returns the tree of SQL with the functions of an engine, whose names keep the capitals that DuckDB drops. */
export async function readTemplate(connection: DuckDBConnection, sql: string): Promise<Query> {
  // eslint-disable-next-line local/linear-expressions -- our own SQL
  const names = new Map([...sql.matchAll(/\w+(?=\()/g)].map(([name]) => [name.toLowerCase(), name]));
  const tree = JSON.stringify(await readSelect(connection, sql));
  return JSON.parse(tree, (key, value) => (key === 'function_name' && names.get(value as string)) || value) as Query;
}
