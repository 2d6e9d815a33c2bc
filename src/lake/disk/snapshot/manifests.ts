/** The manifests of a lake as they are asked for; the newest few are kept. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../../../core/errors.ts';
import type { LedgerRange } from '../../../datastore/keys.ts';
import {
  ASIDE,
  manifestPath,
  readManifest,
  segmentFrom,
  type Segment,
  type SegmentLedger,
  type SegmentSource,
} from './manifest.ts';
import type { KnownSegment, Snapshot } from './snapshot.ts';

/** What tells a ledger from another of the same sequence. */
export type LedgerIdentity = Pick<SegmentLedger, 'hash' | 'previousHash' | 'crc32'>;

/** How many manifests are kept: a commit asks for those beside it. */
const KEPT = 8;

export class Manifests {
  readonly #lake: string;
  readonly #network: string;
  /** By their SHA-256. */
  readonly #kept = new Map<string, Segment>();

  constructor(lake: string, network: string) {
    this.#lake = lake;
    this.#network = network;
  }

  /** Returns the segment; throws a LakeError when its manifest is not the one that was committed. */
  async read({ name, manifest }: Pick<KnownSegment, 'name' | 'manifest'>): Promise<Segment> {
    const kept = this.#kept.get(manifest);
    if (kept) return kept;
    const { segment, sha256 } = await readManifest(this.#lake, this.#network, name).catch(async (error: unknown) => {
      if (!(error instanceof LakeError)) throw error;
      const aside = await this.#aside(name, manifest);
      if (aside) return { segment: aside, sha256: manifest };
      throw new LakeError(`lake ${this.#lake}: ${error.message}; run ledgerlake repair`, error.fields, error);
    });
    if (sha256 !== manifest) {
      const aside = await this.#aside(name, manifest);
      if (aside) return aside;
      const file = manifestPath(name);
      const message = `lake ${this.#lake}: ${file} was changed: it has SHA-256 ${sha256}, expected ${manifest}; run ledgerlake repair`;
      throw new LakeError(message, { lake: this.#lake, file });
    }
    this.keep(sha256, segment);
    return segment;
  }

  /** Returns the committed manifest if a repair put it aside: readers of earlier snapshots go on with it. */
  async #aside(name: string, manifest: string): Promise<Segment | undefined> {
    const path = join(this.#lake, manifestPath(name) + ASIDE);
    const text = await readFile(path, 'utf8').catch(() => '');
    return hash('sha256', text) === manifest ? segmentFrom(path, text, { network: this.#network, name }) : undefined;
  }

  /** Returns the segment of the name in a snapshot; throws a LakeError when there is none, or as `read` does. */
  async segment(snapshot: Snapshot, name: string): Promise<Segment> {
    const known = snapshot.segments.find((segment) => segment.name === name);
    if (known) return this.read(known);
    throw new LakeError(`segment ${name} is not in lake ${this.#lake} any more`, { lake: this.#lake });
  }

  /** Keeps a segment whose manifest was just written. */
  keep(manifest: string, segment: Segment): void {
    this.#kept.set(manifest, segment);
    for (const [oldest] of this.#kept) if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }

  /** Returns the ledger files that the snapshot's ledgers of the range came from, some of them more than once. */
  async sources(snapshot: Snapshot, range: LedgerRange): Promise<SegmentSource[]> {
    const found: SegmentSource[] = [];
    for (const segment of snapshot.segmentsIn(range)) found.push(...(await this.read(segment)).sources);
    return found;
  }

  /** Returns what is known of those ledgers of the range that the snapshot has, by sequence. */
  async ledgers(snapshot: Snapshot, { first, last }: LedgerRange): Promise<Map<number, LedgerIdentity>> {
    const found = new Map<number, LedgerIdentity>();
    for (const segment of snapshot.segmentsIn({ first, last })) {
      for (const { sequence, hash, previousHash, crc32 } of (await this.read(segment)).ledgers) {
        if (sequence < first || sequence > last) continue;
        found.set(sequence, { hash, previousHash, ...(crc32 !== undefined && { crc32 }) });
      }
    }
    return found;
  }
}
