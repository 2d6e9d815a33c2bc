/**
 * Which ledgers a query can read rows of: DuckDB's optimizer pushes what a query asks of the ledger column down to the scans, through
 * views and joins; EXPLAIN over empty tables shows it there. So a query over a lake of many files names only those that it can need.
 * The same with the hash of a transaction, and with accounts and the like, whose ledgers an index tells.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import { createSqlTables, type TableShape } from '../bridge/bridge.ts';
import {
  openDatabase,
  quoteName,
  quoteText,
  selectRows,
  type DuckDBConnection,
  type DuckDBInstance,
} from '../duckdb.ts';
import type { LedgerIndex, RowsApart } from './key-ledgers.ts';
import { KeyedPlans } from './keyed-plans.ts';
import { PAGE_LEDGER } from './pages.ts';
import type { BoundParameters } from '../query/parameters.ts';
import {
  choicesAsked,
  keyChoices,
  keysAndWords,
  withoutKinds,
  type KeyChoice,
  type KeyColumns,
} from './asked-values.ts';
import { hashesOf, kindsLeftOut, rangesOf, type Bounding, type Known } from './filter-ranges.ts';
import { OPEN, rangeOf, scansIn, type Scan } from './plan-filters.ts';
import { narrowed, viewPartsOf } from './narrow.ts';
import { readBody, type SqlFile } from '../relations/sql-files.ts';
import { SqlRelations, SNAPSHOT, type Needs } from '../relations/sql-relations.ts';
import { ledgerColumn } from '../segments/table-files.ts';
import { explained } from '../query/statement.ts';
import { namesIn, type Named, type RelationName } from './statement-names.ts';
import { createTableRelation } from '../relations/views.ts';

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

const STAND_INS = 'stand_ins';
const SOME_LEDGER = 123_456_789;
/** Columns of tables that begin with the ledger, as SEP-35 numbers transactions and operations. */
const ORDERED = ['id', 'operation_id', 'transaction_id', 'history_operation_id'];
/** What views call the ledger of a row. */
const ledgerColumns = ['ledger_sequence', 'sequence'];

const HASH = 'transaction_hash';
const SOME_HASH = '5'.repeat(64);

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

/** A relation, and as much of it as filters on some of its columns tell of. */
interface Columns {
  /** The type of each. */
  types: ReadonlyMap<string, string>;
  /** Those that are texts, and not made of several rows. */
  texts: readonly string[];
  /** Whether the relation is of one table, and none is made of several rows: what filters on some columns pass, they pass with all others. */
  isPlain: boolean;
  /** Returns what SQL reads in place of the relation where it mentions no other columns: of history_operations DuckDB binds all in 12 ms. */
  only(columns: readonly string[]): string;
}

/** What DuckDB makes of all rows before any is left out. */
const WINDOW = '"name":"WINDOW"';

