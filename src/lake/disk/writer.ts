/** Changes of a lake, one at a time: each writes its manifest and publishes a snapshot, or leaves no trace. */
import { decoderVersion } from '../../version.ts';
import { writeBaseline, type Baseline } from './snapshot/baseline.ts';
import { asLakeError, removeFiles } from './files.ts';
import { beginEpoch } from './locks/leases.ts';
import { manifestPath, segmentName, writeManifest, type Omission, type Segment } from './snapshot/manifest.ts';
import { checkLost } from './snapshot/lost.ts';
import type { Manifests } from './snapshot/manifests.ts';
import { writeOmissions } from './snapshot/omissions.ts';
import {
  EnteringSegments,
  foldedLeaving,
  OvertakenError,
  publishSnapshot,
  type SnapshotChange,
} from './snapshot/publish-snapshot.ts';
import { isOvertaken, readSnapshot, removeOldPages } from './snapshot/read-snapshot.ts';
import { oldestEpoch, removeRetired, retireFiles } from './locks/retired.ts';
import { checkSegment } from './snapshot/segment-check.ts';
import type { FoldedParts, Snapshot } from './snapshot/snapshot.ts';
import type { WriterLock } from './locks/writer-lock.ts';

export interface WriterParts {
  /** The lake's real path. */
  path: string;
  network: string;
  snapshot: Snapshot;
  manifests: Manifests;
  lock: WriterLock;
  /** Publishes each snapshot for other engines, too. Snapshots before the oldest epoch lose files. */
  mirror?: (snapshot: Snapshot, oldestEpoch: number) => Promise<void>;
}

/** The one who writes a lake. */
export class LakeWriter {
  readonly #path: string;
  readonly #network: string;
  readonly #manifests: Manifests;
  readonly #lock: WriterLock;
  readonly #mirror: NonNullable<WriterParts['mirror']>;
  #snapshot: Snapshot;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** A snapshot could not be read after a publication that failed: what it names is not known. */
  #isUnsettled = false;
  /** Files may be left that no snapshot names. */
  #hasLeftovers = false;
  /** Another process wrote the lake: its snapshot and files stay. */
  #isOvertaken = false;

  constructor({ path, network, snapshot, manifests, lock, mirror = async () => undefined }: WriterParts) {
    this.#path = path;
    this.#network = network;
    this.#snapshot = snapshot;
    this.#manifests = manifests;
    this.#lock = lock;
    this.#mirror = mirror;
  }

