/** Which relations an SQL text names, as DuckDB parses it. */
import { GIVEN_ROWS } from '../duckdb/given-rows.ts';
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import { treeOf } from './reading.ts';
import { explainedSql } from './statement.ts';

/** A name as it is written: `accounts`, or `bronze.accounts`. */
export interface RelationName {
  schema?: string;
  name: string;
  /** Whether it is called as a table function. */
  isCalled?: boolean;
}

/** `every`: it cannot be told. `definitions`: it asks which relations there are, such as SHOW TABLES. */
export type Named = readonly RelationName[] | 'every' | 'definitions';

/** Table functions that read no relation. */
const plainFunctions = new Set(['unnest', 'range', 'generate_series', GIVEN_ROWS]);

/** Returns the relations that a query names, or that the query names which it explains. */
export async function namesIn(connection: DuckDBConnection, sql: string): Promise<Named> {
  return namesOf(await readTree(connection, sql));
}

/** Returns the syntax tree of a query, or of the query that it explains. */
export async function readTree(connection: DuckDBConnection, sql: string): Promise<unknown> {
  const text = await treeOf(connection, explainedSql(sql)?.body ?? sql);
  // DuckDB writes a number beyond all doubles, such as 1e400, as no JSON; the value of a number names no relation.
  return JSON.parse(text.replaceAll(/:-?Infinity(?=[,}])/g, ':0'));
}

/** Returns the relations that the query of a syntax tree names. */
export function namesOf(tree: unknown): Named {
  const names: RelationName[] = [];
  collect(tree, names);
  // What cannot be parsed fails when it is prepared.
  if (constantText(tree, 'error_type') === 'parser') return [];
  if (isError(tree)) return 'every';
  return names.some(isDefinition) ? 'definitions' : names;
}

function collect(node: unknown, names: RelationName[]): void {
  if (!isNode(node)) return;
  const type = constantText(node, 'type');
  if (type === 'BASE_TABLE')
    names.push({ schema: constantText(node, 'schema_name'), name: constantText(node, 'table_name') ?? '' });
  if (type === 'SHOW_REF' && constantText(node, 'show_type')?.startsWith('SHOW')) names.push({ name: 'duckdb_tables' });
  if (type === 'TABLE_FUNCTION') names.push(...calledIn(node));
  for (const child of Object.values(node)) collect(child, names);
}

/** Returns what a call in the place of a table names; nothing when that reads no relation. */
export function calledIn(node: object): RelationName[] {
  const call: unknown = Reflect.get(node, 'function');
  const name = constantText(call, 'function_name') ?? '';
  return plainFunctions.has(name) ? [] : [{ schema: constantText(call, 'schema'), name, isCalled: true }];
}

function isDefinition({ schema, name }: RelationName): boolean {
  return schema === 'information_schema' || schema === 'pg_catalog' || /^(duckdb|sqlite|pg|pragma)_/.test(name);
}

/** Whether a syntax tree is none: of what is no query, or no SQL. */
export function isError(tree: unknown): boolean {
  return isNode(tree) && Reflect.get(tree, 'error') === true;
}

/** Whether something of a syntax tree has members. */
export function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns a member that is a text and not empty. */
export function constantText(node: unknown, key: string): string | undefined {
  const value: unknown = isNode(node) ? Reflect.get(node, key) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