/** A database with every relation and no rows. */
export class BoundsFinder {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #examined = new Set<SqlFile>();
  readonly #plans = new KeyedPlans();
  /** What queries name. */
  readonly #ordered = new Map<string, Promise<{ isNullable: boolean } | undefined>>();
  readonly #tables: readonly TableShape[];
  readonly #only = new Map<string, Promise<Named>>();
  readonly #standIns = new Map<SqlFile, { isShown: boolean; table: string; view: string }>();
  readonly #ofLedgers = new Map<string, Promise<OfLedgers | undefined>>();
  readonly #columns = new Map<SqlFile, Promise<Columns | undefined>>();
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
    await connection.run(`create schema ${STAND_INS}; create schema loaded`);
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
    for (const relation of own) await this.#standIn(relation);
    for (const relation of needs.relations) await this.#show(relation, own.has(relation));
    return this.#explain(explained(sql)?.body ?? sql, parameters);
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
    const from = await this.#showOnly({ schema, name }, needs, [PAGE_LEDGER]);
    const plan = await this.#explain(`from ${from} where ${PAGE_LEDGER} = ${SOME_LEDGER}`);
    const scans = [...scansIn(plan)].map((scan) => ({ ...scan, scanned: this.#scanned.get(scan.table) }));
    if (scans.length === 1 && !JSON.stringify(plan).includes(WINDOW)) return undefined;
    const isOfLedger = ({ scanned, filters }: (typeof scans)[number]) => {
      const { first, last } = scanned ? rangeOf(filters, scanned.column) : OPEN;
      return first === SOME_LEDGER && last === SOME_LEDGER;
    };
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
    const from = await this.#showOnly({ schema, name }, needs, [PAGE_LEDGER, column]);
    const scanOf = async (where: string) => {
      const [scan, ...others] = scansIn(await this.#explain(`from ${from} where ${where} = ${SOME_LEDGER}`));
      const scanned = others.length === 0 ? this.#scanned.get(scan?.table) : undefined;
      return scanned && { ...scanned, filters: scan.filters };
    };
    const ofLedger = await scanOf(PAGE_LEDGER);
    const range = ofLedger && rangeOf(ofLedger.filters, ofLedger.column);
    if (range?.first !== SOME_LEDGER || range.last !== SOME_LEDGER) return undefined;
    const ofOrder = await scanOf(quoteName(column));
    const raw = [ofOrder?.column, ...ORDERED].find((one) => ofOrder?.filters.includes(`${one}=${SOME_LEDGER}`));
    const spec = this.#tables.find((table) => table.name === ofOrder?.table)?.columns[raw ?? ''];
    return spec?.kind === 'int32' || spec?.kind === 'int64' ? { isNullable: spec.nullable } : undefined;
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
    const columns = await this.#columnsOf(relation);
    if (!columns) return;
    for (const column of ledgerColumns) {
      const from = columns.isPlain ? columns.only([column]) : view;
      const plan = await this.#explain(`from ${from} where ${column} = ${SOME_LEDGER}`).catch(() => undefined);
      const [scan, ...others] = scansIn(plan);
      const scanned = this.#scanned.get(scan?.table);
      if (!scanned || others.length > 0) continue;
      const { first, last } = rangeOf(scan.filters, scanned.column);
      if (first !== SOME_LEDGER || last !== SOME_LEDGER) continue;
      const hash = (await this.#passesHash(columns, scan.table)) ? HASH : undefined;
      const keys = await this.#passedKeys(columns, scan.table);
      const apart = await this.#passedApart(columns, scan.table);
      const table = `${STAND_INS}.${quoteName(`${schema}_${name}`)}`;
      const list = Array.from(columns.types, ([one, type]) => `${quoteName(one)} ${type}`);
      await this.#connection.run(`create table ${table} (${list.join(', ')})`);
      this.#standIns.set(relation, { isShown: false, table: `from ${table}`, view: readBody(relation.file) });
      this.#scanned.set(`memory.${STAND_INS}.${schema}_${name}`, { table: scanned.table, column, hash, keys, apart });
      return;
    }
  }

  /** Shows the empty table where the query names the relation itself: others that read it read what its columns are made of. */
  async #show(relation: SqlFile, isShown: boolean): Promise<void> {
    const standIn = this.#standIns.get(relation);
    if (!standIn || standIn.isShown === isShown) return;
    const query = isShown ? standIn.table : standIn.view;
    await this.#connection.run(`create or replace view ${relation.schema}.${quoteName(relation.name)} as ${query}`);
    standIn.isShown = isShown;
  }

  /** Returns what SQL reads of a relation of which it mentions some columns, with what is below it shown as it is. */
  async #showOnly(name: RelationName, { relations }: Needs, columns: readonly string[]): Promise<string> {
    const [own, ...others] = namedOf([name], relations);
    const found = own && others.length === 0 ? await this.#columnsOf(own) : undefined;
    const only = found?.isPlain === true ? found.only(columns) : undefined;
    for (const relation of relations) if (only === undefined || relation !== own) await this.#show(relation, false);
    return only ?? qualified(name);
  }

  /** Returns nothing of a macro, which cannot be described. */
  #columnsOf(relation: SqlFile): Promise<Columns | undefined> {
    const known = this.#columns.get(relation) ?? this.#describe(relation).catch(() => undefined);
    this.#columns.set(relation, known);
    return known;
  }

  /**
   * Columns that are made of several rows keep a filter on others from the scan. Where a filter on the ledger passes them, these rows are of
   * one ledger, so that all rows of the ledgers of a key are enough.
   */
  async #describe({ schema, name, file }: SqlFile): Promise<Columns> {
    const view = `${schema}.${quoteName(name)}`;
    const rows = await selectRows(this.#connection, `describe from ${view}`);
    const types = new Map(rows.map((row) => [String(row['column_name']), String(row['column_type'])]));
    const parts = viewPartsOf(readBody(file));
    const windows = parts?.items.filter(({ words }) => words.has('over')) ?? [];
    const isOfOne = (column: string) => windows.every((item) => item.name !== column);
    const texts = [...types].flatMap(([column, type]) => (type === 'VARCHAR' && isOfOne(column) ? [column] : []));
    const { tables } = await this.#relations.needsOf(this.#connection, [{ schema, name }], `from ${view}`);
    const only = (columns: readonly string[]) => {
      const names = new Set(columns.map((column) => column.toLowerCase()));
      return parts ? `(\n${narrowed(parts, { names, ends: names })}\n)` : view;
    };
    return { types, texts, isPlain: windows.length === 0 && tables.size === 1, only };
  }

  /** Whether what is asked of a view's hash is asked of the hash of the table that it scans. */
  async #passesHash({ only }: Columns, table: string): Promise<boolean> {
    const filters = await this.#filtersOn(table, `from ${only([HASH])} where ${HASH} = '${SOME_HASH}'`);
    return filters.some((filter) => hashesOf(filter, this.#scanned.get(table)?.hash)?.[0] === SOME_HASH);
  }

  /** Returns what a query asks of a table that it scans; nothing where it cannot be planned. */
  async #filtersOn(table: string, query: string): Promise<string[]> {
    const plan = await this.#explain(query).catch(() => undefined);
    return [...scansIn(plan)].filter((scan) => scan.table === table).flatMap((scan) => scan.filters);
  }

  /** Returns the rows of a table that are set apart, where a view that scans it passes the column that tells them. */
  async #passedApart({ only }: Columns, table: string): Promise<RowsApart | undefined> {
    const apart = this.#scanned.get(table)?.apart;
    if (!apart) return undefined;
    const where = `${quoteName(apart.column)} != ${quoteText(apart.value)}`;
    const filters = await this.#filtersOn(table, `from ${only([apart.column])} where ${where}`);
    return kindsLeftOut(filters, apart) === 0 ? undefined : apart;
  }

