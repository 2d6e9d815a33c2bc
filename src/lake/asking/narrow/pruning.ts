/**
 * Ledger pruning: which files a query can skip.
 * For large tables it finds the ledgers that the conditions allow, or the ledgers of a page.
 */
import type { TableShape } from '../../duckdb/bridge.ts';
import type { DuckDBConnection } from '../../duckdb/duckdb.ts';
import { explainedSql, firstStatement } from '../../meaning/statement.ts';
import type { SqlRelations } from '../../meaning/sql-relations.ts';
import { totalOf, type Snapshot } from '../../disk/snapshot/snapshot.ts';
import type { StatementRequest } from '../statement-request.ts';
import { OPEN } from './conditions.ts';
import { KeyLedgers, type FoundLedgers, type KeyRun, type KeyIndex } from './key-ledgers.ts';
import { areConsistent, pageQueryOf, type Page } from './pages.ts';
import { StatementReads, type LedgerBounds, type Reads } from './reads.ts';
import { readTree } from '../../meaning/statement-names.ts';

export interface PruningOptions {
  tables: readonly TableShape[];
  /** The folder of the relations. */
  sql: string;
  /** Queries over at most this many files skip ledger pruning. */
  unboundedFiles?: number;
  /** Pages of at most this many values are read without finding their ledgers first. */
  unpagedValues?: number;
  /** True if statements stay prepared. */
  isStanding?: boolean;
  /** The history and key index. */
  index?: KeyIndex;
}

/** A query, and the relations and conditions of its statement. */
interface Look {
  asked: StatementRequest | undefined;
  reads: Reads;
}

/** Prepared statements prune only above this many files: below it, planning all files is as fast. */
const STANDING_FILES = 100;
/** Above this many rows, pruning pays even in a single file. */
const FEW_ROWS = 200_000;
/** DuckDB computes this many values in the time that finding the ledgers of a page takes. */
const UNPAGED_VALUES = 4_000_000;
/** Count `*` as this many columns, the width of the widest relations. */
const COLUMNS = 200;

/** Chooses the ledgers that queries of one database read. */
export class Pruning {
  readonly #options: PruningOptions;
  readonly #relations: SqlRelations;
  readonly #keys: KeyLedgers | undefined;
  readonly #reads: StatementReads;

  /** `relations` are those of the database. */
  constructor(options: PruningOptions, relations: SqlRelations) {
    this.#options = options;
    this.#relations = relations;
    this.#keys = options.index && new KeyLedgers(options.index);
    this.#reads = new StatementReads(options, relations);
  }

  /** Returns the first or last ledgers of a key in a range; undefined if the key index is incomplete. */
  ledgersOfKey(snapshot: Snapshot, run: KeyRun): FoundLedgers | undefined {
    return this.#keys?.run(snapshot, run);
  }

  /** Returns what the statement of a syntax tree reads. */
  readsOf(own: DuckDBConnection, tree: unknown): Promise<Reads> {
    return this.#reads.of(own, tree);
  }

  /** Returns the ledgers to read, by table; undefined if all ledgers are read without a search. */
  boundsOf(snapshot: Snapshot, tables: ReadonlySet<string>, { asked, reads }: Look): LedgerBounds | undefined {
    if (!asked || asked.page || asked.ledgers) return undefined;
    if (!this.#isLarge(snapshot, tables)) return undefined;
    const { index, isStanding } = this.#options;
    const found = this.#reads.bounds(reads, asked.parameters, {
      ofHash: (hash) => index?.ledgers(snapshot, hash),
      ofKeys: (keys) => this.#keys?.find(snapshot, keys),
    });
    // Prepared statements get bounds for every table, so that frequent keys use the same statement.
    return isStanding ? new Map([...tables].map((table) => [table, found.get(table) ?? [OPEN]])) : found;
  }

  #isLarge(snapshot: Snapshot, tables: ReadonlySet<string>): boolean {
    const { isStanding, unboundedFiles = isStanding ? STANDING_FILES : 1 } = this.#options;
    const isOfMany = totalOf(snapshot, tables, 'rows') > FEW_ROWS;
    return isOfMany || totalOf(snapshot, tables, 'files') > unboundedFiles;
  }

  /**
   * Returns how to find the ledgers of a page. Returns undefined if the query is no page of a relation over several tables,
   * if the tables are small, or if the conditions leave few ledgers. Throws only errors that the statement would throw.
   */
  async pageOf(own: DuckDBConnection, snapshot: Snapshot, asked: StatementRequest): Promise<Page | undefined> {
    const { sql } = asked;
    const text = firstStatement(sql);
    const tree = explainedSql(text) ? undefined : await readTree(own, text);
    const query = pageQueryOf(tree, text);
    if (!query) return undefined;
    const reads = await this.readsOf(own, tree);
    const { tables } = await this.#relations.needsOf(own, [query.relation], sql);
    const { unpagedValues = UNPAGED_VALUES } = this.#options;
    const rows = totalOf(snapshot, tables, 'rows');
    const columns = query.columns ?? COLUMNS;
    if (rows * columns <= unpagedValues) return undefined;
    if (!(await areConsistent(own, query.functions))) return undefined;
    const together = new Set(this.#reads.keysOf(query.relation)?.together);
    if (tables.size === 0 || !tables.isSubsetOf(together)) return undefined;
    const bounds = this.boundsOf(snapshot, tables, { asked, reads });
    if (bounds && shownRows(snapshot, tables, bounds) * columns <= unpagedValues) return undefined;
    return { keys: query.keys, tables: together };
  }
}

/** Estimates the number of rows in the files that the query reads. */
function shownRows(snapshot: Snapshot, tables: ReadonlySet<string>, bounds: LedgerBounds): number {
  return [...tables].reduce((sum, table) => {
    const { rows = 0, files = 1 } = snapshot.totals[table] ?? {};
    return sum + (rows / files) * snapshot.filesOf(table, bounds.get(table)).length;
  }, 0);
}
