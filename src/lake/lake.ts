/** A lake on disk: opened for reading by any number of processes, or for writing by one. */
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LakeError } from '../errors.ts';
import type { TableShape } from './bridge.ts';
import { CATALOG, createCatalog, createMetaViews } from './catalog-schema.ts';
import {
  checkSegment,
  committedFiles,
  committedSegments,
  insertOmissions,
  insertSegment,
  ledgerHashes,
  loadedRanges,
  type LedgerIdentity,
  type LedgerRange,
} from './catalog.ts';
import { openDatabase, quoteText, type DatabaseOptions, type DuckDBConnection, type DuckDBInstance } from './duckdb.ts';
import { asLakeError, errorCode, exists, removeFiles, writeDurably } from './files.ts';
import { asHeldError, checkNotHeldHere, lockLake, signLock, unlockLake } from './lock.ts';
import {
  FORMAT_VERSION,
  listManifests,
  manifestPath,
  segmentName,
  writeManifest,
  type Omission,
  type Segment,
} from './manifest.ts';
import { writeOmissions } from './omissions.ts';
import { decoderVersion } from '../version.ts';
import { recover } from './recover.ts';
import { createFileRelations, createSchemas, createSqlViews, sqlFolder } from './views.ts';

/** What `lake.json` says. */
export interface LakeDescription {
  format_version: number;
  network_passphrase: string;
  /** Free for the program that made the lake, such as which columns are kept. */
  options: Record<string, unknown>;
}

export interface OpenOptions extends DatabaseOptions {
  tables: readonly TableShape[];
  /** Open for writing, and create the lake when there is none. */
  write?: boolean;
  /** The network's passphrase: needed to create a lake, otherwise compared with the lake's. */
  network?: string;
  /** Kept in `lake.json` when the lake is created. */
  options?: Record<string, unknown>;
  /** Where the SQL of the views is. */
  sql?: string;
}

/** Opens a lake; throws a LakeError when there is none, or it is held, of another network or a newer format. */
export async function openLake(dir: string, options: OpenOptions): Promise<Lake> {
  const { write = false, tables, network, sql = sqlFolder, ...database } = options;
  try {
    const description = write ? await describeOrCreate(dir, options) : await describe(dir, network);
    const path = await realpath(dir);
    await (write ? lockLake(path) : checkNotHeldHere(path));
    const spool = join(tmpdir(), `ledgerlake-${process.pid}-${Math.random().toString(36).slice(2)}`);
    const instance = await openDatabase({ tempDirectory: join(spool, 'spill'), ...database });
    const connection = await instance.connect();
    const lake = new Lake({ path, description, tables, write, spool, instance, connection });
    try {
      await prepare(lake, sql);
      return lake;
    } catch (error) {
      await lake.close();
      throw error;
    }
  } catch (error) {
    throw asLakeError(dir, error);
  }
}

interface LakeParts {
  path: string;
  description: LakeDescription;
  tables: readonly TableShape[];
  write: boolean;
  spool: string;
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}

/** An open lake. */
export class Lake {
  readonly path: string;
  readonly description: LakeDescription;
  readonly tables: readonly TableShape[];
  readonly writable: boolean;
  /** A folder for passing results, made by whoever needs it and removed by `close`. */
  readonly spool: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  #turn: Promise<unknown> = Promise.resolve();
  #viewsAreOld = true;
  #readers = 0;
  #doomed: string[] = [];
  #closed = false;
  #damage: LakeError | undefined;

  constructor({ path, description, tables, write, spool, instance, connection }: LakeParts) {
    this.path = path;
    this.description = description;
    this.tables = tables;
    this.writable = write;
    this.spool = spool;
    this.#instance = instance;
    this.#connection = connection;
  }

  get network(): string {
    return this.description.network_passphrase;
  }

