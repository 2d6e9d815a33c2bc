/** The in-memory DuckDB of a lake. It creates relations over a snapshot when queries need them. */
import { join } from 'node:path';
import { LakeError } from '../../core/errors.ts';
import { damageIn } from '../disk/file-checks.ts';
import {
  confine,
  openDatabase,
  type DatabaseOptions,
  type DuckDBConnection,
  type DuckDBInstance,
  type Runs,
} from '../duckdb/duckdb.ts';
import { FileLists } from '../meaning/file-lists.ts';
import {
  filesOf,
  joinedViews,
  ofNoSegment,
  partViews,
  tableViews,
  type FileViews,
  type Shown,
  type WantedOf,
} from './scan/file-views.ts';
import { GivenToConnections } from '../duckdb/given-rows.ts';
import { dataFolders } from '../disk/files.ts';
import type { KeptVersion } from '../meaning/kept.ts';
import type { StatementRequest, NextRequest } from './statement-request.ts';
import type { FoundLedgers, KeyRun } from './narrow/key-ledgers.ts';
import { mentionsIn } from '../meaning/mentions.ts';
import { wholeTable, type Narrowed } from '../meaning/narrowing.ts';
import { asksNewestFirst } from './narrow/newest-first.ts';
import { boundsOfPage, mayBePage, type Page } from './narrow/pages.ts';
import { Pruning, type PruningOptions } from './narrow/pruning.ts';
import type { Reads } from './narrow/reads.ts';
import { standingParts, statesOf, type Standing } from './scan/shown-parts.ts';
import { SqlRelations, joinedSql, type Needs } from '../meaning/sql-relations.ts';
import type { KnownFile, Snapshot } from '../disk/snapshot/snapshot.ts';
import { SnapshotTables, type SnapshotSource } from '../meaning/snapshot-tables.ts';
import { isError, namesOf, readTree } from '../meaning/statement-names.ts';
import { areGiven, readSingleRows, RowsNotRead, valueGiven, type SingleRows } from './scan/single-rows.ts';
import { createTogether, type ColumnNames } from '../meaning/views.ts';
import { RowReader } from '../../parquet/read/row-reader.ts';
import { messageOf } from '../../core/system-errors.ts';

/** What a database shows. */
export interface LakeSource extends SnapshotSource {
  /** Throws a LakeError when one of the files is damaged. */
  checkFiles(files: readonly KnownFile[]): Promise<void>;
}

export interface LakeDatabaseOptions extends DatabaseOptions, PruningOptions {
  path: string;
  /** A folder that queries may use beside the lake. */
  spool: string;
}

/** What is asked, whether for its last rows first, and of which columns. */
interface StatementLook {
  asked: StatementRequest | undefined;
  newestFirst: boolean;
  narrow: Narrowed;
  reads: Reads;
}

/** The relations made of parts, what of the snapshot is visible, and the views of it. */
interface Visible extends Pick<StandingTransaction, 'shows'> {
  below: Needs['relations'];
  views: FileViews;
}

/** What a transaction shows. */
export interface StandingTransaction {
  /** `all` of the snapshot, whatever values parameters have, `bounded` by these, or what only this statement is to see. */
  shows: 'all' | 'bounded' | 'own';
  /**
   * Shows another snapshot in place of the current one, unless the statement has tables of its own. Returns false if
   * relations or their ledgers would change, not only files.
   */
  again(source: LakeSource, next?: NextRequest): Promise<boolean>;
  /** Ends it: nothing is asked of it any more. */
  end(): void;
}

/**
 * Bound of decoded column chunks. First pages of 2,000 ledgers of pubnet's size take 54 ms of processor time with 160 MB, 35
 * with 400 MB.
 */
const MOST_DECODED = 400 * 1024 ** 2;

/** The most connections that are kept for the next queries. */
const MOST_IDLE = 4;

