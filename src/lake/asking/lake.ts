/** A lake on disk. One process writes it; any number of processes read it, each from a snapshot. */
import { rm } from 'node:fs/promises';
import type { LedgerRange } from '../../datastore/keys.ts';
import { subtractRanges } from '../../datastore/spans.ts';
import { LakeError } from '../../core/errors.ts';
import { temporaryPath } from '../../core/temporary.ts';
import type { Baseline } from '../disk/snapshot/baseline.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import type { StatementRequest } from './statement-request.ts';
import type { LakeDescription } from '../disk/snapshot/description.ts';
import type { DatabaseOptions, DuckDBConnection } from '../duckdb/duckdb.ts';
import { FileChecks } from '../disk/file-checks.ts';
import type { KeptVersion } from '../meaning/kept.ts';
import type { FoundLedgers, KeyRun, KeyIndex } from './narrow/key-ledgers.ts';
import { asLakeError } from '../disk/files.ts';
import { dropIdleLeases } from '../disk/locks/leases.ts';
import { LivingDatabase } from './living-database.ts';
import { beginIceberg, endIceberg, hasIceberg, IcebergTables, type IcebergReport } from '../iceberg/iceberg.ts';
import type { Omission, Segment, SegmentSource } from '../disk/snapshot/manifest.ts';
import { Manifests, type LedgerIdentity } from '../disk/snapshot/manifests.ts';
import { openedForReading, openedForWriting, type NewLake, type Opened } from '../disk/opening.ts';
import { readSnapshot } from '../disk/snapshot/read-snapshot.ts';
import { Sessions, type StandingSession } from './sessions.ts';
import type { FoldedParts, Snapshot } from '../disk/snapshot/snapshot.ts';
import { sqlFolder } from '../meaning/sql-files.ts';
import { LakeWriter } from '../disk/writer.ts';

/** @internal */
export interface LakeOptions extends DatabaseOptions, NewLake {
  tables: readonly TableShape[];
  /** Open for writing, and create the lake when there is none. */
  write?: boolean;
  /** Where the SQL of the relations is. */
  sql?: string;
  /** True if queries verify the hash of each file once, false if nothing; by default see `FileChecks`. */
  verifyFiles?: boolean;
  /** Lakes of at most this many bytes are verified by hash, larger ones by the seals of their files. */
  hashedBytes?: number;
  /** Queries over at most this many files skip ledger pruning. */
  unboundedFiles?: number;
  /** Pages of at most this many values (rows times columns) are read without finding their ledgers first. */
  unpagedValues?: number;
  /** True if statements stay prepared, as in a server. Single rows are then read from Parquet without DuckDB. */
  isStanding?: boolean;
  /** The history and key index; `close` of the lake also closes it. */
  index?: KeyIndex;
}

/**
 * Opens a lake. Throws a LakeError if there is none, another process writes it, or its network or format differs.
 * @internal
 */
export async function openLake(dir: string, options: LakeOptions): Promise<Lake> {
  try {
    const { write, network } = options;
    const opened = write ? await openedForWriting(dir, options) : await openedForReading(dir, network);
    return await createLake(opened, options).catch(async (error: unknown) => {
      await opened.lock?.release();
      throw error;
    });
  } catch (error) {
    throw asLakeError(dir, error);
  }
}

async function createLake(opened: Opened, options: LakeOptions): Promise<Lake> {
  const { path } = opened;
  const { tables, sql = sqlFolder, verifyFiles, threads, memoryLimit, index } = options;
  const { hashedBytes, unboundedFiles, unpagedValues, isStanding } = options;
  const spool = await temporaryPath();
  const limits = { threads, memoryLimit };
  const asked = { unboundedFiles, unpagedValues, isStanding };
  const database = await LivingDatabase.open({ path, tables, sql, spool, index, ...limits, ...asked });
  const fileChecks = new FileChecks(path, verifyFiles, hashedBytes);
  const lake = new Lake({ opened, tables, sql, spool, limits, database, fileChecks, index });
  await lake.tidy();
  return lake;
}

interface LakeParts {
  opened: Opened;
  tables: readonly TableShape[];
  sql: string;
  spool: string;
  limits: Lake['limits'];
  database: LivingDatabase;
  fileChecks: FileChecks;
  index: KeyIndex | undefined;
}

