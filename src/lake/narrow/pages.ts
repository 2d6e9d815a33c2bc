/**
 * The page of a history: its rows in an order, cut off. Few columns suffice to find its ledgers; all others are then made of the
 * rows of these ledgers alone. DuckDB makes every column of each row that passes the filter before it orders them.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import { quoteText, selectRows, type DuckDBConnection } from '../duckdb.ts';
import { bind, type BoundParameters } from '../query/parameters.ts';
import { joined } from '../snapshot/snapshot.ts';
import { isNode, textOf, type RelationName } from './statement-names.ts';

/** A query of a page, by its syntax. */
export interface PageQuery {
  /** What it reads. */
  relation: RelationName;
  /** The functions that it calls, which must give the same for the same values, row by row. */
  functions: readonly string[];
  /** How many columns it has; undefined of all that the relation has. */
  columns: number | undefined;
  /** The query of the ledgers of its rows. */
  keys: string;
  /** By which column the largest come first, and how many rows there can be. */
  largest: { column: string; rows: number } | undefined;
}

/** A page whose rows are those of the newest ledgers, if these have so many; `nullable` is the column of the order where it can be null. */
export interface Recent {
  since: number;
  rows: number;
  nullable?: string;
}

/** How the ledgers of a page are found, and the tables of which their rows are enough. */
export interface Page {
  keys: string;
  tables: ReadonlySet<string>;
}

/** The ledgers of a page, and the tables of which their rows are enough. */
export interface PageLedgers {
  tables: ReadonlySet<string>;
  ledgers: readonly number[];
}

/** The column that tells the ledger of a row. */
export const PAGE_LEDGER = 'ledger_sequence';

/** Rows of more ledgers than that are as quickly looked for anew. */
const MOST_LEDGERS = 1000;

/** Expressions whose value is of one row and the same each time, if that holds of the functions in them. */
const plainClasses = new Set(
  'BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION OPERATOR PARAMETER STAR'.split(' '),
);

/** Whether a query may ask for a page, by a glance at its text. */
export function mayBePage(sql: string): boolean {
  return /\blimit\b/i.test(sql);
}

/** Returns what a page is asked for with, where the statement is: `select … from relation where … order by columns limit …`, no more. */
export function pageQueryOf(tree: unknown, sql: string): PageQuery | undefined {
  const node = nodeOf(tree);
  const from = node && plainTableOf(node);
  const order = node && orderOf(node);
  if (!node || !from || !order) return undefined;
  const items = listOf(node, 'select_list');
  const [select, others] = [expressionsIn(items), expressionsIn([Reflect.get(node, 'where_clause'), ...order.all])];
  const isPlain = [...select, ...others].every((one) => plainClasses.has(textOf(one, 'class') ?? ''));
  // Values of parameters are bound to the query of the ledgers as well, which has no such columns.
  if (!isPlain || select.some((one) => textOf(one, 'class') === 'PARAMETER')) return undefined;
  const sorted = new Set(order.columns.flatMap((column) => namesIn(column)));
  const table = (textOf(from, 'alias') ?? textOf(from, 'table_name') ?? '').toLowerCase();
  if (items.some((item) => isOther(item, table, sorted))) return undefined;
  const functions = [...select, ...others].flatMap(functionOf);
  const keys = keysOf(sql, from);
  if (functions.includes(undefined) || keys === undefined) return undefined;
  const relation = { schema: textOf(from, 'schema_name'), name: textOf(from, 'table_name') ?? '' };
  const columns = items.some((item) => textOf(item, 'type') === 'STAR') ? undefined : items.length;
  return {
    relation,
    functions: functions.filter((name) => name !== undefined),
    columns,
    keys,
    largest: largestOf(node),
  };
}

/** Whether each function, and nothing else of its name, gives one value that depends on its arguments alone. */
export async function areConsistent(connection: DuckDBConnection, functions: readonly string[]): Promise<boolean> {
  const names = new Set(functions);
  if (names.size === 0) return true;
  const rows = await selectRows(
    connection,
    `select function_name from duckdb_functions() where function_name in (${[...names].map(quoteText).join(', ')})
    group by all having bool_and(function_type = 'scalar' and stability = 'CONSISTENT')`,
  );
  return rows.length === names.size;
}

/** Returns the ledgers of a page as ranges of each table. */
export function boundsOfPage({ tables, ledgers }: PageLedgers): Map<string, LedgerRange[]> {
  const ranges = joined(ledgers.map((ledger) => ({ first: ledger, last: ledger })));
  return new Map([...tables].map((table) => [table, ranges]));
}

/** Returns the ledgers of a page, ascending; undefined where they are too many to be of use. */
export async function ledgersOfPage(
  connection: DuckDBConnection,
  keys: string,
  parameters: BoundParameters,
): Promise<number[] | undefined> {
  const statement = await connection.prepare(keys);
  try {
    bind(statement, parameters);
    const rows = (await statement.runAndReadAll()).getRows();
    if (rows.length > MOST_LEDGERS || rows.some(([ledger]) => ledger === null)) return undefined;
    return rows.map(([ledger]) => Number(ledger)).sort((a, b) => a - b);
  } finally {
    statement.destroySync();
  }
}

function nodeOf(tree: unknown): object | undefined {
  const [statement, ...others] = isNode(tree) ? listOf(tree, 'statements') : [];
  const node: unknown = isNode(statement) ? Reflect.get(statement, 'node') : undefined;
  return others.length === 0 && isNode(node) && textOf(node, 'type') === 'SELECT_NODE' ? node : undefined;
}