export class LakeDatabase {
  readonly #options: LakeDatabaseOptions;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #relations: SqlRelations;
  readonly #snapshotTables = new SnapshotTables();
  /** The statements by which each `<table>_raw_v1`, and what has parts, are there. */
  readonly #shown = new Map<string, string>();
  /** The lists that connections have. */
  readonly #listsOf = new WeakMap<DuckDBConnection, FileLists>();
  /** The tables of which not all columns are shown. */
  readonly #narrow = new Set<string>();
  readonly #pruning: Pruning;
  readonly #given = new GivenToConnections();
  /** Of statements that stay prepared. */
  readonly #rowReader: RowReader | undefined;
  readonly #idle: DuckDBConnection[] = [];
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: LakeDatabaseOptions, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#options = options;
    this.#instance = instance;
    this.#connection = connection;
    this.#relations = new SqlRelations(options.tables, options.sql, { folded: true, isStanding: options.isStanding });
    this.#pruning = new Pruning(options, this.#relations);
    this.#rowReader = options.isStanding ? new RowReader({ maxBytes: MOST_DECODED }) : undefined;
  }

  /** Opens it; from then on SQL reaches the Parquet files of the lake and the spool, nothing else, and cannot change that. */
  static async open(options: LakeDatabaseOptions): Promise<LakeDatabase> {
    const { path, spool, threads, memoryLimit } = options;
    const instance = await openDatabase({ threads, memoryLimit, tempDirectory: spool });
    const connection = await instance.connect();
    const database = new LakeDatabase(options, instance, connection);
    await database.#relations.prepare(connection);
    if (options.isStanding) await database.#given.register(connection);
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

  /** Returns a connection that was given back, with its lists; undefined if there is none. */
  takeIdle(): DuckDBConnection | undefined {
    return this.#idle.pop();
  }

  /** Ends the transaction of a connection and keeps the connection for the next query. */
  async giveBack(connection: DuckDBConnection): Promise<void> {
    try {
      await connection.run('rollback');
      if (!this.#isClosed && this.#idle.length < MOST_IDLE) return void this.#idle.push(connection);
    } catch {
      // The database may have failed: the next query checks it.
      this.#closeIdle();
    }
    connection.closeSync();
  }

  #closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
  }

  /**
   * Begins a transaction on the connection in which the relations that are asked for show the source's snapshot; others may show
   * another one.
   */
  begin(connection: DuckDBConnection, source: LakeSource, asked?: StatementRequest): Promise<StandingTransaction> {
    return this.#exclusive(async (own) => {
      const tree = asked && (await readTree(own, asked.sql));
      // What does not read is refused when it is prepared: nothing need be there for it.
      const named = tree === undefined ? 'every' : isError(tree) ? [] : namesOf(tree);
      const needs = await this.#relations.needsOf(own, named, asked?.sql);
      const { baselines } = source.snapshot;
      const states = statesOf(source.snapshot, this.#options.path);
      const isNarrow = typeof named !== 'string' && asked?.isWhole !== true;
      const narrow = isNarrow ? await this.#relations.narrowed(own, mentionsIn(tree), needs, states) : wholeTable;
      const reads = await this.#pruning.readsOf(own, tree);
      const looks = { asked, newestFirst: asksNewestFirst(tree), narrow, reads };
      const { below, shows, views } =
        named === 'definitions'
          ? { ...(await this.#define(own, source, needs)), shows: 'own' as const }
          : await this.#stand(own, source, needs, looks);
      // What parts are made of where some are lacking is whole.
      const bodies = new Map([...narrow.bodies].filter(([relation]) => !below.has(relation)));
      await this.#relations.make(this.#maker(own, views.lists), needs, states, bodies);
      await source.checkFiles(ofNoSegment(states.asked));
      // A transaction sees the catalog as of its first look at it.
      await this.#give(connection, views.lists, 'begin transaction read only; select count(*) from duckdb_schemas();');
      const owner = views.given.size > 0 ? await this.#given.own(connection) : undefined;
      const give = ({ given }: FileViews) => owner !== undefined && this.#given.give(owner, given);
      give(views);
      const again: StandingTransaction['again'] = async (next, { parameters, ledgers, rowsOf } = {}) => {
        const nextLooks = { ...looks, asked: asked && { ...asked, parameters, ledgers, rowsOf } };
        // Others need not wait while it reads: what parts are made of is known since it stood.
        const standing = await standingParts(own, this.#relations, needs.kept, next.snapshot);
        const single = await this.#singleRows(next.snapshot, needs.tables, nextLooks);
        return this.#exclusive(async () => {
          const isOther = next.snapshot.baselines.length !== baselines.length;
          if (isOther || needs.snapshot.size > 0) return false;
          // Which segments lack parts stands in the relations.
          if (standing.parts.some(({ lacking }) => lacking.length > 0)) return false;
          const { views: found } = this.#viewsOf(next.snapshot, needs, nextLooks, { standing, single });
          if ([...found.texts].some(([name, text]) => views.texts.get(name) !== text)) return false;
          await next.checkFiles(found.files);
          await this.#give(connection, found.lists);
          give(found);
          return true;
        });
      };
      return { shows, again, end: () => owner !== undefined && this.#given.give(owner, new Map()) };
    });
  }

  /** Creates what relations read: tables and parts of the snapshot. */
  async #stand(own: DuckDBConnection, source: LakeSource, needs: Needs, look: StatementLook): Promise<Visible> {
    const standing = await standingParts(own, this.#relations, needs.kept, source.snapshot);
    const all = joinedSql([standing.needs, needs]);
    const single = await this.#singleRows(source.snapshot, all.tables, look);
    const { ofTables, ofParts, ...visible } = this.#viewsOf(source.snapshot, needs, look, { standing, single });
    const { views } = visible;
    await source.checkFiles(views.files);
    const maker = this.#maker(own, views.lists);
    await this.#create(maker, ofTables, wantedIn(look.narrow, standing.needs));
    await this.#snapshotTables.fill(own, all.snapshot, { ...source, kept: () => this.#keptVersions(own) });
    await this.#relations.make(maker, standing.needs);
    await this.#create(maker, ofParts);
    return visible;
  }

  /** Returns the views of the tables and parts of a snapshot. */
  #viewsOf(
    snapshot: Snapshot,
    needs: Needs,
    { asked, newestFirst, narrow, reads }: StatementLook,
    { standing, single }: { standing: Standing; single: ReadonlyMap<string, SingleRows> },
  ): Visible & { ofTables: FileViews; ofParts: FileViews } {
    const { parts, needs: below, bounds: belowBounds } = standing;
    checkRows(asked, below);
    const { tables } = joinedSql([below, needs]);
    const found = this.#pruning.boundsOf(snapshot, tables, { asked, reads });
    const ofPage = asked?.page && boundsOfPage(asked.page);
    const ofBelow = [...belowBounds].filter(([table]) => !needs.tables.has(table));
    const files = filesOf(snapshot, tables, {
      bounds: new Map([...(ofPage ?? found ?? []), ...ofBelow]),
      newestFirst,
      within: found,
      isLikeAll: this.#options.isStanding,
      page: asked?.page,
      near: nearOf(asked, below),
    });
    const ofTables = tableViews(this.#options, files, {
      wantedOf: wantedIn(narrow, below),
      unfilledOf: unfilledIn(asked, below),
      rowsOf: asked?.rowsOf,
      single,
    });
    const ofParts = partViews(parts, this.#options.path);
    const views = joinedViews(valueGiven(asked?.rowsOf), ofTables, ofParts);
    const shows = ofPage ? 'own' : found ? 'bounded' : 'all';
    return { below: below.relations, shows, views, ofTables, ofParts };
  }

  /** Returns rows of tables that are read one by one from Parquet. Throws RowsNotRead if given rows cannot be read so. */
  async #singleRows(
    snapshot: Snapshot,
    tables: ReadonlySet<string>,
    { asked, narrow }: Pick<StatementLook, 'asked' | 'narrow'>,
  ): Promise<ReadonlyMap<string, SingleRows>> {
    const found = new Map<string, SingleRows>();
    const { rowsOf = new Map(), ledgers, unfilled } = asked ?? {};
    const [reader, { path }] = [this.#rowReader, this.#options];
    if (!reader) {
      if ([...rowsOf.values()].some(areGiven)) throw new RowsNotRead('a database that reads no rows one by one');
      return found;
    }
    for (const [name, rowsAsked] of rowsOf) {
      const table = this.#options.tables.find((table) => table.name === name && tables.has(name));
      if (!table) continue;
      const wanted = { asked: rowsAsked, ledgers, wanted: wantedColumns(narrow, name), unfilled: unfilled?.get(name) };
      const rows = await readSingleRows(reader, path, table, snapshot.filesOf(name, ledgers), wanted);
      if (rows) found.set(name, rows);
    }
    return found;
  }

  /** Gives a connection lists that it lacks, after other statements. */
  async #give(connection: DuckDBConnection, lists: FileLists, first = ''): Promise<void> {
    const known = this.#listsOf.get(connection) ?? new FileLists();
    await lists.give(connection, known, first);
    this.#listsOf.set(connection, known.with(lists));
  }

  /** Returns the connection that makes relations; it gets the lists by which these are made before its first statement. */
  #maker(own: DuckDBConnection, lists: FileLists): Runs {
    return {
      run: async (sql) => {
        await this.#give(own, lists);
        return own.run(sql);
      },
    };
  }

  /** Runs the statements that are others than those that were run before. */
  async #create(own: Runs, { texts }: FileViews, wantedOf: WantedOf = () => undefined): Promise<void> {
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
    const { text, fields } = damageIn(message, lake);
    return new LakeError(`lake ${lake} has a file that cannot be read: ${text}`, { lake, ...fields }, error);
  }

  /** Returns the first or last ledgers of a key in a range; undefined if the key index is incomplete. */
  ledgersOfKey(snapshot: Snapshot, run: KeyRun): FoundLedgers | undefined {
    return this.#pruning.ledgersOfKey(snapshot, run);
  }

  /** Returns how the ledgers of the page are found that is asked for; undefined where it is not looked for so. */
  pageOf(snapshot: Snapshot, asked: StatementRequest): Promise<Page | undefined> {
    if (!mayBePage(asked.sql)) return Promise.resolve(undefined);
    return this.#exclusive((own) => this.#pruning.pageOf(own, snapshot, asked));
  }

  /** Makes the tables that no query named yet, without files: enough to tell which columns there are. */
  async #define(own: DuckDBConnection, source: LakeSource, needs: Needs): Promise<Omit<Visible, 'shows'>> {
    const undefinedYet = [...needs.kept].filter(({ id }) => !this.#shown.has(id));
    const { parts, needs: below } = await standingParts(own, this.#relations, undefinedYet, undefined);
    const isWhole = (table: string) => this.#shown.has(table) && !this.#narrow.has(table);
    const waiting = [...needs.tables, ...below.tables].filter((table) => !isWhole(table));
    await this.#create(own, tableViews(this.#options, new Map(waiting.map((table) => [table, []]))));
    await this.#snapshotTables.create(own);
    await this.#relations.make(own, below);
    await this.#create(own, partViews(parts, this.#options.path));
    // Relations are made over what was shown before, whose files may be gone by now.
    const files = filesOf(source.snapshot, needs.tables, { newestFirst: false });
    const standing = await standingParts(own, this.#relations, needs.kept, source.snapshot);
    const now = joinedViews(new Map(), tableViews(this.#options, files), partViews(standing.parts, this.#options.path));
    return { below: below.relations, views: { ...now, texts: new Map(), files: [] } };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    this.#closeIdle();
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** Returns the ledgers that are asked for; of what parts are made of, others are needed too. */
function nearOf(asked: StatementRequest | undefined, { tables }: Needs): Shown['near'] {
  if (!asked?.ledgers || asked.page) return undefined;
  return { ledgers: asked.ledgers, except: tables };
}

/** Throws where parts of kept relations are made of tables of which some rows alone are asked for: those need all. */
function checkRows(asked: StatementRequest | undefined, { tables }: Needs): void {
  const [name] = [...(asked?.rowsOf?.keys() ?? [])].filter((table) => tables.has(table));
  if (name !== undefined) throw new Error(`more of ${name} is read than the requested rows`);
}

function wantedColumns({ columns }: Narrowed, table: string): ColumnNames | undefined {
  return columns.get(`${table}_raw_v1`);
}

/** Returns what tells the columns that are wanted of tables, of which those that parts are made of are whole. */
function wantedIn(narrow: Narrowed, below: Needs): WantedOf {
  return (table) => (below.tables.has(table) ? undefined : wantedColumns(narrow, table));
}

/** Returns what tells the columns that are not read of tables, of which those that parts are made of are read whole. */
function unfilledIn(asked: StatementRequest | undefined, below: Needs): WantedOf {
  return (table) => (below.tables.has(table) ? undefined : asked?.unfilled?.get(table));
}
