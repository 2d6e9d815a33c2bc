/** What a plan, as EXPLAIN tells it, asks of the columns of scans: whoever fails a filter there is not needed. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { DuckDBConnection } from '../duckdb.ts';
import type { BoundParameters } from '../query/parameters.ts';

/** Every ledger there can be. */
export const OPEN: LedgerRange = { first: 0, last: 2 ** 32 - 1 };

/** A ledger that a query asks for to show in its plan which column of which table that is asked of. */
export const SOME_LEDGER = 123_456_789;

/** A scan of a table. */
export interface Scan {
  table: string;
  /** What is asked of its columns: texts all of which hold. */
  filters: string[];
}

/** Returns the plan of a query. */
export async function planOf(
  connection: DuckDBConnection,
  sql: string,
  parameters?: BoundParameters,
): Promise<unknown> {
  const statement = await connection.prepare(`explain (format json) ${sql}`);
  if (parameters) statement.bind(parameters);
  const rows = (await statement.runAndReadAll()).getRows();
  statement.destroySync();
  return JSON.parse(String(rows[0][1]));
}

/** Yields the scans of a plan, each with what is asked in it and right above it. */
export function* scansIn(plan: unknown, above: readonly string[] = []): Generator<Scan> {
  if (typeof plan !== 'object' || plan === null) return;
  if (Array.isArray(plan)) {
    for (const node of plan) yield* scansIn(node, above);
    return;
  }
  const { extra_info: info, children } = plan as { extra_info?: Record<string, unknown>; children?: unknown };
  const table = info?.['Table'];
  if (typeof table === 'string') yield { table, filters: [...textsIn(info?.['Filters']), ...above] };
  yield* scansIn(children, textsIn(info?.['Expression']).flatMap(conjuncts));
}

function textsIn(value: unknown): string[] {
  return [value ?? []].flat().map(String);
}

/** Returns the parts of an expression that all have to hold, as far as they stand next to each other. */
function conjuncts(text: string): string[] {
  // In these AND joins no conditions.
  if (/\b(?:BETWEEN|CASE)\b/.test(text)) return [text];
  const parts: string[] = [];
  let [depth, start, closed] = [0, 0, -1];
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|[()]| AND /g)) {
    if (token === '(') depth++;
    if (token === ')' && --depth === 0 && closed < 0) closed = index;
    if (token !== ' AND ' || depth > 0) continue;
    parts.push(text.slice(start, index));
    start = index + token.length;
  }
  parts.push(text.slice(start));
  const isWrapped = text.startsWith('(') && closed === text.length - 1;
  return isWrapped ? conjuncts(text.slice(1, -1)) : parts;
}

/** Returns the smallest range that holds every ledger that passes the filters; all ledgers where they do not tell. */
export function rangeOf(filters: readonly string[], column: string): LedgerRange {
  let { first, last } = OPEN;
  for (const filter of filters) {
    const range = filterRange(uncast(filter.replace(/^optional: /, ''), column), column);
    first = Math.max(first, range.first);
    last = Math.min(last, range.last);
  }
  return { first, last };
}

/** Whether no ledger but `SOME_LEDGER` passes the filters. */
export function passesOnlyOne(filters: readonly string[], column: string): boolean {
  const { first, last } = rangeOf(filters, column);
  return first === SOME_LEDGER && last === SOME_LEDGER;
}

/** Returns `(CAST(c AS BIGINT) = 5)` as `c=5`, and `BETWEEN`, of which DuckDB does not tell whether the ends belong to it, with both. */
function uncast(filter: string, column: string): string {
  const cast = `CAST(${column} AS BIGINT)`;
  if (!filter.startsWith(`(${cast}`)) return filter;
  const text = filter.slice(1, -1).replace(cast, column);
  const [, least, most] = /^\w+ BETWEEN (\d+) AND (\d+)$/.exec(text) ?? [];
  if (least !== undefined) return `${column}>=${least} AND ${column}<=${most}`;
  return text.replace(/^(\w+) (=|>=|<=|>|<) (\d+)$/, '$1$2$3');
}

/** `c=5`, `c>=5 AND c<10`, `c=5 OR c=7`, `c IN (5, 7)`: whole texts of numbers only, so that no text value looks like one. */
function filterRange(filter: string, column: string): LedgerRange {
  const one = `${column}(=|>=|<=|>|<)(\\d+)`;
  const isAll = (separator: string) => new RegExp(`^${one}(?:${separator}${one})*$`).test(filter);
  const isIn = new RegExp(`^${column} IN \\(\\d+(, \\d+)*\\)$`).test(filter);
  if (isIn) return hull([...filter.matchAll(/\d+/g)].map(([n]) => ({ first: Number(n), last: Number(n) })));
  if (!isAll(' AND ') && !isAll(' OR ')) return OPEN;
  const parts = [...filter.matchAll(new RegExp(one, 'g'))].map(([, sign, n]) => compared(sign, Number(n)));
  if (isAll(' OR ') && !isAll(' AND ')) return hull(parts);
  return { first: Math.max(...parts.map(({ first }) => first)), last: Math.min(...parts.map(({ last }) => last)) };
}

function compared(sign: string, n: number): LedgerRange {
  if (sign === '=') return { first: n, last: n };
  if (sign === '>=') return { first: n, last: OPEN.last };
  if (sign === '<=') return { first: OPEN.first, last: n };
  return sign === '>' ? { first: n + 1, last: OPEN.last } : { first: OPEN.first, last: n - 1 };
}

function hull(ranges: readonly LedgerRange[]): LedgerRange {
  return { first: Math.min(...ranges.map(({ first }) => first)), last: Math.max(...ranges.map(({ last }) => last)) };
}