/** An open lake. */
export class Lake {
  /** The folder of the lake, as an absolute path. */
  readonly path: string;
  /** The content of `lake.json`: format version, network and options, as they were when the lake was opened. */
  readonly description: LakeDescription;
  /** The shapes of the bronze tables: name and columns of each. @internal */
  readonly tables: readonly TableShape[];
  /** A folder for temporary results. Its first user creates it; `close` removes it. */
  readonly spool: string;
  /** The folder of the relations. @internal */
  readonly sql: string;
  /** Limits of memory and threads for DuckDB. @internal */
  readonly limits: Pick<DatabaseOptions, 'threads' | 'memoryLimit'>;
  /** The history and key index; undefined if the lake was opened without one. @internal */
  readonly index: KeyIndex | undefined;
  readonly #database: LivingDatabase;
  readonly #manifests: Manifests;
  readonly #sessions: Sessions;
  readonly #writer: LakeWriter | undefined;
  readonly #iceberg: IcebergTables;
  readonly #fileChecks: FileChecks;
  #snapshot: Snapshot;
  #closed = false;

  /** @internal */
  constructor({ opened, tables, sql, spool, limits, database, fileChecks, index }: LakeParts) {
    const { path, description, snapshot, lock } = opened;
    const network = description.network_passphrase;
    const manifests = new Manifests(path, network);
    this.path = path;
    this.description = description;
    this.tables = tables;
    this.spool = spool;
    this.sql = sql;
    this.limits = limits;
    this.#database = database;
    this.#fileChecks = fileChecks;
    this.index = index;
    this.#manifests = manifests;
    this.#snapshot = snapshot;
    const iceberg = new IcebergTables({ lake: path, tables, manifests });
    const mirror = async (newest: Snapshot, oldest: number) => {
      if (await hasIceberg(path)) await iceberg.publish(newest, oldest);
    };
    const writer = lock && new LakeWriter({ path, network, snapshot, manifests, lock, mirror });
    this.#iceberg = iceberg;
    this.#writer = writer;
    this.#sessions = new Sessions({
      ...{ path, network, database, manifests, fileChecks },
      snapshot: () => this.snapshot(),
      isWriter: writer !== undefined,
      onEnd: async () => writer?.readerEnded(),
    });
  }

  /** True if this process holds the write lock; false for a lake that was opened with `readOnly`. */
  get writable(): boolean {
    return this.#writer !== undefined;
  }

  /** Passphrase of the network. */
  get network(): string {
    return this.description.network_passphrase;
  }

  /** Returns the newest snapshot: a reader's moves on as the writer commits. @internal */
  async snapshot(): Promise<Snapshot> {
    if (this.#closed) throw new LakeError(`lake ${this.path} is closed`, { lake: this.path });
    if (this.#writer) return this.#writer.snapshot;
    this.#snapshot = await readSnapshot(this.path, this.#snapshot);
    return this.#snapshot;
  }

  /** Returns the runs of ledgers that are loaded, in order. */
  async loaded(): Promise<LedgerRange[]> {
    return (await this.snapshot()).ranges.map(({ first, last }) => ({ first, last }));
  }

  /** Returns the runs of ledgers of the range that are not loaded, in order. */
  async missing(range: LedgerRange): Promise<LedgerRange[]> {
    return subtractRanges(range, await this.loaded());
  }

  /**
   * Returns the kept relations, each with the version that its parts need to have. Throws a QueryError when a file is wrong.
   * @internal
   */
  kept(): Promise<KeptVersion[]> {
    return this.#database.current.keptVersions();
  }

  /** Returns the hashes of those ledgers of the range that are loaded, by sequence. @internal */
  async hashes(range: LedgerRange): Promise<Map<number, LedgerIdentity>> {
    return this.#manifests.ledgers(await this.snapshot(), range);
  }

  /** Returns the ledger files that loaded ledgers of the range came from, some of them more than once. @internal */
  async sources(range: LedgerRange): Promise<SegmentSource[]> {
    return this.#manifests.sources(await this.snapshot(), range);
  }

  /** Returns a committed segment; throws a LakeError when there is none of the name or its manifest is damaged. @internal */
  async segment(name: string): Promise<Segment> {
    return this.#manifests.segment(await this.snapshot(), name);
  }

  /**
   * Makes a segment part of the lake, and returns true; returns false when all its ledgers are there already, with the same
   * hashes. Throws a LakeError when only some are there, or with other hashes, and a VerifyError when the chain of hashes
   * breaks, unless `chain` is false. What is not committed leaves no file behind.
   * @internal
   */
  async commit(segment: Segment, { chain = true }: { chain?: boolean } = {}): Promise<boolean> {
    return this.#writing().commit(segment, chain);
  }

  /** Removes files that were made for segments and that no snapshot names. @internal */
  async discard(made: readonly Pick<Segment, 'files'>[]): Promise<void> {
    return this.#writing().discard(made);
  }

  /** Records skipped ledgers. A later load of such a ledger removes its record. @internal */
  async recordOmissions(omissions: readonly Omission[]): Promise<void> {
    return this.#writing().recordOmissions(omissions);
  }

  /** Publishes a baseline state. Relations of current state start from it. @internal */
  async addBaseline(baseline: Baseline): Promise<void> {
    return this.#writing().addBaseline(baseline);
  }

  /**
   * Replaces parts by their folded part. If the lake cannot be written, removes the new files and throws a LakeError.
   * @internal
   */
  async addFolded(folded: FoldedParts): Promise<void> {
    return this.#writing().addFolded(folded);
  }

  /**
   * Replaces segments by a merged one. Their files are deleted when no query reads them. If a replaced segment is missing,
   * removes the new files and throws a LakeError.
   * @internal
   */
  async replace(segment: Segment): Promise<void> {
    return this.#writing().replace(segment);
  }

  /** Deletes files that earlier writers scheduled for deletion and nobody reads. @internal */
  async tidy(): Promise<void> {
    await this.#writer?.tidy();
  }

  /** Lets the next commit publish Iceberg tables, and each one after it. @internal */
  async beginIceberg(): Promise<void> {
    this.#writing();
    await beginIceberg(this.path);
  }

  /**
   * Publishes Iceberg tables of the newest snapshot, and from now on of each commit. Writes their locations again if the lake
   * has moved. Returns how many there are, and the columns that Iceberg cannot express.
   */
  async enableIceberg(): Promise<IcebergReport> {
    await this.beginIceberg();
    await this.#writing().publishAgain();
    return { tables: this.#iceberg.size, left: this.#iceberg.left };
  }

  /** Removes the Iceberg tables; commits publish none from now on. */
  async disableIceberg(): Promise<void> {
    this.#writing();
    this.#iceberg.forget();
    await endIceberg(this.path);
  }

  #writing(): LakeWriter {
    if (this.#writer) return this.#writer;
    throw new LakeError(`lake ${this.path} is open for reading only: open it without readOnly`, { lake: this.path });
  }

  /** Runs `use` with its own connection, which reads the newest commit. @internal */
  async read<T>(use: (connection: DuckDBConnection) => Promise<T>, asked?: StatementRequest): Promise<T> {
    const { connection, begin, release } = await this.session(asked);
    try {
      await begin();
      return await use(connection);
    } finally {
      await release();
    }
  }

  /**
   * Opens a session for a query. Its transactions read the newest commit; its files stay until `release`.
   * @internal
   */
  session(asked?: StatementRequest): Promise<StandingSession> {
    return this.#sessions.open(asked);
  }

  /**
   * Returns the first or last ledgers of a range that may have a row with a key, such as an account.
   * Returns undefined if the lake has no key index, or the index lacks many ledgers.
   * @internal
   */
  async ledgersOfKey(run: KeyRun): Promise<FoundLedgers | undefined> {
    return this.#database.current.ledgersOfKey(await this.snapshot(), run);
  }

  /** Takes paths of files that are damaged: queries compare them with their hashes from now on. @internal */
  suspectFiles(paths: readonly string[]): void {
    this.#fileChecks.suspect(paths);
  }

  /** Closes the connections and releases the locks of the lake. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      await this.#writer?.settle();
      await this.#database.close();
      this.index?.close();
      await dropIdleLeases(this.path);
      await rm(this.spool, { recursive: true, force: true });
    } finally {
      await this.#writer?.close();
    }
  }
}
