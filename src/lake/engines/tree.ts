/** Reads and prints the syntax trees of relations. */
import type { Expr, Query } from '../meaning/syntax.ts';
import { treeOf } from '../meaning/reading.ts';
import type { DuckDBConnection } from '../duckdb/duckdb.ts';

/** What another engine cannot be told, and why; the text follows "since". */
export class Unsayable extends Error {
  override readonly name = 'Unsayable';
}

interface Tree {
  statements?: { node: Query }[];
  error_message?: string;
}

/** Returns the tree of a SELECT. Integers beyond 2^53 are texts in it. Throws an Error of wrong syntax. */
export async function readSelect(connection: DuckDBConnection, sql: string): Promise<Query> {
  const text = (await treeOf(connection, sql))
    .replace(/,"query_location":\d+/g, '')
    .replace(/"(lower|value)":(-?\d{16,})/g, '"$1":"$2"')
    .replaceAll('"schema":"main"', '"schema":""')
    // The parameters of a lambda are a row, which has no name in text.
    .replace(/("lhs":\{"class":"FUNCTION","type":"FUNCTION","alias":"","function_name":)"row"/g, '$1""');
  const tree = JSON.parse(text) as Tree;
  if (!tree.statements) throw new Error(`${tree.error_message}: ${sql.slice(0, 200)}`);
  return tree.statements[0].node;
}

/** Returns the SQL of a tree, as DuckDB writes it. */
export async function printTree(connection: DuckDBConnection, node: Query): Promise<string> {
  const tree = JSON.stringify({ error: false, statements: [{ node, named_param_map: [] }] });
  const result = await connection.runAndReadAll('select json_deserialize_sql($1::json)', [tree]);
  return String(result.value(0, 0));
}

/** Returns a tree whose parameters (`$1`) and columns of these names are replaced by expressions. */
export function substituted(tree: Expr, values: ReadonlyMap<string, Expr>): Expr {
  return JSON.parse(JSON.stringify(tree), (_, node: Partial<Expr> | null) => {
    const { class: kind, column_names: names = [], identifier = '', alias = '' } = node ?? {};
    const value = values.get(kind === 'COLUMN_REF' && names.length === 1 ? names[0].toLowerCase() : identifier);
    return value ? { ...value, alias } : node;
  }) as Expr;
}

/** Returns the text of a constant text; undefined of anything else. */
export function textConstant(node: Expr | undefined): string | undefined {
  const { type, value } = node?.value ?? {};
  return type?.id === 'VARCHAR' && typeof value === 'string' ? value : undefined;
}

/** Returns a constant text. */
export function textNode(value: string): Expr {
  const type = { id: 'VARCHAR', type_info: null };
  return { class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '', value: { type, is_null: false, value } };
}

/** Returns a call of a function, or of an operator between two operands. */
export function callNode(name: string, args: readonly Expr[]): Expr {
  const children = args.map((arg) => ({ ...arg, alias: '' }));
  const is_operator = /^\W/.test(name);
  return { class: 'FUNCTION', type: 'FUNCTION', alias: '', function_name: name, schema: '', children, is_operator };
}

/** Returns a cast to a type by its name. */
export function castNode(child: Expr, name: string, try_cast = false): Expr {
  const type_info = { type: 'UNBOUND_TYPE_INFO', name, user_type_modifiers: [] };
  return { class: 'CAST', type: 'OPERATOR_CAST', alias: '', child, cast_type: { id: 'UNBOUND', type_info }, try_cast };
}

/** Stands before the types of an engine in a tree: DuckDB writes them as names in quotes. */
export const TYPE_MARK = 'type:';

/** Returns a cast to a type of an engine. */
export function engineCast(child: Expr, type: string, isTried = false): Expr {
  return castNode(child, `${TYPE_MARK}${type}`, isTried);
}
