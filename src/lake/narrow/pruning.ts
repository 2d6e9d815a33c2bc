/**
 * Which files a query is spared, by their ledgers: where its tables are large, the ledgers that it can read rows of are looked for, or those
 * of the page that it asks for.
 */
import type { TableShape } from '../bridge/bridge.ts';
import type { DuckDBConnection } from '../duckdb.ts';
import { explained, firstStatement } from '../query/statement.ts';
import type { SqlRelations } from '../relations/sql-relations.ts';
import { totalOf, type Snapshot } from '../snapshot/snapshot.ts';
import type { Asked } from './asked.ts';
import { OPEN } from './conditions.ts';
import { KeyLedgers, type FoundLedgers, type KeyRun, type LedgerIndex } from './key-ledgers.ts';
import { areConsistent, pageQueryOf, type Page, type PageQuery, type Recent } from './pages.ts';
import { StatementReads, type LedgerBounds, type Reads } from './reads.ts';
import { readTree } from './statement-names.ts';

export interface PruningOptions {
  tables: readonly TableShape[];
  /** The folder of the relations. */
  sql: string;
  /** Of how many files a query may be that is not looked at for the ledgers it needs. */
  unboundedFiles?: number;
  /** Of how many values a page is made whole. */
  unpagedValues?: number;
  /** Whether statements stay prepared. */
  isStanding?: boolean;
  /** Tells the ledgers of transactions and keys. */
  index?: LedgerIndex;
}

/** What is asked, and what its statement reads. */
interface Look {
  asked: Asked | undefined;
  reads: Reads;
}

/** Statements that are asked again look for ledgers in more files than that: the search takes as long as the plan of so many. */
const STANDING_FILES = 100;
/** More rows than that are worth a search in one file, too. */
const FEW_ROWS = 200_000;
/** So many values are made in the time in which the ledgers of a page are looked for. */
const UNPAGED_VALUES = 4_000_000;
/** The newest rows are first looked for in so many ledgers. */
const RECENT_LEDGERS = 10_000;
/** For pages of at most so many rows of a key, the index tells in how many ledgers they are. */
const MOST_NEWEST = 1000;
/** That is done only if it leaves out so many files. */
const MANY_OTHERS = 3;
/** So many columns are counted for `*`: as the widest relations have. */
const COLUMNS = 200;

/** A page of one table. */
interface PageLook extends Look {
  asked: Asked;
  query: PageQuery;
  tables: ReadonlySet<string>;
}

/** Chooses the ledgers of what is asked of one database. */
export class Pruning {
  readonly #options: PruningOptions;
  readonly #relations: SqlRelations;
  readonly #keys: KeyLedgers | undefined;
  readonly #reads: StatementReads;
  /** Whether functions give the same for the same values, by their names. */
  readonly #consistent = new Map<string, Promise<boolean>>();

  /** `relations` are those of the database. */
  constructor(options: PruningOptions, relations: SqlRelations) {
    this.#options = options;
    this.#relations = relations;
    this.#keys = options.index && new KeyLedgers(options.index);
    this.#reads = new StatementReads(options, relations);
  }

  /** Returns the first or the last ledgers of a key in a range; undefined where the index of keys does not know all of the snapshot. */
  ledgersOfKey(snapshot: Snapshot, run: KeyRun): FoundLedgers | undefined {
    return this.#keys?.run(snapshot, run);
  }

  /** Returns what the statement of a syntax tree reads. */
  readsOf(own: DuckDBConnection, tree: unknown): Promise<Reads> {
    return this.#reads.of(own, tree);
  }

