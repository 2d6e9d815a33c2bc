/** The DuckDB through which a lake is asked: in memory, with relations over the files of a snapshot as queries come to need them. */
import { join } from 'node:path';
import type { LedgerRange } from '../datastore/keys.ts';
import { LakeError } from '../errors.ts';
import type { TableShape } from './bridge/bridge.ts';
import { damageIn } from './segments/file-checks.ts';
import { confine, openDatabase, type DatabaseOptions, type DuckDBConnection, type DuckDBInstance } from './duckdb.ts';
import { BoundsFinder, namesHash, type LedgerBounds } from './narrow/ledger-bounds.ts';
import { FileLists } from './relations/file-lists.ts';
import {
  filesOf,
  joinedViews,
  partViews,
  tableViews,
  type FileViews,
  type Shown,
  type WantedOf,
} from './relations/file-views.ts';
import { dataFolders } from './files.ts';
import type { Kept, KeptVersion } from './kept/kept.ts';
import { KeyLedgers, type FoundLedgers, type KeyRun, type LedgerIndex } from './narrow/key-ledgers.ts';
import { mentionsIn } from './narrow/mentions.ts';
import { OPEN } from './narrow/plan-filters.ts';
import { whole, type Narrowed } from './narrow/narrowing.ts';
import { asksNewestFirst } from './narrow/newest-first.ts';
import {
  areConsistent,
  boundsOfPage,
  pageQueryOf,
  type Page,
  type PageLedgers,
  type PageQuery,
  type Recent,
} from './narrow/pages.ts';
import { standingParts } from './kept/shown-parts.ts';
import { SqlRelations, together, type Needs } from './relations/sql-relations.ts';
import type { BoundParameters } from './query/parameters.ts';
import { totalOf, type KnownFile, type Snapshot } from './snapshot/snapshot.ts';
import { SnapshotTables, snapshotTables, type SnapshotSource } from './relations/snapshot-tables.ts';
import { explained, firstStatement } from './query/statement.ts';
import { isError, namesOf, readTree } from './narrow/statement-names.ts';
import { createTogether, shownColumns } from './relations/views.ts';
import { messageOf } from '../system-errors.ts';

/** What will be asked; without it, everything may be. */
export interface Asked {
  sql: string;
  parameters?: BoundParameters;
  /** The last ledger of which there is to be anything. */
  upTo?: number;
  /** The snapshot that is to be shown, where its files are still there. */
  snapshot?: Snapshot;
  /** Whether relations have all their columns, though the SQL mentions but some. */
  isWhole?: boolean;
  /** The ledgers that have the rows, where they were looked for before. */
  page?: PageLedgers;
  /** The first ledger of which rows are shown. */
  since?: number | undefined;
  /** The ledgers that the SQL asks for itself, of every table: files of others are left out. */
  ledgers?: readonly LedgerRange[] | undefined;
}

/** What a database shows. */
export interface LakeSource extends SnapshotSource {
  /** Throws a LakeError when one of the files is damaged. */
  checkFiles(files: readonly KnownFile[]): Promise<void>;
}

export interface LakeDatabaseOptions extends DatabaseOptions {
  path: string;
  tables: readonly TableShape[];
  /** The folder of the relations. */
  sql: string;
  /** A folder that queries may use beside the lake. */
  spool: string;
  /** Of how many files a query may be that is not looked at for the ledgers it needs. */
  unboundedFiles?: number;
  /** Of how many values a page is made whole. */
  unpagedValues?: number;
  /** Whether queries read so little that planning them takes as long. */
  isQuick?: boolean;
  /** Tells the ledgers of transactions and keys. */
  index?: LedgerIndex;
}

/** What is asked, whether for its last rows first, and of which columns. */
interface Looks {
  asked: Asked | undefined;
  newestFirst: boolean;
  narrow: Narrowed;
}

/** What a transaction shows. */
export interface Stood {
  /** `all` of the snapshot, whatever values parameters have, `bounded` by these, or what only this statement is to see. */
  shows: 'all' | 'bounded' | 'own';
  /**
   * Shows the source's snapshot in the place of what the transaction showed until now, unless that is the statement's own. Returns false
   * where relations would be others and not only their files, or the ledgers that are read of them.
   */
  again(source: LakeSource, next?: AskedNext): Promise<boolean>;
}

/** What the same SQL asks next: with which values, and which ledgers it asks for itself. */
export type AskedNext = Pick<Asked, 'parameters' | 'ledgers'>;

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

