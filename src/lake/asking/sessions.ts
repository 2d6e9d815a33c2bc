/** Sessions: connections that read one snapshot each. The files of the snapshot stay until the session is released. */
import { LakeError } from '../../core/errors.ts';
import type { DuckDBConnection } from '../duckdb/duckdb.ts';
import type { LakeSource, StandingTransaction } from './database.ts';
import type { StatementRequest, NextRequest } from './statement-request.ts';
import type { FileChecks } from '../disk/file-checks.ts';
import { takeLease, type Lease } from '../disk/locks/leases.ts';
import type { LivingDatabase } from './living-database.ts';
import type { SegmentFile } from '../disk/snapshot/manifest.ts';
import type { Manifests } from '../disk/snapshot/manifests.ts';
import { readOmissions } from '../disk/snapshot/omissions.ts';
import type { Session } from './query/query.ts';
import { newestEpoch } from '../disk/snapshot/read-snapshot.ts';
import type { KnownFile, Snapshot } from '../disk/snapshot/snapshot.ts';

/** A connection that reads one snapshot. */
export type StandingSession = Session & {
  readonly connection: DuckDBConnection;
  readonly snapshot: Snapshot;
  /** The newest snapshot. `snapshot` may be a shorter view of it, up to a ledger. */
  readonly newest: Snapshot;
  /** True if the visible files depend on parameter values. */
  readonly isBounded: boolean;
  /** Releases the files until `resume` or `renew`. */
  rest(): void;
  /** Holds the files again. Returns false if a writer may have deleted some. */
  resume(): Promise<boolean>;
  /**
   * Moves the session to another snapshot and to the values of the next query. Returns false if that is not possible.
   */
  renew(newest: Snapshot, next?: NextRequest & Pick<StatementRequest, 'upTo'>): Promise<boolean>;
};

export interface SessionsParts {
  /** The lake's real path. */
  path: string;
  network: string;
  database: LivingDatabase;
  manifests: Manifests;
  fileChecks: FileChecks;
  /** Returns the newest snapshot. */
  snapshot(): Promise<Snapshot>;
  /** True if this process writes the lake; then no other process can end an epoch. */
  isWriter: boolean;
  /** Called after a session ends. */
  onEnd(): Promise<void>;
}