  /** Returns the ledgers that are read of tables; undefined where those of all are, without a look. */
  boundsOf(snapshot: Snapshot, tables: ReadonlySet<string>, { asked, reads }: Look): LedgerBounds | undefined {
    if (!asked || asked.page || asked.ledgers) return undefined;
    if (asked.since !== undefined) return sinceLedger(tables, asked.since);
    if (!this.#isLarge(snapshot, tables)) return undefined;
    const { index, isStanding } = this.#options;
    const found = this.#reads.bounds(reads, asked.parameters, {
      ofHash: (hash) => index?.ledgers(snapshot, hash),
      ofKeys: (keys) => this.#keys?.find(snapshot, keys),
    });
    // Of statements that are asked again each table says its ledgers, so that they stay the same for keys that are everywhere.
    return isStanding ? new Map([...tables].map((table) => [table, found.get(table) ?? [OPEN]])) : found;
  }

  #isLarge(snapshot: Snapshot, tables: ReadonlySet<string>): boolean {
    const { isStanding, unboundedFiles = isStanding ? STANDING_FILES : 1 } = this.#options;
    const isOfMany = totalOf(snapshot, tables, 'rows') > FEW_ROWS;
    return isOfMany || totalOf(snapshot, tables, 'files') > unboundedFiles;
  }

  /**
   * Returns how the ledgers of the page are found that is asked for; undefined where that is no page of a relation over several tables, or
   * these are small, or of few ledgers for the keys that it asks for. Throws nothing that the statement itself would not.
   */
  async pageOf(own: DuckDBConnection, snapshot: Snapshot, asked: Asked): Promise<Page | Recent | undefined> {
    const { sql } = asked;
    const text = firstStatement(sql);
    const tree = explained(text) ? undefined : await readTree(own, text);
    const query = pageQueryOf(tree, text);
    if (!query) return undefined;
    const reads = await this.readsOf(own, tree);
    const { tables } = await this.#relations.needsOf(own, [query.relation], sql);
    const recent = tables.size === 1 ? this.#recentOf(snapshot, { asked, query, tables, reads }) : undefined;
    if (recent) return recent;
    const { unpagedValues = UNPAGED_VALUES } = this.#options;
    const rows = totalOf(snapshot, tables, 'rows');
    const columns = query.columns ?? COLUMNS;
    if (rows * columns <= unpagedValues) return undefined;
    if (!(await this.#areConsistent(own, query.functions))) return undefined;
    const together = new Set(this.#reads.keysOf(query.relation)?.together);
    if (tables.size === 0 || !tables.isSubsetOf(together)) return undefined;
    const bounds = this.boundsOf(snapshot, tables, { asked, reads });
    if (bounds && shownRows(snapshot, tables, bounds) * columns <= unpagedValues) return undefined;
    return { keys: query.keys, tables: together };
  }

  /**
   * Returns the newest ledgers of one table where these may have a page: DuckDB goes to each of its files twice for one, which takes 1 ms a
   * file.
   */
  #recentOf(snapshot: Snapshot, { asked, query, tables, reads }: PageLook): Recent | undefined {
    const { largest, relation } = query;
    const { unpagedValues = FEW_ROWS } = this.#options;
    if (!largest || totalOf(snapshot, tables, 'rows') <= unpagedValues) return undefined;
    const [table] = tables;
    const newest = this.#newestOf(snapshot, table, { asked, rows: largest.rows, reads });
    const since = newest ?? (snapshot.ranges.at(-1)?.last ?? 0) - RECENT_LEDGERS + 1;
    const bounds = newest === undefined ? this.boundsOf(snapshot, tables, { asked, reads }) : undefined;
    const files = snapshot.filesOf(table, bounds?.get(table));
    const others = files.filter(({ last }) => last < since);
    if (others.length < MANY_OTHERS || others.length === files.length) return undefined;
    const isNullable = this.#reads.keysOf(relation)?.ordered?.[largest.column];
    if (isNullable === undefined) return undefined;
    return { since, rows: largest.rows, ...(isNullable && { nullable: largest.column }) };
  }

  /** Returns the ledger from which on a table has so many rows of the keys that are asked for; undefined where that is not known. */
  #newestOf(
    snapshot: Snapshot,
    table: string,
    { asked, rows, reads }: { asked: Asked; rows: number; reads: Reads },
  ): number | undefined {
    if (rows > MOST_NEWEST || !this.#isLarge(snapshot, new Set([table]))) return undefined;
    const bounds = this.#reads.bounds(reads, asked.parameters, {
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