/** What pays where much is read: without it a look-up takes 15% less of the processor. */
const SLOW_OPTIMIZERS =
  'common_subexpressions,common_subplan,compressed_materialization,join_elimination,statistics_propagation';

export class LakeDatabase {
  readonly #options: LakeDatabaseOptions;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #snapshotTables = new SnapshotTables();
  /** The statements by which each `<table>_raw_v1`, and what has parts, are there. */
  readonly #shown = new Map<string, string>();
  /** The lists that the connection which makes relations has. */
  readonly #lists = new FileLists();
  /** The tables of which not all columns are shown. */
  readonly #narrow = new Set<string>();
  readonly #keys: KeyLedgers | undefined;
  #finder?: Promise<BoundsFinder>;
  /** Whether functions give the same for the same values, by their names. */
  readonly #consistent = new Map<string, Promise<boolean>>();
  /** How many rows there were in tables of which no bounds were looked for. */
  #lookedThrough = 0;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: LakeDatabaseOptions, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#options = options;
    this.#keys = options.index && new KeyLedgers(options.index);
    this.#instance = instance;
    this.#connection = connection;
    this.#relations = new SqlRelations(options.tables, options.sql, { folded: true, isQuick: options.isQuick });
  }

  /** Opens it; from then on SQL reaches the Parquet files of the lake and the spool, nothing else, and cannot change that. */
  static async open(options: LakeDatabaseOptions): Promise<LakeDatabase> {
    const { path, spool, threads, memoryLimit } = options;
    const instance = await openDatabase({ threads, memoryLimit, tempDirectory: spool });
    const connection = await instance.connect();
    const database = new LakeDatabase(options, instance, connection);
    await database.#relations.prepare(connection);
    if (options.isQuick) await connection.run(`set global disabled_optimizers = '${SLOW_OPTIMIZERS}'`);
    const folders = [...dataFolders.map((folder) => join(path, folder)), spool];
    await confine(connection, folders);
    return database;
  }

  /** Runs one thing at a time on the connection that makes relations. */
  #exclusive<T>(run: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => run(this.#connection));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Returns what queries may call the relations, made or not. */
  relationNames(): string[] {
    return this.#relations.names();
  }

  /** Returns the kept relations, each with the version of its parts. Throws a QueryError when a file is wrong. */
  keptVersions(): Promise<KeptVersion[]> {
    return this.#exclusive((own) => this.#keptVersions(own));
  }

  async #keptVersions(own: DuckDBConnection): Promise<KeptVersion[]> {
    const found: KeptVersion[] = [];
    for (const kept of this.#relations.kept) {
      const { needs, version } = await this.#relations.partSource(own, kept);
      found.push({ kept, version, macros: this.#relations.macrosOf(needs) });
    }
    return found;
  }

  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  /**
   * Begins a transaction on the connection in which the relations that are asked for show the source's snapshot; others may show
   * another one.
   */
  begin(connection: DuckDBConnection, source: LakeSource, asked?: Asked): Promise<Stood> {
    return this.#exclusive(async (own) => {
      const tree = asked && (await readTree(own, asked.sql));
      // What does not read is refused when it is prepared: nothing need be there for it.
      const named = tree === undefined ? 'every' : isError(tree) ? [] : namesOf(tree);
      const needs = await this.#relations.needsOf(own, named, asked?.sql);
      const baseline = source.snapshot.baseline?.ledger;
      const baselineOf = ({ hasState }: Kept) => (hasState ? baseline : undefined);
      const isNarrow = typeof named !== 'string' && asked?.isWhole !== true;
      const narrow = isNarrow ? await this.#relations.narrowed(own, mentionsIn(tree), needs, baselineOf) : whole;
      const looks = { asked, newestFirst: asksNewestFirst(tree), narrow };
      const { below, shows, views } =
        named === 'definitions'
          ? { ...(await this.#define(own, needs)), shows: 'own' as const }
          : await this.#stand(own, source, needs, looks);
      // What parts are made of where some are lacking is whole.
      const bodies = new Map([...narrow.bodies].filter(([relation]) => !below.has(relation)));
      await this.#relations.make(own, needs, baselineOf, bodies);
      await connection.run('begin transaction read only');
      // A transaction sees the catalog as of its first look at it.
      await connection.run('select count(*) from duckdb_schemas()');
      await views.lists.give(connection);
      let { lists } = views;
      const again: Stood['again'] = (next, { parameters, ledgers } = {}) =>
        this.#exclusive(async () => {
          if (next.snapshot.baseline?.ledger !== baseline || needs.snapshot.size > 0) return false;
          const nextLooks = { ...looks, asked: asked && { ...asked, parameters, ledgers } };
          const found = await this.#viewsAgain(own, next, needs, nextLooks, views.texts);
          if (!found) return false;
          await next.checkFiles(found.files);
          await found.lists.give(connection, lists);
          lists = found.lists;
          return true;
        });
      return { shows, again };
    });
  }

  /**
   * Makes what relations read, tables and parts of the source's snapshot; returns the relations that parts are made of, what is shown,
   * and what was made.
   */
  async #stand(
    own: DuckDBConnection,
    source: LakeSource,
    needs: Needs,
    { asked, newestFirst, narrow }: Looks,
  ): Promise<Pick<Stood, 'shows'> & { below: Needs['relations']; views: FileViews }> {
    const {
      parts,
      needs: below,
      bounds: belowBounds,
    } = await standingParts(own, this.#relations, needs.kept, source.snapshot);
    const all = together([below, needs]);
    const ofBelow = [...belowBounds].filter(([table]) => !needs.tables.has(table));
    // What parts are made of is not among what the query mentions.
    const wantedOf = wantedIn(narrow, below);
    const found = await this.#boundsOf(source.snapshot, all, { asked, wantedOf });
    const ofPage = asked?.page && boundsOfPage(asked.page);
    const bounds = new Map([...(ofPage ?? found ?? []), ...ofBelow]);
    const near = nearOf(asked, below);
    const shown = { bounds, newestFirst, within: found, isLikeAll: this.#options.isQuick, page: asked?.page, near };
    const ofTables = tableViews(this.#options, filesOf(source.snapshot, all.tables, shown), wantedOf);
    const ofParts = partViews(parts, this.#options.path);
    const views = joinedViews(ofTables, ofParts);
    await source.checkFiles(views.files);
    await this.#give(own, views.lists);
    await this.#create(own, ofTables, wantedOf);
    await this.#snapshotTables.fill(own, all.snapshot, { ...source, kept: () => this.#keptVersions(own) });
    await this.#relations.make(own, below);
    await this.#create(own, ofParts);
    const shows = ofPage || asked?.since !== undefined ? 'own' : found ? 'bounded' : 'all';
    return { below: below.relations, shows, views };
  }

  /** Returns the lists of the views of another snapshot; undefined where not all of their texts are the same. */
  async #viewsAgain(
    own: DuckDBConnection,
    { snapshot }: LakeSource,
    needs: Needs,
    { asked, newestFirst, narrow }: Looks,
    texts: FileViews['texts'],
  ): Promise<FileViews | undefined> {
    const { parts, needs: below } = await standingParts(own, this.#relations, needs.kept, snapshot);
    // Which segments lack parts stands in the relations.
    if (parts.some(({ lacking }) => lacking.length > 0)) return undefined;
    const { tables } = together([below, needs]);
    const wantedOf = wantedIn(narrow, below);
    const near = nearOf(asked, below);
    const { isQuick } = this.#options;
    const within = await this.#boundsOf(snapshot, { tables }, { asked, wantedOf });
    const ofTables = tableViews(
      this.#options,
      filesOf(snapshot, tables, { newestFirst, within, isLikeAll: isQuick, near }),
      wantedOf,
    );
    const views = joinedViews(ofTables, partViews(parts, this.#options.path));
    return [...views.texts].every(([name, text]) => texts.get(name) === text) ? views : undefined;
  }

  /** Gives the connection that makes relations the lists by which they are made. */
  async #give(own: DuckDBConnection, lists: FileLists): Promise<void> {
    await lists.give(own, this.#lists);
    this.#lists.addAll(lists);
  }

  /** Runs the statements that are others than those that were run before. */
  async #create(own: DuckDBConnection, { texts }: FileViews, wantedOf: WantedOf = () => undefined): Promise<void> {
    const changed = [...texts].filter(([name, text]) => this.#shown.get(name) !== text);
    if (changed.length === 0) return;
    await createTogether(
      own,
      changed.map(([, text]) => text),
    ).catch((error: unknown) => {
      throw this.#unreadable(error);
    });
    for (const [name, text] of changed) {
      this.#shown.set(name, text);
      if (wantedOf(name)) this.#narrow.add(name);
      else this.#narrow.delete(name);
    }
  }

  #unreadable(error: unknown): LakeError {
    const { path: lake } = this.#options;
    const [message] = messageOf(error).split('\n');
    return new LakeError(`lake ${lake} has a file that cannot be read: ${damageIn(message)}`, { lake }, error);
  }

  /** Returns the first or the last ledgers of a key in a range; undefined where the index of keys does not know all of the snapshot. */
  ledgersOfKey(snapshot: Snapshot, run: KeyRun): FoundLedgers | undefined {
    return this.#keys?.run(snapshot, run);
  }

  /** Returns the ledgers that are read of tables; undefined where those of all are, without a look. */
  async #boundsOf(
    snapshot: Snapshot,
    { tables }: Pick<Needs, 'tables'>,
    { asked, wantedOf }: Pick<Looks, 'asked'> & { wantedOf: WantedOf },
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
  #isLarge(snapshot: Snapshot, tables: ReadonlySet<string>, sql: string, wantedOf: WantedOf): boolean {
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
  #columnsOf(snapshot: Snapshot, names: ReadonlySet<string>, wantedOf: WantedOf): number {
    const { unboundedFiles, isQuick, tables } = this.#options;
    if (unboundedFiles !== undefined || isQuick) return 0;
    return tables
      .filter(({ name }) => names.has(name))
      .reduce((sum, table) => {
        const { files = 0 } = snapshot.totals[table.name] ?? {};
        return files > 1 ? sum + files * shownColumns(table, wantedOf(table.name)).length : sum;
      }, 0);
  }

  /**
   * Returns how the ledgers of the page are found that is asked for; undefined where that is no page of a relation over several tables, or
   * these are small, or of few ledgers for the keys that it asks for. Throws nothing that the statement itself would not.
   */
  pageOf(snapshot: Snapshot, asked: Asked): Promise<Page | Recent | undefined> {
    const { sql } = asked;
    if (!/\blimit\b/i.test(sql)) return Promise.resolve(undefined);
    return this.#exclusive(async (own) => {
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
      const bounds = await this.#boundsOf(snapshot, { tables }, { asked, wantedOf: () => undefined });
      if (bounds && shownRows(snapshot, tables, bounds) * columns <= unpagedValues) return undefined;
      return { keys: query.keys, tables: found.tables };
    });
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
    const bounds =
      newest === undefined
        ? await this.#boundsOf(snapshot, { tables }, { asked, wantedOf: () => undefined })
        : undefined;
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
    if (rows > MOST_NEWEST || !this.#isLarge(snapshot, new Set([table]), asked.sql, () => undefined)) return undefined;
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

  /** Makes the tables that no query named yet, without files: enough to tell which columns there are. */
  async #define(own: DuckDBConnection, needs: Needs): Promise<{ below: Needs['relations']; views: FileViews }> {
    const undefinedYet = [...needs.kept].filter(({ id }) => !this.#shown.has(id));
    const { parts, needs: below } = await standingParts(own, this.#relations, undefinedYet, undefined);
    const isWhole = (table: string) => this.#shown.has(table) && !this.#narrow.has(table);
    const waiting = [...needs.tables, ...below.tables].filter((table) => !isWhole(table));
    await this.#create(own, tableViews(this.#options, new Map(waiting.map((table) => [table, []]))));
    await this.#snapshotTables.create(own);
    await this.#relations.make(own, below);
    await this.#create(own, partViews(parts, this.#options.path));
    return { below: below.relations, views: { texts: new Map(), lists: this.#lists, files: [] } };
  }

  async close(): Promise<void> {
    await this.#turn;
    (await this.#finder)?.close();
    this.#connection.closeSync();
    this.#instance.closeSync();
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

/** Returns the ledgers that are asked for; of what parts are made of, others are needed too. */
function nearOf(asked: Asked | undefined, { tables }: Needs): Shown['near'] {
  if (!asked?.ledgers || asked.page) return undefined;
  return { ledgers: asked.ledgers, except: tables };
}

/** Returns what tells the columns that are wanted of tables, of which those that parts are made of are whole. */
function wantedIn({ columns }: Narrowed, below: Needs): WantedOf {
  return (table) => (below.tables.has(table) ? undefined : columns.get(`${table}_raw_v1`));
}