  /** Runs one thing at a time on the lake's own connection. */
  exclusive<T>(run: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => run(this.#connection));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Returns the runs of ledgers that are loaded, in order. */
  loaded(): Promise<LedgerRange[]> {
    return this.exclusive(loadedRanges);
  }

  /** Returns the runs of ledgers of the range that are not loaded, in order. */
  async missing({ first, last }: LedgerRange): Promise<LedgerRange[]> {
    const missing: LedgerRange[] = [];
    let next = first;
    for (const run of await this.loaded()) {
      if (run.last < next || run.first > last) continue;
      if (run.first > next) missing.push({ first: next, last: run.first - 1 });
      next = run.last + 1;
    }
    if (next <= last) missing.push({ first: next, last });
    return missing;
  }

  /** Returns the hashes of those ledgers of the range that are loaded, by sequence. */
  hashes(range: LedgerRange): Promise<Map<number, LedgerIdentity>> {
    return this.exclusive((connection) => ledgerHashes(connection, range));
  }

  /**
   * Makes a segment part of the lake, and returns true; returns false when all its ledgers are there already, with the same
   * hashes. Throws a LakeError when only some are there, or with other hashes, and a VerifyError when the chain of hashes
   * breaks, unless `chain` is false. What is not committed leaves no file behind.
   */
  commit(segment: Segment, { chain = true }: { chain?: boolean } = {}): Promise<boolean> {
    return this.exclusive(async (connection) => {
      this.#checkWritable();
      const dated = { ...segment, loadedAt: segment.loadedAt ?? new Date().toISOString() };
      let isNew = false;
      try {
        isNew = await checkSegment(connection, dated, chain);
        if (isNew) await this.#enter(connection, dated);
        return isNew;
      } catch (error) {
        throw asLakeError(this.path, error);
      } finally {
        if (!isNew) await this.#discard(connection, segment);
      }
    });
  }

  /** Records ledgers that were passed over; they leave the record when they are loaded after all. */
  recordOmissions(omissions: readonly Omission[]): Promise<void> {
    return this.exclusive(async (connection) => {
      this.#checkWritable();
      if (omissions.length === 0) return;
      const recordedAt = new Date().toISOString();
      const recorded = omissions.map((omission) => ({ ...omission, decoderVersion, recordedAt }));
      await writeOmissions(this.path, recorded);
      await insertOmissions(connection, recorded);
    });
  }

  /**
   * Puts a segment in the place of those that it replaces; their files go when no query reads them any more.
   * Throws a LakeError, and removes the segment's files, when one of those is not there any more.
   */
  replace(segment: Segment): Promise<void> {
    return this.exclusive(async (connection) => {
      this.#checkWritable();
      const replaced = new Set(segment.replaces);
      const files = (await committedFiles(connection)).filter(({ segment }) => replaced.has(segment));
      const committed = new Set(await committedSegments(connection));
      const gone = [...replaced].find((name) => !committed.has(name));
      if (gone !== undefined) {
        await this.#discard(connection, segment);
        throw new LakeError(`segment ${gone} is not in lake ${this.path} any more`, { lake: this.path });
      }
      await this.#enter(connection, segment);
      this.#doomed.push(...files.map(({ path }) => path), ...[...replaced].map(manifestPath));
      await this.#removeDoomed();
    });
  }

  /** The manifest comes first: a segment that has one is whole, and is entered at the next opening if this is cut off. */
  async #enter(connection: DuckDBConnection, segment: Segment): Promise<void> {
    try {
      await writeManifest(this.path, this.network, segment);
      await insertSegment(connection, this.network, segment);
      this.#viewsAreOld = true;
    } catch (error) {
      await removeFiles(this.path, [manifestPath(segmentName(segment)), ...segment.files.map(({ path }) => path)]);
      throw error;
    }
  }

  async #discard(connection: DuckDBConnection, segment: Segment): Promise<void> {
    const kept = new Set((await committedFiles(connection)).map(({ path }) => path));
    const files = segment.files.map(({ path }) => path).filter((path) => !kept.has(path));
    await removeFiles(this.path, files);
  }

  /** Runs `use` with a connection of its own, on which the views show what is committed now. */
  async read<T>(use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const { connection, release } = await this.session();
    try {
      return await use(connection);
    } finally {
      await release();
    }
  }