/** Returns the one table of a query that neither groups nor samples. */
function plainTableOf(node: object): object | undefined {
  const from: unknown = Reflect.get(node, 'from_table');
  const expressions: unknown = Reflect.get(node, 'cte_map');
  const isBare =
    listOf(node, 'group_expressions').length === 0 &&
    textOf(node, 'aggregate_handling') === 'STANDARD_HANDLING' &&
    ['having', 'qualify', 'sample'].every((key) => Reflect.get(node, key) === null) &&
    isNode(expressions) &&
    listOf(expressions, 'map').length === 0;
  if (!isBare || !isNode(from) || textOf(from, 'type') !== 'BASE_TABLE') return undefined;
  const isNamed =
    textOf(from, 'catalog_name') === undefined &&
    listOf(from, 'column_name_alias').length === 0 &&
    ['sample', 'at_clause'].every((key) => Reflect.get(from, key) === null);
  return isNamed ? from : undefined;
}

/** Returns the columns by which the rows are ordered, and all expressions that order and cut them. */
function orderOf(node: object): { columns: object[]; all: unknown[] } | undefined {
  const modifiers = listOf(node, 'modifiers').filter(isNode);
  const order = modifiers.find((one) => textOf(one, 'type') === 'ORDER_MODIFIER');
  const limit = modifiers.find((one) => textOf(one, 'type') === 'LIMIT_MODIFIER');
  if (!order || !limit || modifiers.length !== 2) return undefined;
  const columns = listOf(order, 'orders')
    .map((one) => (isNode(one) ? (Reflect.get(one, 'expression') as unknown) : undefined))
    .filter(isNode);
  const isPlain = columns.every((column) => textOf(column, 'class') === 'COLUMN_REF');
  return isPlain
    ? { columns, all: [...columns, Reflect.get(limit, 'limit'), Reflect.get(limit, 'offset')] }
    : undefined;
}

/** Returns the first column of an order from the largest down, with nulls last, and its limit, where no row is passed over. */
function largestOf(node: object): PageQuery['largest'] {
  const modifiers = listOf(node, 'modifiers').filter(isNode);
  const [first] = modifiers.flatMap((one) => listOf(one, 'orders')).filter(isNode);
  const limit = modifiers.find((one) => textOf(one, 'type') === 'LIMIT_MODIFIER');
  const isFit =
    first !== undefined &&
    textOf(first, 'type') === 'DESCENDING' &&
    ['ORDER_DEFAULT', 'NULLS_LAST'].includes(textOf(first, 'null_order') ?? '') &&
    limit !== undefined &&
    Reflect.get(limit, 'offset') === null;
  const count: unknown = isFit ? Reflect.get(limit, 'limit') : undefined;
  const value: unknown =
    isNode(count) && textOf(count, 'class') === 'CONSTANT' ? Reflect.get(count, 'value') : undefined;
  const rows: unknown = isNode(value) ? Reflect.get(value, 'value') : undefined;
  const expression: unknown = isFit ? Reflect.get(first, 'expression') : undefined;
  const column = isNode(expression) ? namesIn(expression).at(-1) : undefined;
  const isSmall = Number.isInteger(rows) && Number(rows) > 0 && Number(rows) <= MOST_LEDGERS;
  return column !== undefined && isSmall ? { column, rows: Number(rows) } : undefined;
}

/** Whether an order by one of the names would be by this item of the SELECT in place of the table's column, as far as can be told. */
function isOther(item: unknown, table: string, names: ReadonlySet<string>): boolean {
  if (!isNode(item)) return true;
  if (textOf(item, 'type') === 'STAR') {
    return ['replace_list', 'rename_list'].some((key) => listOf(item, key).length > 0);
  }
  const alias = textOf(item, 'alias')?.toLowerCase();
  if (alias !== undefined) return names.has(alias);
  const parts = textOf(item, 'class') === 'COLUMN_REF' ? namesIn(item) : [];
  const isOwn = parts.length === 2 && parts[0] === table;
  return parts.length > 1 && !isOwn && names.has(parts.at(-1)!);
}

/** Returns a function that is no operator; undefined in the list for one that is of a schema. */
function functionOf(expression: object): (string | undefined)[] {
  if (textOf(expression, 'class') !== 'FUNCTION') return [];
  const name = textOf(expression, 'function_name')?.toLowerCase();
  if (textOf(expression, 'schema') !== undefined) return [undefined];
  return name !== undefined && /^\W+$/.test(name) ? [] : [name];
}

function expressionsIn(value: unknown): object[] {
  if (!isNode(value)) return [];
  const below = Object.values(value).flatMap(expressionsIn);
  return textOf(value, 'class') === undefined ? below : [value, ...below];
}

function namesIn(column: object): string[] {
  return listOf(column, 'column_names').map((part) => String(part).toLowerCase());
}

function listOf(node: object, key: string): unknown[] {
  const list: unknown = Reflect.get(node, key);
  return Array.isArray(list) ? list : [];
}

/** The query with its ledgers in the place of its columns; undefined where it is not written as `select … from relation …`. */
function keysOf(sql: string, from: object): string | undefined {
  const place = Number(Reflect.get(from, 'query_location'));
  const text = Buffer.from(sql);
  // The ledgers of the rows that are passed over are of the page, too.
  const count = /\blimit\s+(\d{1,9})\s+offset\s+(\d{1,9})\s*$/i;
  const head = text.subarray(0, place).toString();
  const tail = text
    .subarray(place)
    .toString()
    .replace(count, (_, limit, offset) => `limit ${Number(limit) + Number(offset)}`);
  if (!/\bfrom\s+$/i.test(head) || /\b(?:select|offset)\b/i.test(tail)) return undefined;
  return `select distinct ${PAGE_LEDGER} from (\nselect ${PAGE_LEDGER} from ${tail}\n) limit ${MOST_LEDGERS + 1}`;
}
