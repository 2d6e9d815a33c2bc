/**
 * Which files a query is spared, by their ledgers: where its tables are large, the ledgers that it can read rows of are looked for, or those
 * of the page that it asks for.
 */
import type { TableShape } from '../bridge/bridge.ts';
import type { DuckDBConnection } from '../duckdb.ts';
import { explained, firstStatement } from '../query/statement.ts';
import type { WantedOf } from '../relations/file-views.ts';
import { snapshotTables } from '../relations/snapshot-tables.ts';
import type { SqlRelations } from '../relations/sql-relations.ts';
import { shownColumns } from '../relations/views.ts';
import { totalOf, type Snapshot } from '../snapshot/snapshot.ts';
import type { Asked } from './asked.ts';
import { KeyLedgers, type FoundLedgers, type KeyRun, type LedgerIndex } from './key-ledgers.ts';
import { BoundsFinder, namesHash, type LedgerBounds } from './ledger-bounds.ts';
import { areConsistent, pageQueryOf, type Page, type PageQuery, type Recent } from './pages.ts';
import { OPEN } from './plan-filters.ts';
import { readTree } from './statement-names.ts';

export interface PruningOptions {
  tables: readonly TableShape[];
  /** The folder of the relations. */
  sql: string;
  /** Of how many files a query may be that is not looked at for the ledgers it needs. */
  unboundedFiles?: number;
  /** Of how many values a page is made whole. */
  unpagedValues?: number;
  /** Whether queries read so little that planning them takes as long. */
  isQuick?: boolean;
  /** Tells the ledgers of transactions and keys. */
  index?: LedgerIndex;
}

/** What is asked, and the columns of tables that are wanted for it: all by default. */
interface Look {
  asked: Asked | undefined;
  wantedOf?: WantedOf;
}

/** 100 files of which few columns are read take DuckDB about as long as looking for bounds takes. */
const UNBOUNDED_FILES = 100;
/** So do so many columns, each of a file; who asks quickly has the plan of all files already. */
const UNBOUNDED_COLUMNS = 500;
/** The same of rows that are looked through for two texts, where that has to begin with making the relations without rows. */
const UNBOUNDED_ROWS = 4_000_000;
/** Once these are made: 10 ms of processor, where looking for bounds takes 1. */
const FEW_ROWS = 200_000;
/** So many values are made in the time in which the ledgers of a page are looked for. */
const UNPAGED_VALUES = 4_000_000;
/** Pages of the newest rows are looked for in so many ledgers first, */
const RECENT_LEDGERS = 10_000;
/** or from the ledger on that the index has as the last of so many of a key at most, */
const MOST_NEWEST = 1000;
/** where so many other files are left out by that. */
const MANY_OTHERS = 3;
/** No relation has more. */
const MOST_COLUMNS = 400;

/** Chooses the ledgers of what is asked of one database. */
export class Pruning {
  readonly #options: PruningOptions;
  readonly #relations: SqlRelations;
  readonly #keys: KeyLedgers | undefined;
  #finder?: Promise<BoundsFinder>;
  /** Whether functions give the same for the same values, by their names. */
  readonly #consistent = new Map<string, Promise<boolean>>();
  /** How many rows there were in tables of which no bounds were looked for. */
  #lookedThrough = 0;

  /** `relations` are those of the database. */
  constructor(options: PruningOptions, relations: SqlRelations) {
    this.#options = options;
    this.#relations = relations;
    this.#keys = options.index && new KeyLedgers(options.index);
  }

  /** Returns the first or the last ledgers of a key in a range; undefined where the index of keys does not know all of the snapshot. */
  ledgersOfKey(snapshot: Snapshot, run: KeyRun): FoundLedgers | undefined {
    return this.#keys?.run(snapshot, run);
  }

  /** Returns the ledgers that are read of tables; undefined where those of all are, without a look. */
  async boundsOf(
    snapshot: Snapshot,
    tables: ReadonlySet<string>,
    { asked, wantedOf }: Look,
  ): Promise<LedgerBounds | undefined> {
    if (!asked || asked.page || asked.ledgers) return undefined;
    if (asked.since !== undefined) return sinceLedger(tables, asked.since);
    if (!this.#isLarge(snapshot, tables, asked.sql, wantedOf)) return undefined;
    const { index, isQuick } = this.#options;
    const finder = await this.#openFinder();
    const found = await finder.find(asked.sql, asked.parameters, {
      ofHash: (hash) => index?.ledgers(snapshot, hash),
      ofKeys: (keys) => this.#keys?.find(snapshot, keys),
    });
    // Of statements that are asked again each table says its ledgers, so that they stay the same for keys that are everywhere.
    return isQuick ? new Map([...tables].map((table) => [table, found.get(table) ?? [OPEN]])) : found;
  }

  /** Whether tables are so large that the ledgers that a query reads are looked for. */
  #isLarge(snapshot: Snapshot, tables: ReadonlySet<string>, sql: string, wantedOf?: WantedOf): boolean {
    const { unboundedFiles = UNBOUNDED_FILES, index, isQuick } = this.#options;
    const worthwhile = index && isQuick !== true && namesHash(sql) ? 1 : unboundedFiles;
    if (totalOf(snapshot, tables, 'files') > worthwhile) return true;
    if (this.#columnsOf(snapshot, tables, wantedOf) > UNBOUNDED_COLUMNS) return true;
    const rows = totalOf(snapshot, tables, 'rows');
    if (rows <= FEW_ROWS || rows > UNBOUNDED_ROWS) return rows > UNBOUNDED_ROWS;
    // Who asks once is answered before the relations would be made; who goes on asking has looked through as many rows by then.
    this.#lookedThrough += rows;
    return isQuick === true || this.#finder !== undefined || this.#lookedThrough > UNBOUNDED_ROWS;
  }

  /** Returns how many columns are read, each of a file; none where that tells nothing. */
  #columnsOf(snapshot: Snapshot, names: ReadonlySet<string>, wantedOf?: WantedOf): number {
    const { unboundedFiles, isQuick, tables } = this.#options;
    if (unboundedFiles !== undefined || isQuick) return 0;
    return tables
      .filter(({ name }) => names.has(name))
      .reduce((sum, table) => {
        const { files = 0 } = snapshot.totals[table.name] ?? {};
        return files > 1 ? sum + files * shownColumns(table, wantedOf?.(table.name)).length : sum;
      }, 0);
  }

