/**
 * Which ledgers a query can read rows of: DuckDB's optimizer pushes what a query asks of the ledger column down to the scans, through
 * views and joins; EXPLAIN over empty tables shows it there. So a query over a lake of many files names only those that it can need.
 * The same with the hash of a transaction, whose ledger an index tells.
 */
import type { LedgerRange } from '../datastore/keys.ts';
import { intersectRanges } from '../datastore/spans.ts';
import { createSqlTables, type TableShape } from './bridge.ts';
import { openDatabase, quoteName, type DuckDBConnection, type DuckDBInstance } from './duckdb.ts';
import type { BoundParameters } from './parameters.ts';
import type { SqlFile } from './sql-files.ts';
import { SqlRelations, SNAPSHOT } from './sql-relations.ts';
import { ledgerColumn } from './table-files.ts';
import { explained } from './statement.ts';
import { namesIn, type Named } from './statement-names.ts';
import type { Snapshot } from './snapshot.ts';
import { createTableRelation } from './views.ts';

/** The ranges of ledgers that a query reads of a table; no entry where that may be all. */
export type LedgerBounds = ReadonlyMap<string, readonly LedgerRange[]>;

/** Tells which ledgers may hold a transaction with a hash, in lower-case hex; undefined where that is not known of all of a snapshot. */
export interface HashLedgers {
  ledgers(snapshot: Snapshot, hash: string): readonly number[] | undefined;
}

/** The same of one snapshot. */
type LedgersOf = (hash: string) => readonly number[] | undefined;

/** A table whose rows are of ledgers, the column that says which, and the one of the transaction's hash. */
interface Bounding {
  table: string;
  column: string;
  hash?: string;
}

const STAND_INS = 'stand_ins';
const SOME_LEDGER = 123_456_789;
/** What views call the ledger of a row. */
const ledgerColumns = ['ledger_sequence', 'sequence'];

const HASH = 'transaction_hash';
const SOME_HASH = '5'.repeat(64);

/** Returns whether a query may ask for transactions by their hash. */
export function namesHash(sql: string): boolean {
  return sql.toLowerCase().includes(HASH);
}

const OPEN: LedgerRange = { first: 0, last: 2 ** 32 - 1 };

/** A database with every relation and no rows. */
export class BoundsFinder {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #examined = new Set<SqlFile>();
  /** What scans show of a table: the raw table whose ledgers are bounded, and the column that bounds them. */
  readonly #scanned: Map<string, Bounding>;