export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Opens a session for a query. Its transactions read the newest commit. */
  async open(asked?: StatementRequest): Promise<StandingSession> {
    const { onEnd } = this.#parts;
    const { snapshot: now, lease } = await this.#stand();
    const files = new EpochFiles(now.epoch, lease, (epoch) => this.#lease(epoch));
    // Files go with the end of an epoch only.
    let newest = asked?.snapshot?.epoch === now.epoch ? asked.snapshot : now;
    let snapshot = newest.upTo(asked?.upTo ?? Infinity);
    let stood: StandingTransaction | undefined;
    let shown: readonly KnownFile[] = [];
    const sourceOf = (of: Snapshot) => this.#sourceOf(of, (files) => (shown = [...shown, ...files]));
    const { database, connection } = await this.#parts.database.connect().catch((error: unknown) => {
      files.release();
      throw error;
    });
    let isOpen = true;
    const release = async () => {
      if (!isOpen) return;
      isOpen = false;
      stood?.end();
      await database.giveBack(connection);
      files.release();
      await onEnd();
    };
    const begin: Session['begin'] = async ({ isWhole = false, sql, page } = {}) => {
      const of = asked && { ...asked, sql: sql ?? asked.sql, isWhole, page };
      stood?.end();
      shown = [];
      stood = await database.begin(connection, sourceOf(snapshot), of);
      return stood.shows;
    };
    const renew: StandingSession['renew'] = async (next, { upTo = Infinity, ...asked } = {}) => {
      shown = [];
      const part = next === newest ? snapshot.upTo(upTo) : next.upTo(upTo);
      if (!stood || stood.shows === 'own' || !(await files.hold(next.epoch))) return false;
      if (!(await stood.again(sourceOf(part), asked))) return false;
      newest = next;
      snapshot = part;
      return true;
    };
    const pageOf = async () => asked && database.pageOf(snapshot, asked);
    return {
      get snapshot() {
        return snapshot;
      },
      get newest() {
        return newest;
      },
      get isBounded() {
        return stood?.shows === 'bounded';
      },
      connection,
      begin,
      rest: () => files.release(),
      resume: () => files.hold(newest.epoch),
      renew,
      release,
      pageOf,
      names: () => database.relationNames(),
      findDamage: () => this.#findDamage(snapshot, shown),
    };
  }

  #sourceOf(snapshot: Snapshot, onFiles: (files: readonly KnownFile[]) => void): LakeSource {
    const { path, network, manifests } = this.#parts;
    return {
      snapshot,
      network,
      readSegment: (name) => manifests.segment(snapshot, name),
      readOmissions: () => readOmissions(path),
      checkFiles: (files) => {
        onFiles(files);
        return this.#checkFiles(snapshot, files);
      },
    };
  }

  async #checkFiles(snapshot: Snapshot, files: readonly KnownFile[]): Promise<void> {
    const { fileChecks } = this.#parts;
    const suspected = fileChecks.suspected(files);
    if (suspected.length > 0) await fileChecks.checkSuspected(await this.#committed(snapshot, suspected));
    const bytes = Object.values(snapshot.totals).reduce((sum, total) => sum + total.bytes, 0);
    if (!fileChecks.isWanted(bytes)) return fileChecks.checkSeals(files);
    await fileChecks.check(await this.#committed(snapshot, fileChecks.unknown(files)));
  }

  /** Compares files of a query that failed, whichever were compared before, up to the first that is damaged. */
  async #findDamage(snapshot: Snapshot, files: readonly KnownFile[]): Promise<LakeError | undefined> {
    try {
      await this.#parts.fileChecks.checkSuspected(await this.#committed(snapshot, files));
      return undefined;
    } catch (error) {
      return error instanceof LakeError ? error : undefined;
    }
  }

  /** Returns files as they were committed. */
  async #committed(snapshot: Snapshot, files: readonly KnownFile[]): Promise<SegmentFile[]> {
    if (files.length === 0) return [];
    const paths = new Set(files.map(({ path }) => path));
    const names = new Set(files.map(({ segment }) => segment));
    const ofNoSegment = [...snapshot.folded, ...snapshot.baselines].flatMap(({ files }) => files);
    const committed = ofNoSegment.filter(({ path }) => paths.has(path));
    for (const known of snapshot.segments.filter(({ name }) => names.has(name))) {
      const { files } = await this.#parts.manifests.read(known);
      committed.push(...files.filter(({ path }) => paths.has(path)));
    }
    return committed;
  }

  /** Takes a lease on the newest snapshot; repeats if its epoch ended meanwhile. */
  async #stand(): Promise<{ snapshot: Snapshot; lease: Lease }> {
    for (;;) {
      const snapshot = await this.#parts.snapshot();
      const lease = await this.#lease(snapshot.epoch);
      if (lease) return { snapshot, lease };
    }
  }

  /** Takes a lease on an epoch. Returns undefined if the epoch may have ended. */
  async #lease(epoch: number): Promise<Lease | undefined> {
    const { path, isWriter } = this.#parts;
    const lease = await takeLease(path, epoch);
    const newest = async () => (isWriter ? (await this.#parts.snapshot()).epoch : newestEpoch(path));
    let isHeld = false;
    try {
      isHeld = !lease.isNew || (await newest()) === epoch;
      return isHeld ? lease : undefined;
    } finally {
      if (!isHeld) lease.release();
    }
  }
}

/** The files of an epoch: a lease keeps them while a session reads them. */
class EpochFiles {
  #epoch: number;
  #lease: Lease | undefined;
  readonly #take: (epoch: number) => Promise<Lease | undefined>;

  constructor(epoch: number, lease: Lease, take: (epoch: number) => Promise<Lease | undefined>) {
    this.#epoch = epoch;
    this.#lease = lease;
    this.#take = take;
  }

  /** Holds the files of an epoch instead. Returns false if a writer may have deleted some. */
  async hold(epoch: number): Promise<boolean> {
    if (this.#lease && epoch === this.#epoch) return true;
    const taken = await this.#take(epoch);
    if (!taken) return false;
    this.release();
    this.#lease = taken;
    this.#epoch = epoch;
    return true;
  }

  release(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }
}