  /** Returns the columns of a view of which what is asked is asked of columns of keys of the table that it scans. */
  async #passedKeys({ only, texts }: Columns, table: string): Promise<KeyColumns> {
    const { keys: all = new Map(), apart } = this.#scanned.get(table) ?? {};
    if (all.size === 0) return new Map();
    const left = apart ? kindsLeftOut(await this.#filtersOn(table, `from ${only([])}`), apart) : 0;
    const keys = withoutKinds(all, left);
    return new Map(await this.#passed(only, table, { keys, columns: texts }));
  }

  /** What is asked of columns that are one may be contradictory: then of halves of them. */
  async #passed(
    only: Columns['only'],
    table: string,
    { keys, columns }: { keys: KeyColumns; columns: readonly string[] },
  ): Promise<[column: string, choices: readonly KeyChoice[]][]> {
    if (columns.length === 0) return [];
    const where = columns.map((name, i) => `${quoteName(name)} = 'key${i}'`).join(' and ');
    const filters = await this.#filtersOn(table, `from ${only(columns)} where ${where}`);
    const asked = filters.flatMap(choicesAsked).flatMap(([value, choices]): [string, readonly KeyChoice[]][] => {
      const told = keyChoices(choices, keys);
      return told?.some((choice) => !('text' in choice)) === true ? [[value, told]] : [];
    });
    if (asked.length > 0 || columns.length === 1) {
      const found = new Map(asked);
      return columns.flatMap((name, i) => {
        const choices = found.get(`key${i}`);
        return choices ? [[name, choices]] : [];
      });
    }
    const half = columns.length >> 1;
    const [left, right] = [columns.slice(0, half), columns.slice(half)];
    return [
      ...(await this.#passed(only, table, { keys, columns: left })),
      ...(await this.#passed(only, table, { keys, columns: right })),
    ];
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

function qualified({ schema, name }: RelationName): string {
  return [schema ?? [], name].flat().map(quoteName).join('.');
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