  private constructor(
    tables: readonly TableShape[],
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    sql: string,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#relations = new SqlRelations(tables, sql);
    this.#scanned = new Map(
      tables.map((shape) => [
        `memory.loaded.${shape.name}`,
        { table: shape.name, column: ledgerColumn(shape), ...(HASH in shape.columns && { hash: HASH }) },
      ]),
    );
  }

  static async open(
    tables: readonly TableShape[],
    snapshotTables: readonly TableShape[],
    sql: string,
  ): Promise<BoundsFinder> {
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    // What is known of empty tables would let the optimizer drop their scans.
    await connection.run(`set disabled_optimizers = 'statistics_propagation,empty_result_pullup'`);
    await connection.run('set enable_external_access = false');
    const finder = new BoundsFinder(tables, instance, connection, sql);
    await finder.#relations.prepare(connection);
    await connection.run(`create schema ${STAND_INS}; create schema loaded; use loaded`);
    await createSqlTables(connection, tables);
    await connection.run(`use memory.${SNAPSHOT}`);
    await createSqlTables(connection, snapshotTables);
    await connection.run('use memory.main');
    for (const table of tables) await createTableRelation(connection, table, `loaded.${quoteName(table.name)}`);
    return finder;
  }

  /** Returns what the query asks of the ledgers of tables. A query that cannot be planned asks nothing of them. */
  async find(
    sql: string,
    parameters: BoundParameters | undefined,
    ledgersOf: LedgersOf = () => undefined,
  ): Promise<LedgerBounds> {
    try {
      const named = await namesIn(this.#connection, sql);
      const needs = await this.#relations.needsOf(this.#connection, named, sql);
      await this.#relations.make(this.#connection, needs);
      for (const relation of namedOf(named, needs.relations)) await this.#standIn(relation);
      return this.#read(await this.#explain(explained(sql)?.body ?? sql, parameters), ledgersOf);
    } catch {
      return new Map();
    }
  }

  async #explain(sql: string, parameters?: BoundParameters): Promise<unknown> {
    const statement = await this.#connection.prepare(`explain (format json) ${sql}`);
    if (parameters) statement.bind(parameters);
    const rows = (await statement.runAndReadAll()).getRows();
    statement.destroySync();
    return JSON.parse(String(rows[0][1]));
  }

  /**
   * Puts an empty table in place of a view of one scan that passes on a column of ledgers, as a filter on it shows: to plan
   * a query of many expressions that nobody reads takes longer than all else (12 ms for history_operations).
   */
  async #standIn(relation: SqlFile): Promise<void> {
    if (this.#examined.has(relation)) return;
    this.#examined.add(relation);
    const { schema, name } = relation;
    const view = `${schema}.${quoteName(name)}`;
    for (const column of ledgerColumns) {
      const plan = await this.#explain(`from ${view} where ${column} = ${SOME_LEDGER}`).catch(() => undefined);
      const [scan, ...others] = scansIn(plan);
      const scanned = this.#scanned.get(scan?.table);
      if (!scanned || others.length > 0) continue;
      const { first, last } = rangeOf(scan.filters, scanned.column);
      if (first !== SOME_LEDGER || last !== SOME_LEDGER) continue;
      const hash = (await this.#passesHash(view, scan.table)) ? HASH : undefined;
      const table = `${STAND_INS}.${quoteName(name)}`;
      await this.#connection.run(`create table ${table} as from ${view} limit 0`);
      await this.#connection.run(`create or replace view ${view} as from ${table}`);
      this.#scanned.set(`memory.${STAND_INS}.${name}`, { table: scanned.table, column, hash });
      return;
    }
  }

  /** Whether what is asked of a view's hash is asked of the hash of the table that it scans. */
  async #passesHash(view: string, table: string): Promise<boolean> {
    const plan = await this.#explain(`from ${view} where ${HASH} = '${SOME_HASH}'`).catch(() => undefined);
    const filters = [...scansIn(plan)].filter((scan) => scan.table === table).flatMap((scan) => scan.filters);
    return filters.some((filter) => hashesOf(filter, this.#scanned.get(table)?.hash)?.[0] === SOME_HASH);
  }

  #read(plan: unknown, ledgersOf: LedgersOf): LedgerBounds {
    const bounds = new Map<string, LedgerRange[]>();
    for (const { table, filters } of scansIn(plan)) {
      const scanned = this.#scanned.get(table);
      if (!scanned) continue;
      const ranges = bounds.get(scanned.table) ?? [];
      ranges.push(...rangesOf(filters, scanned, ledgersOf));
      bounds.set(scanned.table, ranges);
    }
    for (const [table, ranges] of bounds) if (ranges.some(isOpen)) bounds.delete(table);
    return bounds;
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** Returns the relations that the query names itself. */
function namedOf(named: Named, relations: ReadonlySet<SqlFile>): SqlFile[] {
  if (typeof named === 'string') return [];
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  return [...relations].filter(({ name, schema }) => names.has(name) && schema !== 'meta');
}

function isOpen({ first, last }: LedgerRange): boolean {
  return first === OPEN.first && last === OPEN.last;
}

interface Scan {
  table: string;
  /** What is asked of columns: one text a column. */
  filters: string[];
}

function* scansIn(plan: unknown): Generator<Scan> {
  if (typeof plan !== 'object' || plan === null) return;
  if (Array.isArray(plan)) {
    for (const node of plan) yield* scansIn(node);
    return;
  }
  const { extra_info: info, children } = plan as { extra_info?: Record<string, unknown>; children?: unknown };
  const table = info?.['Table'];
  const filters = info?.['Filters'];
  if (typeof table === 'string') yield { table, filters: [filters ?? []].flat().map(String) };
  yield* scansIn(children);
}

/** Returns ranges that hold every ledger whose rows pass the filters. */
function rangesOf(filters: readonly string[], { column, hash }: Bounding, ledgersOf: LedgersOf): LedgerRange[] {
  const range = rangeOf(filters, column);
  for (const filter of filters) {
    const ledgers = hashesOf(filter, hash)?.map(ledgersOf);
    if (ledgers?.every((found) => found !== undefined)) {
      return intersectRanges(
        range,
        ledgers.flat().map((ledger) => ({ first: ledger, last: ledger })),
      );
    }
  }
  return [range];
}

/** Returns the hashes one of which passes the filter, as `c='…'` or `c IN ('…', '…')`; undefined where it does not tell. */
function hashesOf(filter: string, column: string | undefined): string[] | undefined {
  const one = `'[0-9a-f]{64}'`;
  const told = new RegExp(`^(?:optional: )?${column}(?:=${one}| IN \\(${one}(?:, ${one})*\\))$`);
  if (column === undefined || !told.test(filter)) return undefined;
  return [...filter.matchAll(/'([0-9a-f]+)'/g)].map(([, hash]) => hash);
}

/** Returns the smallest range that holds every ledger that passes the filters; all ledgers where they do not tell. */
function rangeOf(filters: readonly string[], column: string): LedgerRange {
  let { first, last } = OPEN;
  for (const filter of filters) {
    const range = filterRange(filter.replace(/^optional: /, ''), column);
    first = Math.max(first, range.first);
    last = Math.min(last, range.last);
  }
  return { first, last };
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
