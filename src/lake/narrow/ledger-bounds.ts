/**
 * Which ledgers a query can read rows of: DuckDB's optimizer pushes what a query asks of the ledger column down to the scans, through
 * views and joins; EXPLAIN over empty tables shows it there. So a query over a lake of many files names only those that it can need.
 * The same with the hash of a transaction, and with accounts and the like, whose ledgers an index tells.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import { createSqlTables, type TableShape } from '../bridge/bridge.ts';
import { openDatabase, quoteName, selectRows, type DuckDBConnection, type DuckDBInstance } from '../duckdb.ts';
import type { BoundParameters } from '../query/parameters.ts';
import { explained } from '../query/statement.ts';
import { SqlRelations, SNAPSHOT, type Needs } from '../relations/sql-relations.ts';
import { createTableRelation } from '../relations/views.ts';
import { ledgerColumn } from '../segments/table-files.ts';
import { keysAndWords } from './asked-values.ts';
import { HASH, rangesOf, type Bounding, type Known } from './filter-ranges.ts';
import type { LedgerIndex } from './key-ledgers.ts';
import { KeyedPlans } from './keyed-plans.ts';
import { PAGE_LEDGER } from './pages.ts';
import { OPEN, passesOnlyOne, planOf, scansIn, SOME_LEDGER, type Scan } from './plan-filters.ts';
import { namedOf, qualified, StandIns } from './stand-ins.ts';
import { namesIn, type Named, type RelationName } from './statement-names.ts';

/** The ranges of ledgers that a query reads of a table; no entry where that may be all. */
export type LedgerBounds = ReadonlyMap<string, readonly LedgerRange[]>;

/** What relations there are, and which columns hold keys. */
interface BoundsSource {
  /** The folder of the relations. */
  sql: string;
  index: KeysKnown | undefined;
}

/** Which columns hold keys. */
type KeysKnown = Pick<LedgerIndex, 'columns' | 'apart'>;

/** How many queries are known. */
const MOST_KNOWN = 1000;

/** Columns of tables that begin with the ledger, as SEP-35 numbers transactions and operations. */
const ORDERED = ['id', 'operation_id', 'transaction_id', 'history_operation_id'];

/** Returns whether a query may ask for transactions by their hash. */
export function namesHash(sql: string): boolean {
  return sql.toLowerCase().includes(HASH);
}

/** How a relation is cut down to some ledgers. */
export interface OfLedgers {
  /** The tables of which their rows are enough. */
  tables: ReadonlySet<string>;
  /** How many columns the relation has. */
  columns: number;
}

/** What DuckDB makes of all rows before any is left out. */
const WINDOW = '"name":"WINDOW"';

/** A database with every relation and no rows. */
export class BoundsFinder {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #plans = new KeyedPlans();
  readonly #ordered = new Map<string, Promise<{ isNullable: boolean } | undefined>>();
  readonly #tables: readonly TableShape[];
  /** What queries name. */
  readonly #only = new Map<string, Promise<Named>>();
  readonly #standIns: StandIns;
  readonly #ofLedgers = new Map<string, Promise<OfLedgers | undefined>>();
  readonly #snapshotTables: readonly TableShape[];
  /** The tables that are there. */
  readonly #made = new Set<TableShape>();
  /** What scans show of a table: the raw table whose ledgers are bounded, and the column that bounds them. */
  readonly #scanned: Map<string, Bounding>;

