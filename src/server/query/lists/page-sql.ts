/** SQL of the page of a list: its order, where it begins, and its limit. */
import type { ScanKey, Scan } from './scan.ts';
import { join, raw, sql, type Sql } from '../sql.ts';

/** Returns the rows of a page of a body; or, of these as the relation `page`, what `made` makes of them. */
export function pageOf(key: readonly ScanKey[], body: Sql, scan: Scan, made?: Sql): Sql {
  const rows = sql`from (${body}) ${cut(key, scan)}`;
  return made ? sql`with page as materialized (${rows}) from (${made}) order by ${orderOf(key)}` : rows;
}

/**
 * Returns some columns of the rows of a page, among them the key. In a window all keys are found before they are sorted:
 * DuckDB would else read the files twice, in 52 ms of processor in place of 33.
 */
export function sortKeysOf(body: Sql, columns: readonly string[], key: readonly ScanKey[], scan: Scan): Sql {
  const names = join(columns.map(raw));
  if (!scan.window) return sql`select ${names} from (${body}) ${cut(key, scan)}`;
  return sql`with found as materialized (select ${names} from (${body})) from found ${cut(key, scan)}`;
}

/** What makes a page of rows. */
function cut(key: readonly ScanKey[], scan: Scan): Sql {
  const after = scan.after ? sql`where ${afterKey(key, scan.after)}` : undefined;
  return sql`${after} order by ${orderOf(key)} limit ${scan.limit + 1}`;
}

function orderOf(key: readonly ScanKey[]): Sql {
  return join(key.map(({ column, descending }) => raw(`${column}${descending ? ' desc' : ''}`)));
}

/** The rows that come after one: `a < 1 or a = 1 and (b > 2 or …)`. */
function afterKey([key, ...rest]: readonly ScanKey[], after: ReadonlyMap<string, string>): Sql {
  if (!key) return raw('false');
  const { column, descending, type = 'bigint' } = key;
  const value = sql`cast(${after.get(column)} as ${raw(type)})`;
  const beyond = sql`${raw(column)} ${raw(descending ? '<' : '>')} ${value}`;
  return rest.length === 0 ? beyond : sql`(${beyond} or ${raw(column)} = ${value} and ${afterKey(rest, after)})`;
}
