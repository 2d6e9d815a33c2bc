/** What of this machine SQL can ask for: where files lie, and how DuckDB is set. Who asks over a network is not told. */
import { QueryError } from '../../../core/errors.ts';
import type { DuckDBConnection } from '../../duckdb/duckdb.ts';
import { treeOf } from '../../meaning/reading.ts';
import { explainedSql, firstStatement } from '../../meaning/statement.ts';

/** Functions of DuckDB that tell it, in rows or in what they fail with, and one that takes the names of relations as texts. */
export const tellingFunctions: ReadonlySet<string> = new Set([
  'getvariable',
  'current_setting',
  'duckdb_settings',
  'duckdb_variables',
  'duckdb_external_file_cache',
  'duckdb_temporary_files',
  'duckdb_extensions',
  'duckdb_secrets',
  'which_secret',
  'query_table',
]);

/** Views of DuckDB over these, and `SHOW VARIABLES`, whose name the syntax tree has in quotes. */
export const tellingRelations: ReadonlySet<string> = new Set(['pg_settings', '\\"variables\\"']);

/** Throws a QueryError if the SQL names a function or variable that tells file paths. Relations of the lake may use them. */
export async function checkPlaces(connection: DuckDBConnection, sql: string): Promise<void> {
  const text = firstStatement(sql);
  const explain = explainedSql(text);
  if (/analy[sz]e/i.test(explain?.words ?? '')) throw refusal('EXPLAIN ANALYZE');
  const tree = await treeOf(connection, explain?.body ?? text);
  for (const [, kind, name = ''] of tree.matchAll(/"(function|table)_name":"((?:[^"\\]|\\.)*)"/g)) {
    const telling = kind === 'function' ? tellingFunctions : tellingRelations;
    if (telling.has(name.toLowerCase())) throw refusal(name.replaceAll('\\"', ''));
  }
}

function refusal(name: string): QueryError {
  return new QueryError(`${name} is refused: it may reveal paths of the server`);
}
