/** A lake on disk: read by any number of processes, each of which stands on a snapshot, and written by one of them. */
import { realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../folders.ts';
import { LakeError } from '../errors.ts';
import type { LedgerRange } from '../datastore/keys.ts';
import { decoderVersion } from '../version.ts';
import type { TableShape } from './bridge.ts';
import { LakeDatabase, type Asked, type LakeSource } from './database.ts';
import { lakeAround } from './around.ts';
import { describeKnown, writeDescription, type LakeDescription } from './description.ts';
import type { DatabaseOptions, DuckDBConnection } from './duckdb.ts';
import { FileChecks } from './file-checks.ts';
import { asLakeError, exists, removeFiles } from './files.ts';
import { dropIdleLeases, beginEpoch, takeLease, type Lease } from './leases.ts';
import {
  FORMAT_VERSION,
  manifestPath,
  segmentName,
  writeManifest,
  type Omission,
  type Segment,
  type SegmentFile,
  type SegmentSource,
} from './manifest.ts';
import { Manifests, type LedgerIdentity } from './manifests.ts';
import { readOmissions, writeOmissions } from './omissions.ts';
import type { Session } from './query.ts';
import { recover } from './recover.ts';
import { sqlFolder } from './sql-files.ts';
import { removeRetired, retireFiles } from './retired.ts';
import { checkSegment } from './segment-check.ts';
import { hasSnapshot, newestEpoch, readSnapshot, removeOldPages } from './read-snapshot.ts';
import { publishSnapshot, type Change } from './publish-snapshot.ts';
import { emptySnapshot, Snapshot, type KnownFile } from './snapshot.ts';
import { checkNotHeldBefore, lockForWriting, type WriterLock } from './writer-lock.ts';

export interface OpenOptions extends DatabaseOptions {
  tables: readonly TableShape[];
  /** Open for writing, and create the lake when there is none. */
  write?: boolean;
  /** The network's passphrase: needed to create a lake, otherwise compared with the lake's. */
  network?: string;
  /** Kept in `lake.json` when the lake is created. */
  options?: Record<string, unknown>;
  /** Where the SQL of the relations is. */
  sql?: string;
  /** Whether queries compare the files with what was committed, each once; by default where they are small, see `FileChecks`. */
  verifyFiles?: boolean;
  /** Of how many files a query may be that is not looked at for the ledgers it needs. */
  unboundedFiles?: number;
}

/** Opens a lake; throws a LakeError when there is none, another process writes it, or it is of another network or format. */
export async function openLake(dir: string, options: OpenOptions): Promise<Lake> {
  try {
    return options.write ? await openForWriting(dir, options) : await openForReading(dir, options);
  } catch (error) {
    throw asLakeError(dir, error);
  }
}

async function openForReading(dir: string, options: OpenOptions): Promise<Lake> {
  const description = await describeKnown(dir, options.network);
  const path = await realpath(dir);
  if (description.format_version < FORMAT_VERSION) {
    const format = `format ${description.format_version}, this version reads format ${FORMAT_VERSION}`;
    throw new LakeError(`lake ${dir} is of ${format}: ledgerlake repair brings it up`, { lake: path });
  }
  return createLake(path, description, await readSnapshot(path), options);
}

async function openForWriting(dir: string, options: OpenOptions): Promise<Lake> {
  const isNew = !(await exists(join(dir, 'lake.json')));
  if (isNew && options.network === undefined) {
    throw new LakeError(`no lake at ${dir}, and no network given to create one`, { lake: dir });
  }
  const outer = isNew && (await lakeAround(dir));
  if (outer) throw new LakeError(`${dir} is inside the lake ${outer.lake}; give another folder`, { lake: dir });
  if (!isNew) await describeKnown(dir, options.network);
  await makeFolder(dir);
  const path = await realpath(dir);
  const lock = await lockForWriting(path);
  try {
    const description = await describeOrCreate(path, options);
    const isOld = description.format_version < FORMAT_VERSION;
    if (isOld) await checkNotHeldBefore(path);
    const before = isOld ? emptySnapshot() : await readSnapshot(path);
    const manifests = new Manifests(path, description.network_passphrase);
    const snapshot =
      lock.wasCut || isOld ? await recover(path, description.network_passphrase, before, manifests) : before;
    await beginEpoch(path, snapshot.epoch);
    if (isOld) await bringUp(path, description);
    const lake = await createLake(path, description, snapshot, options, lock);
    await lake.tidy();
    return lake;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function describeOrCreate(path: string, { network, options = {} }: OpenOptions): Promise<LakeDescription> {
  if (await exists(join(path, 'lake.json'))) return describeKnown(path, network);
  const description = { format_version: FORMAT_VERSION, network_passphrase: network!, options };
  if (!(await hasSnapshot(path))) await publishSnapshot(path, emptySnapshot(), {});
  await writeDescription(path, description);
  return description;
}

/** Of a lake of format 1 the manifests are entered already; its catalog says nothing else. */
async function bringUp(path: string, description: LakeDescription): Promise<void> {
  await writeDescription(path, { ...description, format_version: FORMAT_VERSION });
  await removeFiles(path, ['catalog.duckdb', 'catalog.duckdb.wal', 'lake.lock']);
}

async function createLake(
  path: string,
  description: LakeDescription,
  snapshot: Snapshot,
  { tables, write = false, sql = sqlFolder, verifyFiles, threads, memoryLimit, unboundedFiles }: OpenOptions,
  lock?: WriterLock,
): Promise<Lake> {
  const spool = join(tmpdir(), `ledgerlake-${process.pid}-${crypto.randomUUID()}`);
  const database = await LakeDatabase.open({ path, tables, sql, spool, threads, memoryLimit, unboundedFiles });
  return new Lake({ path, description, tables, writable: write, spool, snapshot, database, lock, verifyFiles });
}

interface LakeParts {
  path: string;
  description: LakeDescription;
  tables: readonly TableShape[];
  writable: boolean;
  spool: string;
  snapshot: Snapshot;
  database: LakeDatabase;
  lock?: WriterLock;
  verifyFiles?: boolean;
}

/** An open lake. */
export class Lake {
  readonly path: string;
  readonly description: LakeDescription;
  readonly tables: readonly TableShape[];
  readonly writable: boolean;
  /** A folder for passing results, made by whoever needs it and removed by `close`. */
  readonly spool: string;
  readonly #database: LakeDatabase;
  readonly #manifests: Manifests;
  readonly #lock: WriterLock | undefined;
  readonly #fileChecks: FileChecks;
  #snapshot: Snapshot;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor({ path, description, tables, writable, spool, snapshot, database, lock, verifyFiles }: LakeParts) {
    this.path = path;
    this.description = description;
    this.tables = tables;
    this.writable = writable;
    this.spool = spool;
    this.#database = database;
    this.#manifests = new Manifests(path, description.network_passphrase);
    this.#lock = lock;
    this.#fileChecks = new FileChecks(path, verifyFiles);
    this.#snapshot = snapshot;
  }

  get network(): string {
    return this.description.network_passphrase;
  }

  /** Returns the newest snapshot: a reader's moves on as the writer commits. */
  async snapshot(): Promise<Snapshot> {
    if (this.#closed) throw new LakeError(`lake ${this.path} is closed`, { lake: this.path });
    if (!this.writable) this.#snapshot = await readSnapshot(this.path, this.#snapshot);
    return this.#snapshot;
  }

  /** Returns the runs of ledgers that are loaded, in order. */
  async loaded(): Promise<LedgerRange[]> {
    return (await this.snapshot()).ranges.map(({ first, last }) => ({ first, last }));
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
  async hashes(range: LedgerRange): Promise<Map<number, LedgerIdentity>> {
    return this.#manifests.ledgers(await this.snapshot(), range);
  }

  /** Returns the ledger files that loaded ledgers of the range came from, some of them more than once. */
  async sources(range: LedgerRange): Promise<SegmentSource[]> {
    return this.#manifests.sources(await this.snapshot(), range);
  }

  /** Returns a committed segment; throws a LakeError when there is none of the name or its manifest is damaged. */
  async segment(name: string): Promise<Segment> {
    const known = (await this.snapshot()).segments.find((segment) => segment.name === name);
    if (!known) throw new LakeError(`segment ${name} is not in lake ${this.path} any more`, { lake: this.path });
    return this.#manifests.read(known);
  }

  /**
   * Makes a segment part of the lake, and returns true; returns false when all its ledgers are there already, with the same
   * hashes. Throws a LakeError when only some are there, or with other hashes, and a VerifyError when the chain of hashes
   * breaks, unless `chain` is false. What is not committed leaves no file behind.
   */
  commit(segment: Segment, { chain = true }: { chain?: boolean } = {}): Promise<boolean> {
    return this.#inTurn(async () => {
      const dated = { ...segment, loadedAt: segment.loadedAt ?? new Date().toISOString() };
      let isNew = false;
      try {
        const beside = { first: segment.first - 1, last: segment.last + 1 };
        isNew = checkSegment(await this.#manifests.ledgers(this.#snapshot, beside), dated, chain);
        if (isNew) await this.#enter(dated);
        return isNew;
      } catch (error) {
        throw asLakeError(this.path, error);
      } finally {
        if (!isNew) await this.#discard(segment);
      }
    });
  }

  /** Records ledgers that were passed over; they leave the record when they are loaded after all. */
  recordOmissions(omissions: readonly Omission[]): Promise<void> {
    return this.#inTurn(async () => {
      if (omissions.length === 0) return;
      const recordedAt = new Date().toISOString();
      await writeOmissions(
        this.path,
        omissions.map((omission) => ({ ...omission, decoderVersion, recordedAt })),
      );
      await this.#publish({});
    });
  }

  /**
   * Puts a segment in the place of those that it replaces; their files go when no query of any process reads them any more.
   * Throws a LakeError, and removes the segment's files, when one of those is not there any more.
   */
  replace(segment: Segment): Promise<void> {
    return this.#inTurn(async () => {
      try {
        const replaced: Segment[] = [];
        for (const name of segment.replaces ?? []) replaced.push(await this.segment(name));
        const { epoch } = this.#snapshot;
        const files = replaced.flatMap((one) => [manifestPath(segmentName(one)), ...one.files.map(({ path }) => path)]);
        await beginEpoch(this.path, epoch + 1);
        await retireFiles(this.path, epoch, files);
        await this.#enter(segment, replaced);
      } catch (error) {
        await this.#discard(segment);
        throw asLakeError(this.path, error);
      }
      await this.#removeRetired();
    });
  }

  /** The manifest comes first: a segment that has one is whole, and is entered at the next opening if this is cut off. */
  async #enter(segment: Segment, leave: readonly Segment[] = []): Promise<void> {
    try {
      const manifest = await writeManifest(this.path, this.network, segment);
      await this.#publish({ enter: [{ segment, manifest }], leave });
      this.#manifests.keep(manifest, segment);
    } catch (error) {
      // The fault may have come after the snapshot had its name: then the segment is there for good.
      this.#snapshot = await readSnapshot(this.path, this.#snapshot).catch(() => this.#snapshot);
      const name = segmentName(segment);
      if (!this.#snapshot.segments.some((known) => known.name === name)) {
        await removeFiles(this.path, [manifestPath(name)]);
        await this.#discard(segment);
      }
      throw error;
    }
  }

  async #publish(change: Change): Promise<void> {
    const before = this.#snapshot;
    this.#snapshot = await publishSnapshot(this.path, before, change);
    await removeOldPages(this.path, before, this.#snapshot);
  }

  async #discard(segment: Segment): Promise<void> {
    const committed = segment.files.flatMap(({ table }) => this.#snapshot.filesOf(table, [segment]));
    const kept = new Set(committed.map(({ path }) => path));
    const paths = segment.files.map(({ path }) => path);
    await removeFiles(
      this.path,
      paths.filter((path) => !kept.has(path)),
    );
  }

  #removeRetired(): Promise<void> {
    return removeRetired(this.path, this.#snapshot);
  }

  /** Removes what writers before left to be removed, as far as nobody reads it. */
  async tidy(): Promise<void> {
    await removeOldPages(this.path, this.#snapshot);
    await this.#removeRetired();
  }

  /** Runs `use` with a connection of its own, on which everything that is asked for shows what is committed now. */
  async read<T>(use: (connection: DuckDBConnection) => Promise<T>, asked?: Asked): Promise<T> {
    const { connection, begin, release } = await this.session(asked);
    try {
      await begin();
      return await use(connection);
    } finally {
      await release();
    }
  }

  /** Returns a connection for what is asked; its transactions see what is committed now, and its files stay until `release`. */
  async session(asked?: Asked): Promise<Session & { snapshot: Snapshot }> {
    const { snapshot, lease } = await this.#stand();
    const source: LakeSource = {
      snapshot,
      network: this.network,
      readSegment: (name) => this.#manifests.read(snapshot.segments.find((segment) => segment.name === name)!),
      readOmissions: () => readOmissions(this.path),
      checkFiles: (files) => this.#checkFiles(snapshot, files),
    };
    const connection = await this.#database.connect();
    const begin = () => this.#database.begin(connection, source, asked);
    let isOpen = true;
    const release = async () => {
      if (!isOpen) return;
      isOpen = false;
      connection.closeSync();
      lease.release();
      if (this.writable && !this.#closed) await this.#inTurn(() => this.#removeRetired());
    };
    return { snapshot, connection, begin, release, names: () => this.#database.relationNames() };
  }

  async #checkFiles(snapshot: Snapshot, files: readonly KnownFile[]): Promise<void> {
    const bytes = Object.values(snapshot.totals).reduce((sum, total) => sum + total.bytes, 0);
    if (!this.#fileChecks.isWanted(bytes)) return;
    const paths = new Set(files.map(({ path }) => path));
    const names = new Set(files.map(({ segment }) => segment));
    const committed: SegmentFile[] = [];
    for (const known of snapshot.segments.filter(({ name }) => names.has(name))) {
      committed.push(...(await this.#manifests.read(known)).files.filter(({ path }) => paths.has(path)));
    }
    await this.#fileChecks.check(committed);
  }

  /** Takes a lease on the newest snapshot: one that was taken as its epoch ended is of no use. */
  async #stand(): Promise<{ snapshot: Snapshot; lease: Lease }> {
    for (;;) {
      const snapshot = await this.snapshot();
      const lease = await takeLease(this.path, snapshot.epoch);
      const isGood = this.writable || !lease.isNew || (await newestEpoch(this.path)) === snapshot.epoch;
      if (isGood) return { snapshot, lease };
      lease.release();
    }
  }

  /** Runs one change at a time. */
  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (!this.writable) throw new LakeError(`lake ${this.path} is open for reading only`, { lake: this.path });
    const result = this.#turn.then(run);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Ends the lake's connections and gives it back to other processes. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn;
    await this.#database.close();
    await rm(this.spool, { recursive: true, force: true });
    await dropIdleLeases(this.path);
    if (this.writable) await this.#removeRetired();
    await this.#lock?.release();
  }
}
