/** What SQL may do here is read: one SELECT, or EXPLAIN of one, that calls no function with an effect. */
import { QueryError } from '../../core/errors.ts';
import { messageOf } from '../../core/system-errors.ts';
import { duckdb, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { explainedSql, firstStatement, firstWord } from './statement.ts';

export type Prepared = Awaited<ReturnType<DuckDBConnection['prepare']>>;

/** A statement that reads, and its text alone, without the semicolon that ended it. */
interface Reading {
  statement: Prepared;
  text: string;
}

/**
 * Returns the SQL as a prepared statement. Throws a QueryError unless it is exactly one statement that only reads. Checks
 * the syntax tree before planning, because EXPLAIN ANALYZE runs its statement.
 */
export async function prepareRead(connection: DuckDBConnection, sql: string): Promise<Reading> {
  const text = await checkRead(connection, sql);
  const statement = await connection.prepare(text);
  const { statementType: type } = statement;
  const { SELECT, EXPLAIN } = duckdb.StatementType;
  if (type === (explainedSql(text) ? EXPLAIN : SELECT)) return { statement, text };
  statement.destroySync();
  throw refusal(duckdb.StatementType[type]);
}

/** Returns the one statement of the SQL when it merely reads; throws as `prepareRead` does. */
export async function checkRead(connection: DuckDBConnection, sql: string): Promise<string> {
  const text = firstStatement(sql);
  if (text === '') throw new QueryError('the SQL is empty');
  const explain = explainedSql(text);
  const body = explain?.body ?? text;
  const tree = await treeOf(connection, body);
  const isSelect = tree.startsWith('{"error":false,');
  if (!isSelect || text !== sql) await checkOne(connection, sql);
  if (!isSelect) throw refusal(firstWord(body));
  checkFunctions(tree);
  return explain ? `${explain.words}\n${explain.body}` : text;
}

/** Trees by their texts: a statement is parsed up to four times on its way, each 0.4 ms of processor. */
const trees = new Map<string, string>();
const MOST_TREES = 256;
/** Longer texts are parsed each time. */
const MOST_LETTERS = 8192;

/** Returns the syntax tree as DuckDB writes it: a SELECT, DESCRIBE, SHOW or SUMMARIZE, else an error. */
export async function treeOf(connection: DuckDBConnection, text: string): Promise<string> {
  const known = trees.get(text);
  if (known !== undefined) return known;
  const result = await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [text]);
  const tree = String(result.value(0, 0));
  if (trees.size >= MOST_TREES) trees.clear();
  if (text.length <= MOST_LETTERS) trees.set(text, tree);
  return tree;
}

/** Throws the error of the syntax, with its place, when that is wrong. */
async function checkOne(connection: DuckDBConnection, sql: string): Promise<void> {
  const count = await countOf(connection, sql);
  if (count === 1) return;
  if (firstWord(sql) === 'pivot') throw new QueryError(OPEN_PIVOT);
  throw new QueryError(`found ${count} statements, expected one: queries run one at a time`);
}

/** DuckDB takes some letters for blanks where nothing else stands, such as a lone `é`, and its binding throws where nothing is left. */
async function countOf(connection: DuckDBConnection, sql: string): Promise<number> {
  try {
    return (await connection.extractStatements(sql)).count;
  } catch (error) {
    if (messageOf(error) === 'Error in native callback') return 0;
    throw error;
  }
}

/** DuckDB makes a type of the values first, which is a statement of its own. */
const OPEN_PIVOT =
  'PIVOT would first have to ask which columns there will be: name them, as in PIVOT ... ON type IN (1, 2)';

function checkFunctions(tree: string): void {
  for (const [, name = ''] of tree.matchAll(/"function_name":"([^"\\]*)"/g)) {
    const known = name.toLowerCase();
    const reason = Object.hasOwn(refusedFunctions, known) ? refusedFunctions[known] : undefined;
    if (reason !== undefined)
      throw new QueryError(`the function ${name} is refused: it ${reason}, and queries are read-only`);
  }
}

const readers = ['SELECT', 'FROM', 'WITH', 'VALUES', 'DESCRIBE', 'SUMMARIZE', 'SHOW', 'EXPLAIN'];

function refusal(word = ''): QueryError {
  const name = word.toUpperCase();
  const what = name === '' || readers.includes(name) ? 'this statement' : name;
  return new QueryError(`${what} is refused: queries are read-only (${readers.join(', ')})`);
}

const settings = 'changes settings of the whole database';
const hidden = 'takes SQL that is not looked at';
const pointers = 'reads memory by its address';

/**
 * Functions of DuckDB that do more than read, and what they do. A test compares this list with all functions of the version
 * in use. `confine` limits those that read files.
 */
export const refusedFunctions: Readonly<Record<string, string>> = {
  checkpoint: 'writes files',
  force_checkpoint: 'writes files',
  enable_logging: 'writes a log',
  disable_logging: settings,
  truncate_duckdb_logs: 'empties a log',
  write_log: 'writes a log',
  enable_profiling: settings,
  disable_profiling: settings,
  enable_peg_parser: settings,
  disable_peg_parser: settings,
  query: hidden,
  json_execute_serialized_sql: hidden,
  json_serialize_plan: hidden,
  arrow_scan: pointers,
  arrow_scan_dumb: pointers,
  seq_scan: pointers,
};