  /** The snapshot of the last commit. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** See `Lake.commit`. */
  commit(segment: Segment, chain: boolean): Promise<boolean> {
    return this.#inTurn(async () => {
      const dated = { ...segment, loadedAt: segment.loadedAt ?? new Date().toISOString() };
      let isNew = false;
      try {
        await this.#checkAlone();
        const beside = { first: segment.first - 1, last: segment.last + 1 };
        const enters = checkSegment(await this.#manifests.ledgers(this.#snapshot, beside), dated, chain);
        if (enters) await checkLost(this.#path, this.#network, this.#snapshot, dated);
        isNew = enters;
        if (isNew) await this.#enter(dated);
        return isNew;
      } catch (error) {
        throw asLakeError(this.#path, error);
      } finally {
        if (!isNew) await this.discard([segment]);
      }
    });
  }

  /** See `Lake.recordOmissions`. */
  recordOmissions(omissions: readonly Omission[]): Promise<void> {
    return this.#inTurn(async () => {
      if (omissions.length === 0) return;
      await this.#checkAlone();
      const recordedAt = new Date().toISOString();
      await writeOmissions(
        this.#path,
        omissions.map((omission) => ({ ...omission, decoderVersion, recordedAt })),
      );
      await this.#publish({});
    });
  }

  /** See `Lake.addBaseline`. */
  addBaseline(baseline: Baseline): Promise<void> {
    return this.#inTurn(async () => {
      await this.#checkAlone();
      await writeBaseline(this.#path, baseline);
      await this.#publish({ baselines: [baseline] });
    });
  }

  /** See `Lake.addFolded`. */
  addFolded(folded: FoldedParts): Promise<void> {
    return this.#inTurn(async () => {
      const { epoch } = this.#snapshot;
      const leaving = foldedLeaving(this.#snapshot, { folded }).flatMap(({ files }) => files.map(({ path }) => path));
      try {
        await this.#checkAlone();
        if (leaving.length > 0) {
          await beginEpoch(this.#path, epoch + 1);
          await retireFiles(this.#path, epoch, leaving);
        }
        await this.#publish({ folded });
      } catch (error) {
        await this.discard([folded]);
        throw asLakeError(this.#path, error);
      }
      await this.#removeRetired();
    });
  }

  /** See `Lake.replace`. */
  replace(segment: Segment): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#checkAlone();
        const replaced = await this.#replacedBy(segment);
        const { epoch } = this.#snapshot;
        const stay = new Set(segment.files.map(({ path }) => path));
        const folded = foldedLeaving(this.#snapshot, { segments: [segment] });
        const leaving = [...replaced, ...folded]
          .flatMap(({ files }) => files.map(({ path }) => path))
          .filter((path) => !stay.has(path));
        const files = [...replaced.map((one) => manifestPath(segmentName(one))), ...leaving];
        await beginEpoch(this.#path, epoch + 1);
        await retireFiles(this.#path, epoch, files);
        await this.#enter(segment, replaced);
      } catch (error) {
        await this.discard([segment]);
        throw asLakeError(this.#path, error);
      }
      await this.#removeRetired();
    });
  }

  async #replacedBy({ replaces = [] }: Segment): Promise<Segment[]> {
    const replaced: Segment[] = [];
    for (const name of replaces) replaced.push(await this.#manifests.segment(this.#snapshot, name));
    return replaced;
  }

  /** The manifest comes first: a segment that has one is whole, and is entered at the next opening if this is cut off. */
  async #enter(segment: Segment, leave: readonly Segment[] = []): Promise<void> {
    try {
      const manifest = await writeManifest(this.#path, this.#network, segment);
      await this.#publish({ enter: new EnteringSegments([{ segment, manifest }]), leave });
      this.#manifests.keep(manifest, segment);
    } catch (error) {
      // The fault may have come after the snapshot had its name: then the segment is there for good.
      const name = segmentName(segment);
      if (!this.#isUnsettled && !this.#snapshot.segments.some((known) => known.name === name)) {
        await removeFiles(this.#path, [manifestPath(name)]);
        await this.discard([segment]);
      }
      throw error;
    }
  }

  /** Reads the snapshot after a fault. Until that succeeds nothing is removed that it may name. */
  async #readAgain(): Promise<void> {
    try {
      this.#snapshot = await readSnapshot(this.#path, this.#snapshot);
      this.#isUnsettled = false;
    } catch {
      this.#isUnsettled = true;
      this.#hasLeftovers = true;
    }
  }

  /** Throws a LakeError when another process wrote the lake: a snapshot of this one would take away what that one committed. */
  async #checkAlone(): Promise<void> {
    if (this.#isUnsettled) await this.#readAgain();
    if (!this.#isOvertaken && isOvertaken(this.#path, this.#snapshot)) {
      this.#isOvertaken = true;
      this.#snapshot = await readSnapshot(this.#path);
    }
    if (this.#isOvertaken) throw new OvertakenError(this.#path);
  }

  async #publish(change: SnapshotChange): Promise<void> {
    await this.#checkAlone();
    const before = this.#snapshot;
    try {
      this.#snapshot = await publishSnapshot(this.#path, before, change);
    } catch (error) {
      this.#isOvertaken = error instanceof OvertakenError;
      if (!this.#isOvertaken) await this.#readAgain();
      throw error;
    }
    await removeOldPages(this.#path, before, this.#snapshot);
    await this.#publishMirror();
  }

  /** See `Lake.discard`. */
  async discard(made: readonly Pick<Segment, 'files'>[]): Promise<void> {
    if (this.#isUnsettled) return;
    const named = this.#snapshot.paths();
    const paths = made.flatMap(({ files }) => files.map(({ path }) => path));
    await removeFiles(
      this.#path,
      paths.filter((path) => !named.has(path)),
    );
  }

  /** Removes what writers before left to be removed, as far as nobody reads it, and publishes what they did not. */
  async tidy(): Promise<void> {
    await removeOldPages(this.#path, this.#snapshot);
    await this.#removeRetired();
    await this.#publishMirror();
  }

  /** Publishes the snapshot for other engines, if they lack it. */
  publishAgain(): Promise<void> {
    return this.#inTurn(() => this.#publishMirror());
  }

  async #publishMirror(): Promise<void> {
    await this.#mirror(this.#snapshot, await oldestEpoch(this.#path, this.#snapshot));
  }

  async #removeRetired(): Promise<void> {
    await removeRetired(this.#path, this.#snapshot, (oldest) => this.#mirror(this.#snapshot, oldest));
  }

  /** Removes what was waiting for a reader that has ended. */
  async readerEnded(): Promise<void> {
    if (!this.#isClosed && !this.#isOvertaken) await this.#inTurn(() => this.#removeRetired());
  }

  /** Runs one change at a time. */
  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(run);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Waits for the change in hand; what readers end from then on is left to `close`. */
  async settle(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
  }

  /** Gives the lake back to other processes, once the queries of this one have ended. */
  async close(): Promise<void> {
    try {
      if (!this.#isOvertaken) await this.#removeRetired();
    } finally {
      await this.#lock.release(this.#hasLeftovers);
    }
  }
}
