/**
 * Plans of statements that are asked again with other keys: which values accounts, contracts and the like have that are compared by `=` or
 * `in` changes nothing of a plan but these values, so that it is made once (1.8 ms of processor, 11 of a view over seven tables).
 */
import type { DuckDBConnection } from './duckdb.ts';
import type { BoundParameters } from './parameters.ts';
import { scansIn, type Scan } from './plan-filters.ts';
import { isNode, readTree, textOf } from './statement-names.ts';

/** A plan, and the keys for which it was made. */
interface KnownPlan {
  scans: Scan[];
  keys: string[];
}

/** How many plans and statements are known. */
const MOST_KNOWN = 1000;

/** Strkeys, and hashes in hex: no SQL of ours has a constant that is one. */
const KEY = /^(?:[A-Z][A-Z2-7]{55,}|[0-9a-f]{64})$/;

export class KeyedPlans {
  readonly #plans = new Map<string, KnownPlan>();
  readonly #compared = new Map<string, ReadonlySet<string>>();

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
    const scans = [...scansIn(await plan())];
    if (this.#plans.size >= MOST_KNOWN) this.#plans.clear();
    this.#plans.set(pattern, { scans, keys });
    return scans;
  }

  async #comparedIn(connection: DuckDBConnection, sql: string): Promise<ReadonlySet<string>> {
    const known = this.#compared.get(sql) ?? comparedIn(await readTree(connection, sql));
    if (this.#compared.size >= MOST_KNOWN) this.#compared.clear();
    this.#compared.set(sql, known);
    return known;
  }
}

/** Returns the parameters that stand nowhere but in `column = $1` and `column in ($1, …)`. */
export function comparedIn(tree: unknown): Set<string> {
  const [compared, others] = [new Set<string>(), new Set<string>()];
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    if (isParameter(node)) others.add(textOf(node, 'identifier') ?? '');
    const values = comparedBy(node);
    for (const value of values) compared.add(textOf(value, 'identifier') ?? '');
    if (values.length === 0) for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return new Set([...compared].filter((name) => !others.has(name)));
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
  compared: ReadonlySet<string>,
): { pattern?: string; keys: string[] } {
  const keys: string[] = [];
  const isCompared = (name: string) => compared.has(Array.isArray(parameters) ? String(Number(name) + 1) : name);
  const entries = Object.entries(parameters);
  // What the plan may depend on is no key, wherever else it stands.
  const fixed = new Set(entries.flatMap(([name, value]) => (isCompared(name) ? [] : [value])));
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