  /** Returns a connection that sees what is committed now; the files it may read stay until `release`. */
  async session(): Promise<{ connection: DuckDBConnection; release: () => Promise<void> }> {
    if (this.#closed) throw new LakeError(`lake ${this.path} is closed`, { lake: this.path });
    if (this.#damage) throw this.#damage;
    await this.exclusive((connection) => this.#refresh(connection));
    this.#readers++;
    const connection = await this.#instance.connect();
    const release = async () => {
      connection.closeSync();
      this.#readers--;
      await this.#removeDoomed();
    };
    return { connection, release };
  }

  async #refresh(connection: DuckDBConnection): Promise<void> {
    if (!this.#viewsAreOld) return;
    const files = Map.groupBy(await committedFiles(connection), ({ table }) => table);
    try {
      await createFileRelations(connection, this.tables, (name) => {
        return (files.get(name) ?? []).map(({ path, columns }) => ({ path: join(this.path, path), columns }));
      });
    } catch (error) {
      throw damaged(this.path, error);
    }
    this.#viewsAreOld = false;
  }

  /** Creates the views; a lake whose files cannot be read stays open, to be verified, and tells it to whoever queries it. */
  async createViews(sql: string): Promise<void> {
    await this.exclusive(async (connection) => {
      try {
        await this.#refresh(connection);
        await createSqlViews(connection, sql);
      } catch (error) {
        if (!(error instanceof LakeError)) throw error;
        this.#damage = error;
      }
    });
  }

  async #removeDoomed(): Promise<void> {
    if (this.#readers > 0) return;
    await removeFiles(this.path, this.#doomed.splice(0));
  }

  #checkWritable(): void {
    if (!this.writable) throw new LakeError(`lake ${this.path} is open for reading only`, { lake: this.path });
  }

  /** Ends the lake's connections and gives it back to other processes. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn;
    this.#readers = 0;
    await this.#removeDoomed();
    await this.#connection.run(`detach ${CATALOG}`).catch(() => undefined);
    this.#connection.closeSync();
    this.#instance.closeSync();
    await rm(this.spool, { recursive: true, force: true });
    if (this.writable) await unlockLake(this.path);
  }
}

async function prepare(lake: Lake, sql: string): Promise<void> {
  await lake.exclusive(async (connection) => {
    await attach(lake, connection);
    if (lake.writable) await createCatalog(connection);
    await createMetaViews(connection);
    if (lake.writable) await recover(connection, lake.path, lake.network);
    await createSchemas(connection);
  });
  await lake.createViews(sql);
  await lake.exclusive((connection) => confine(lake, connection));
}

function unopened(lake: string, error: unknown): LakeError {
  if (error instanceof LakeError) return error;
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  return new LakeError(
    `lake ${lake} has a catalog.duckdb that cannot be opened: ${reason}; ledgerlake repair makes it again`,
    { lake },
    error,
  );
}

function damaged(lake: string, error: unknown): LakeError {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const message = `lake ${lake} has a file that cannot be read: ${reason}; ledgerlake verify lists all, repair drops them`;
  return new LakeError(message, { lake }, error);
}

async function attach(lake: Lake, connection: DuckDBConnection): Promise<void> {
  const file = join(lake.path, 'catalog.duckdb');
  if (!(await exists(file)) && (!lake.writable || (await listManifests(lake.path)).length > 0)) {
    throw new LakeError(`lake ${lake.path} has no catalog.duckdb: run ledgerlake repair`, { lake: lake.path });
  }
  try {
    await connection.run(`attach ${quoteText(file)} as ${CATALOG}${lake.writable ? '' : ' (read_only)'}`);
  } catch (error) {
    throw unopened(lake.path, asLakeError(lake.path, await asHeldError(lake.path, error)));
  }
  if (lake.writable) await signLock(lake.path);
}

/** From here on SQL reaches the lake and the spool, nothing else, and cannot change that. */
async function confine(lake: Lake, connection: DuckDBConnection): Promise<void> {
  const folders = [lake.path, lake.spool].map(quoteText).join(', ');
  await connection.run(`set allowed_directories = [${folders}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
}

async function describeOrCreate(dir: string, { network, options = {} }: OpenOptions): Promise<LakeDescription> {
  if (await exists(join(dir, 'lake.json'))) return describe(dir, network);
  if (network === undefined)
    throw new LakeError(`no lake at ${dir}, and no network given to create one`, { lake: dir });
  const description = { format_version: FORMAT_VERSION, network_passphrase: network, options };
  await createFolder(dir);
  await writeDurably(join(dir, 'lake.json'), JSON.stringify(description, null, 2) + '\n');
  return description;
}

/** Node calls the error of a recursive mkdir ENOENT when the file system is read-only: the second attempt brings the real one. */
async function createFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(dir);
  }
}

async function describe(dir: string, network: string | undefined): Promise<LakeDescription> {
  const description = await describeLake(dir);
  const { format_version: version, network_passphrase: own } = description;
  if (version > FORMAT_VERSION) {
    const message = `lake ${dir} has format version ${version}, newest known is ${FORMAT_VERSION}: update ledgerlake`;
    throw new LakeError(message, { lake: dir });
  }
  if (network !== undefined && network !== own) {
    throw new LakeError(`lake ${dir} holds network "${own}", asked for "${network}"`, { lake: dir });
  }
  return description;
}

/** Returns what `lake.json` says; throws a LakeError when there is none or it is not one. */
export async function describeLake(dir: string): Promise<LakeDescription> {
  const path = join(dir, 'lake.json');
  try {
    const found: Partial<LakeDescription> = JSON.parse(await readFile(path, 'utf8'));
    const { format_version, network_passphrase, options = {} } = found;
    if (typeof format_version === 'number' && typeof network_passphrase === 'string') {
      return { format_version, network_passphrase, options };
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new LakeError(`no lake at ${dir}`, { lake: dir }, error);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new LakeError(`${path} does not describe a lake`, { lake: dir });
}
