/** SQL templates of an engine: `$1`, `$2` stand for arguments. Each is parsed once. */
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import type { Query } from '../meaning/syntax.ts';
import type { CallRule, Dialect, EngineWords } from './dialect.ts';
import { callNode, readSelect, substituted } from './tree.ts';

/** Returns the functions of a dialect as rules. */
export async function readWords(connection: DuckDBConnection, { functions }: Dialect): Promise<EngineWords> {
  const words = new Map<string, CallRule>();
  for (const [name, said] of Object.entries(functions)) {
    words.set(name, typeof said === 'string' ? await ruleOf(connection, said) : said);
  }
  return words;
}

async function ruleOf(connection: DuckDBConnection, text: string): Promise<CallRule> {
  if (/^\w+$/.test(text))
    return (args) =>
      callNode(
        text,
        args.map((arg) => ({ ...arg, alias: '' })),
      );
  const [body] = (await readTemplate(connection, `select ${text}`)).select_list ?? [];
  return (args) => substituted(body, new Map(args.map((arg, i) => [String(i + 1), arg])));
}

/** Returns the tree of SQL with the functions of an engine, whose names keep the capitals that DuckDB drops. */
export async function readTemplate(connection: DuckDBConnection, sql: string): Promise<Query> {
  // eslint-disable-next-line local/linear-expressions -- our own SQL
  const names = new Map([...sql.matchAll(/\w+(?=\()/g)].map(([name]) => [name.toLowerCase(), name]));
  return withNames(await readSelect(connection, sql), names) as Query;
}

function withNames(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((one: unknown) => withNames(one, names));
  if (typeof node !== 'object' || node === null) return node;
  const found = Object.entries(node).map(([key, child]: [string, unknown]) => {
    if (key === 'schema') return [key, ''];
    const name = key === 'function_name' ? names.get(String(child)) : undefined;
    return [key, name ?? withNames(child, names)];
  });
  return Object.fromEntries(found) as unknown;
}