  /**
   * Returns how the ledgers of the page are found that is asked for; undefined where that is no page of a relation over several tables, or
   * these are small, or of few ledgers for the keys that it asks for. Throws nothing that the statement itself would not.
   */
  async pageOf(own: DuckDBConnection, snapshot: Snapshot, asked: Asked): Promise<Page | Recent | undefined> {
    const { sql } = asked;
    const text = firstStatement(sql);
    const query = explained(text) ? undefined : pageQueryOf(await readTree(own, text), text);
    if (!query) return undefined;
    const { tables } = await this.#relations.needsOf(own, [query.relation], sql);
    const recent = tables.size === 1 ? await this.#recentOf(snapshot, { asked, query, tables }) : undefined;
    if (recent) return recent;
    const { unpagedValues = UNPAGED_VALUES } = this.#options;
    const rows = totalOf(snapshot, tables, 'rows');
    if (rows * (query.columns ?? MOST_COLUMNS) <= unpagedValues) return undefined;
    if (!(await this.#areConsistent(own, query.functions))) return undefined;
    const found = await (await this.#openFinder()).ofLedgers(query.relation);
    const isEnough = found !== undefined && [...tables].every((table) => found.tables.has(table));
    const columns = query.columns ?? found?.columns ?? MOST_COLUMNS;
    if (!isEnough || rows * columns <= unpagedValues) return undefined;
    const bounds = await this.boundsOf(snapshot, tables, { asked });
    if (bounds && shownRows(snapshot, tables, bounds) * columns <= unpagedValues) return undefined;
    return { keys: query.keys, tables: found.tables };
  }

  /**
   * Returns the newest ledgers of one table where these may have a page: DuckDB goes to each of its files twice for one, which takes 1 ms a
   * file.
   */
  async #recentOf(
    snapshot: Snapshot,
    { asked, query: { largest, relation }, tables }: { asked: Asked; query: PageQuery; tables: ReadonlySet<string> },
  ): Promise<Recent | undefined> {
    const { unpagedValues = FEW_ROWS } = this.#options;
    if (!largest || totalOf(snapshot, tables, 'rows') <= unpagedValues) return undefined;
    const [table] = tables;
    const newest = await this.#newestOf(snapshot, table, { asked, rows: largest.rows });
    const since = newest ?? (snapshot.ranges.at(-1)?.last ?? 0) - RECENT_LEDGERS + 1;
    const bounds = newest === undefined ? await this.boundsOf(snapshot, tables, { asked }) : undefined;
    const files = snapshot.filesOf(table, bounds?.get(table));
    const others = files.filter(({ last }) => last < since);
    if (others.length < MANY_OTHERS || others.length === files.length) return undefined;
    const order = await (await this.#openFinder()).orderedBy(relation, largest.column);
    if (!order) return undefined;
    return { since, rows: largest.rows, ...(order.isNullable && { nullable: largest.column }) };
  }

  /** Returns the ledger from which on a table has so many rows of the keys that are asked for; undefined where that is not known. */
  async #newestOf(
    snapshot: Snapshot,
    table: string,
    { asked, rows }: { asked: Asked; rows: number },
  ): Promise<number | undefined> {
    if (rows > MOST_NEWEST || !this.#isLarge(snapshot, new Set([table]), asked.sql)) return undefined;
    const finder = await this.#openFinder();
    const bounds = await finder.find(asked.sql, asked.parameters, {
      ofKeys: (keys, isAll) => {
        const first = isAll ? this.#keys?.since(snapshot, keys, rows) : undefined;
        return first === undefined ? undefined : [{ first, last: OPEN.last }];
      },
    });
    return bounds.get(table)?.reduce((least, { first }) => Math.min(least, first), Infinity);
  }

  /** To ask DuckDB takes 10 ms of processor. */
  #areConsistent(own: DuckDBConnection, functions: readonly string[]): Promise<boolean> {
    const key = [...new Set(functions)].sort().join(' ');
    const known = this.#consistent.get(key) ?? areConsistent(own, functions);
    this.#consistent.set(key, known);
    known.catch(() => this.#consistent.delete(key));
    return known;
  }

  #openFinder(): Promise<BoundsFinder> {
    const { tables, sql, index } = this.#options;
    this.#finder ??= BoundsFinder.open(tables, snapshotTables, sql, index);
    return this.#finder;
  }

  async close(): Promise<void> {
    (await this.#finder)?.close();
  }
}

function sinceLedger(tables: ReadonlySet<string>, since: number): LedgerBounds {
  return new Map([...tables].map((table) => [table, [{ first: since, last: OPEN.last }]]));
}

/** Returns about how many rows are in the files that are read of tables. */
function shownRows(snapshot: Snapshot, tables: ReadonlySet<string>, bounds: LedgerBounds): number {
  return [...tables].reduce((sum, table) => {
    const { rows = 0, files = 1 } = snapshot.totals[table] ?? {};
    return sum + (rows / files) * snapshot.filesOf(table, bounds.get(table)).length;
  }, 0);
}
