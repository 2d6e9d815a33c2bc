/**
 * Plans of statements that are asked again with other keys: which values accounts, contracts and the like have that are compared by `=` or
 * `in` changes nothing of a plan but these values, so that it is made once (1.8 ms of processor, 11 of a view over seven tables). What times
 * columns are compared with changes nothing of what is asked of ledgers, unless nothing is asked for at all: a day begins at another with each commit.
 */
import type { DuckDBConnection } from '../duckdb.ts';
import type { BoundParameters } from '../query/parameters.ts';
import { scansIn, type Scan } from './plan-filters.ts';
import { isNode, readTree, textOf } from './statement-names.ts';

/** A plan, and the keys for which it was made. */
interface KnownPlan {
  scans: Scan[];
  keys: string[];
}

/** What DuckDB plans where conditions contradict each other, such as a time after a later one. */
const EMPTY = '"name":"EMPTY_RESULT"';

/** How many plans and statements are known. */
const MOST_KNOWN = 1000;

/** Strkeys, and hashes in hex: no SQL of ours has a constant that is one. */
const KEY = /^(?:[A-Z][A-Z2-7]{55,}|[0-9a-f]{64})$/;

export class KeyedPlans {
  readonly #plans = new Map<string, KnownPlan>();
  readonly #compared = new Map<string, Compared>();

  /** Returns the scans of a statement's plan, which `plan` makes; throws as that does. */
  async scans(
    connection: DuckDBConnection,
    [sql, parameters]: [sql: string, parameters: BoundParameters | undefined],
    plan: () => Promise<unknown>,
  ): Promise<Scan[]> {
    const { pattern, keys } = patternOf(sql, parameters, await this.#comparedIn(connection, sql));
    if (pattern === undefined) return [...scansIn(await plan())];
    const known = this.#plans.get(pattern);
    if (known) return known.scans.map((scan) => withKeys(scan, known.keys, keys));
    const made = await plan();
    const scans = [...scansIn(made)];
    if (JSON.stringify(made).includes(EMPTY)) return scans;
    if (this.#plans.size >= MOST_KNOWN) this.#plans.clear();
    this.#plans.set(pattern, { scans, keys });
    return scans;
  }

  async #comparedIn(connection: DuckDBConnection, sql: string): Promise<Compared> {
    const known = this.#compared.get(sql) ?? comparedIn(await readTree(connection, sql));
    if (this.#compared.size >= MOST_KNOWN) this.#compared.clear();
    this.#compared.set(sql, known);
    return known;
  }
}

/** Names of parameters that stand nowhere else. */
interface Compared {
  /** In `column = $1` and `column in ($1, …)`. */
  keys: ReadonlySet<string>;
  /** In comparisons such as `column > cast($1 as timestamp)`. */
  times: ReadonlySet<string>;
}

function comparedIn(tree: unknown): Compared {
  const [keys, times, others] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const add = (to: Set<string>, values: readonly unknown[]) => {
    for (const value of values) to.add(textOf(value, 'identifier') ?? '');
  };
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    if (isParameter(node)) add(others, [node]);
    const [compared, time] = [comparedBy(node), timeIn(node)];
    add(keys, compared);
    add(times, time);
    if (compared.length + time.length === 0) for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return { keys: keys.difference(others).difference(times), times: times.difference(others).difference(keys) };
}

/** Returns the parameter, as a time, that a column is compared with; none of any other expression. */
function timeIn(node: object): unknown[] {
  const [left, right]: unknown[] = [Reflect.get(node, 'left'), Reflect.get(node, 'right')];
  if (textOf(node, 'class') !== 'COMPARISON' || !isColumn(left) || textOf(right, 'class') !== 'CAST') return [];
  const { cast_type: to, child } = right as { cast_type?: unknown; child?: unknown };
  return textOf(to, 'id') === 'TIMESTAMP' && isParameter(child) ? [child] : [];
}

/** Returns the parameters to one of which a column has to be equal; none of any other expression. */
function comparedBy(node: object): unknown[] {
  const type = textOf(node, 'type');
  const [left, right]: unknown[] = [Reflect.get(node, 'left'), Reflect.get(node, 'right')];
  if (type === 'COMPARE_EQUAL' && isColumn(left) && isParameter(right)) return [right];
  if (type === 'COMPARE_EQUAL' && isParameter(left) && isColumn(right)) return [left];
  const children: unknown = Reflect.get(node, 'children');
  if (type !== 'COMPARE_IN' || !Array.isArray(children)) return [];
  const [column, ...values] = children as unknown[];
  return isColumn(column) && values.every(isParameter) ? values : [];
}

function isColumn(node: unknown): boolean {
  return textOf(node, 'class') === 'COLUMN_REF';
}

function isParameter(node: unknown): boolean {
  return textOf(node, 'class') === 'PARAMETER';
}

/** Returns what tells statements with another plan apart, and the keys that are no part of that; no pattern where it cannot be told. */
function patternOf(
  sql: string,
  parameters: BoundParameters = [],
  compared: Compared,
): { pattern?: string; keys: string[] } {
  const keys: string[] = [];
  const isAmong = (names: ReadonlySet<string>, name: string) =>
    names.has(Array.isArray(parameters) ? String(Number(name) + 1) : name);
  const entries = Object.entries(parameters).filter(([name]) => !isAmong(compared.times, name));
  // What the plan may depend on is no key, wherever else it stands.
  const fixed = new Set(entries.flatMap(([name, value]) => (isAmong(compared.keys, name) ? [] : [value])));
  const said = entries.map(([name, value]): unknown => {
    const isKey = typeof value === 'string' && KEY.test(value) && !sql.includes(value) && !fixed.has(value);
    if (!isKey) return [name, typeof value, isPlain(value) ? String(value) : undefined];
    if (!keys.includes(value)) keys.push(value);
    return keys.indexOf(value);
  });
  const isKnown = Object.values(parameters).every(isPlain);
  return isKnown ? { pattern: JSON.stringify([sql, said]), keys } : { keys };
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function withKeys({ table, filters }: Scan, known: readonly string[], keys: readonly string[]): Scan {
  if (known.length === 0) return { table, filters };
  const any = new RegExp(`'(${known.join('|')})'`, 'g');
  return { table, filters: filters.map((text) => text.replace(any, (_, key) => `'${keys[known.indexOf(key)]}'`)) };
}