  private constructor(
    [tables, snapshotTables]: [tables: readonly TableShape[], snapshotTables: readonly TableShape[]],
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    { sql, index }: BoundsSource,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#tables = tables;
    this.#snapshotTables = snapshotTables;
    this.#relations = new SqlRelations(tables, sql);
    this.#scanned = new Map(
      tables.map((shape): [string, Bounding] => {
        const keys = keysAndWords(index?.columns.get(shape.name) ?? []);
        const apart = index?.apart.get(shape.name);
        const hash = HASH in shape.columns ? { hash: HASH } : {};
        return [
          `memory.loaded.${shape.name}`,
          { table: shape.name, column: ledgerColumn(shape), keys, apart, ...hash },
        ];
      }),
    );
    this.#standIns = new StandIns(connection, this.#relations, this.#scanned);
  }

  /** Makes it of relations in the folder `sql`; `index` knows which columns hold keys. */
  static async open(
    tables: readonly TableShape[],
    snapshotTables: readonly TableShape[],
    sql: string,
    index?: KeysKnown,
  ): Promise<BoundsFinder> {
    const instance = await openDatabase({ threads: 1 });
    const connection = await instance.connect();
    // What is known of empty tables would let the optimizer drop their scans; rows of a page are read again without their conditions.
    await connection.run(`set disabled_optimizers = 'statistics_propagation,empty_result_pullup,late_materialization'`);
    await connection.run('set enable_external_access = false');
    const finder = new BoundsFinder([tables, snapshotTables], instance, connection, { sql, index });
    await finder.#relations.prepare(connection);
    await finder.#standIns.prepare();
    await connection.run('create schema loaded');
    return finder;
  }

  /** Makes relations, and the tables that they read, as far as they are not there. */
  async #make(needs: Needs): Promise<void> {
    await this.#create(
      'loaded',
      this.#tables.filter(({ name }) => needs.tables.has(name)),
      (table) => createTableRelation(this.#connection, table, `loaded.${quoteName(table.name)}`),
    );
    await this.#create(
      SNAPSHOT,
      this.#snapshotTables.filter(({ name }) => needs.snapshot.has(name)),
    );
    await this.#relations.make(this.#connection, needs);
  }

  async #create(
    schema: string,
    tables: readonly TableShape[],
    show: (table: TableShape) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const lacking = tables.filter((table) => !this.#made.has(table));
    if (lacking.length === 0) return;
    await this.#connection.run(`use memory.${schema}`);
    await createSqlTables(this.#connection, lacking);
    await this.#connection.run('use memory.main');
    for (const table of lacking) {
      await show(table);
      this.#made.add(table);
    }
  }

  /** Returns what the query asks of the ledgers of tables. A query that cannot be planned asks nothing of them. */
  async find(sql: string, parameters: BoundParameters | undefined, known: Known = {}): Promise<LedgerBounds> {
    try {
      const scans = await this.#plans.scans(this.#connection, [sql, parameters], () => this.#plan(sql, parameters));
      return await this.#spread(sql, this.#read(scans, known));
    } catch {
      return new Map();
    }
  }

  /**
   * Where a query names one relation alone, whose rows of some ledgers need but rows of these of several tables, what it asks of one of them
   * holds for the others, which it joins.
   */
  async #spread(sql: string, bounds: LedgerBounds): Promise<LedgerBounds> {
    const [bounded] = bounds;
    const relation = bounded && (await this.#onlyIn(sql));
    const of = relation && (await this.ofLedgers(relation));
    if (!of?.tables.has(bounded[0])) return bounds;
    return new Map([...Array.from(of.tables, (table) => [table, bounded[1]] as const), ...bounds]);
  }

  /** Returns the relation that a query names, once and nothing else. */
  async #onlyIn(sql: string): Promise<RelationName | undefined> {
    const known = this.#only.get(sql) ?? namesIn(this.#connection, sql);
    if (this.#only.size >= MOST_KNOWN) this.#only.clear();
    this.#only.set(sql, known);
    const named = await known;
    return typeof named !== 'string' && named.length === 1 && named[0].isCalled !== true ? named[0] : undefined;
  }

  async #plan(sql: string, parameters: BoundParameters | undefined): Promise<unknown> {
    const named = await namesIn(this.#connection, sql);
    const needs = await this.#relations.needsOf(this.#connection, named, sql);
    await this.#make(needs);
    const own = new Set(namedOf(named, needs.relations));
    for (const relation of own) await this.#standIns.make(relation);
    for (const relation of needs.relations) await this.#standIns.show(relation, own.has(relation));
    return planOf(this.#connection, explained(sql)?.body ?? sql, parameters);
  }

  /**
   * Returns the tables of which a relation needs but the rows of some ledgers, when rows of these ledgers are asked for; undefined where
   * DuckDB itself makes columns of few rows only, as of one table.
   */
  ofLedgers(relation: RelationName): Promise<OfLedgers | undefined> {
    const key = JSON.stringify(relation);
    const known = this.#ofLedgers.get(key) ?? this.#findTables(relation).catch(() => undefined);
    this.#ofLedgers.set(key, known);
    return known;
  }

  async #findTables({ schema, name }: RelationName): Promise<OfLedgers | undefined> {
    const named = qualified({ schema, name });
    const needs = await this.#relations.needsOf(this.#connection, [{ schema, name }], `from ${named}`);
    await this.#make(needs);
    const from = await this.#standIns.showOnly({ schema, name }, needs, [PAGE_LEDGER]);
    const plan = await planOf(this.#connection, `from ${from} where ${PAGE_LEDGER} = ${SOME_LEDGER}`);
    const scans = [...scansIn(plan)].map((scan) => ({ ...scan, scanned: this.#scanned.get(scan.table) }));
    if (scans.length === 1 && !JSON.stringify(plan).includes(WINDOW)) return undefined;
    const isOfLedger = ({ scanned, filters }: (typeof scans)[number]) =>
      scanned !== undefined && passesOnlyOne(filters, scanned.column);
    const others = new Set(scans.filter((scan) => !isOfLedger(scan)).map(({ scanned }) => scanned?.table));
    const tables = scans.flatMap(({ scanned }) => (scanned && !others.has(scanned.table) ? [scanned.table] : []));
    return { tables: new Set(tables), columns: (await selectRows(this.#connection, `describe from ${named}`)).length };
  }

  /**
   * Returns whether the column by which rows are ordered can be null, where its value is larger in a later ledger and rows of some ledgers
   * need no others; undefined where that is not so.
   */
  orderedBy({ schema, name }: RelationName, column: string): Promise<{ isNullable: boolean } | undefined> {
    const key = JSON.stringify([schema, name, column]);
    const known = this.#ordered.get(key) ?? this.#findOrder({ schema, name }, column).catch(() => undefined);
    this.#ordered.set(key, known);
    return known;
  }

  async #findOrder({ schema, name }: RelationName, column: string): Promise<{ isNullable: boolean } | undefined> {
    const named = qualified({ schema, name });
    const needs = await this.#relations.needsOf(this.#connection, [{ schema, name }], `from ${named}`);
    await this.#make(needs);
    const from = await this.#standIns.showOnly({ schema, name }, needs, [PAGE_LEDGER, column]);
    const scanOf = async (where: string) => {
      const [scan, ...others] = scansIn(await planOf(this.#connection, `from ${from} where ${where} = ${SOME_LEDGER}`));
      const scanned = others.length === 0 ? this.#scanned.get(scan?.table) : undefined;
      return scanned && { ...scanned, filters: scan.filters };
    };
    const ofLedger = await scanOf(PAGE_LEDGER);
    if (!ofLedger || !passesOnlyOne(ofLedger.filters, ofLedger.column)) return undefined;
    const ofOrder = await scanOf(quoteName(column));
    const raw = [ofOrder?.column, ...ORDERED].find((one) => ofOrder?.filters.includes(`${one}=${SOME_LEDGER}`));
    const spec = this.#tables.find((table) => table.name === ofOrder?.table)?.columns[raw ?? ''];
    return spec?.kind === 'int32' || spec?.kind === 'int64' ? { isNullable: spec.nullable } : undefined;
  }

  #read(scans: readonly Scan[], known: Known): LedgerBounds {
    const bounds = new Map<string, LedgerRange[]>();
    for (const { table, filters } of scans) {
      const scanned = this.#scanned.get(table);
      if (!scanned) continue;
      const ranges = bounds.get(scanned.table) ?? [];
      ranges.push(...rangesOf(filters, scanned, known));
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

function isOpen({ first, last }: LedgerRange): boolean {
  return first === OPEN.first && last === OPEN.last;
}
