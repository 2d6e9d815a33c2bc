/** Lakes that are to become part of another: how they are opened, and which of their segments enter. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../../core/folders.ts';
import { LakeError, LedgerlakeError, VerifyError } from '../../../core/errors.ts';
import type { CheckName } from '../../../ledger/verify.ts';
import { messageOf } from '../../../core/system-errors.ts';
import type { BucketPart } from './bucket-part.ts';
import { lockFile, releaseAll, type FileLock } from '../locks/file-lock.ts';
import type { Segment } from '../snapshot/manifest.ts';
import { Manifests, type LedgerIdentity } from '../snapshot/manifests.ts';
import { openedForReading } from '../opening.ts';
import { checkSegment } from '../snapshot/segment-check.ts';
import type { KnownSegment, Snapshot } from '../snapshot/snapshot.ts';
import { LOCKS } from '../locks/writer-lock.ts';

/** A lake that is to become part of another; nobody writes it until `release`. */
export interface LakePart {
  /** As the user calls it. */
  name: string;
  path: string;
  network: string;
  options: Record<string, unknown>;
  snapshot: Snapshot;
  manifests: Manifests;
  /** What brings its files, where they are elsewhere. */
  bucket?: BucketPart;
  release(): Promise<void>;
}

/** A lake that is to become part of another: a folder, or what is in a bucket. */
export type PartSource = string | BucketPart;

/**
 * Opens each lake once. Throws a LakeError with the name of the first that is no lake, is being written, has another network
 * or format, or has a baseline state; a StoreError if a bucket does not answer.
 */
export async function openParts(sources: readonly PartSource[], network: string | undefined): Promise<LakePart[]> {
  const parts: LakePart[] = [];
  try {
    for (const source of sources) {
      const known = network ?? parts[0]?.network;
      const part =
        typeof source === 'string' ? await openPart(source, known, parts) : await openBucket(source, known, parts);
      if (part) parts.push(part);
    }
    return parts;
  } catch (error) {
    await releaseParts(parts);
    throw error;
  }
}

/** Lets others write the parts again. */
export function releaseParts(parts: readonly LakePart[]): Promise<void> {
  return releaseAll(parts);
}

async function openPart(
  dir: string,
  network: string | undefined,
  others: readonly LakePart[],
): Promise<LakePart | undefined> {
  const place = await realpath(dir).catch(() => dir);
  if (others.some(({ path }) => path === place)) return undefined;
  const lock = await lockPart(dir);
  try {
    const { path, description, snapshot } = await openedForReading(dir, network);
    if (snapshot.baselines.length > 0) {
      const [{ ledger }] = snapshot.baselines;
      throw new LakeError(
        `part ${dir} has the baseline state of ledger ${ledger}, which attach does not copy: load the state with ledgerlake ingest-state`,
      );
    }
    const { network_passphrase: own, options } = description;
    const manifests = new Manifests(path, own);
    return { name: dir, path, network: own, options, snapshot, manifests, release: async () => lock?.release() };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Errors name the bucket, not the folder that its files are copied into. */
async function openBucket(bucket: BucketPart, network: string | undefined, others: readonly LakePart[]) {
  await bucket.bringDescription();
  try {
    const part = await openPart(bucket.dir, network, others);
    return part && { ...part, name: bucket.name, bucket };
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    const message = error.message
      .replaceAll(await realpath(bucket.dir), bucket.name)
      .replaceAll(bucket.dir, bucket.name);
    throw new LakeError(message, { ...error.fields, lake: bucket.name }, error);
  }
}

/** The lock of who reads keeps out who writes, and can be had where nothing may be written. */
async function lockPart(dir: string): Promise<FileLock | undefined> {
  const path = join(dir, LOCKS, 'writer.lock');
  if (!(await exists(path))) return undefined;
  const lock = await lockFile(path, 'read').catch((error: unknown) => {
    // What DuckDB 1.5.5 says of a file that this process has attached.
    if (!/already attached/.test(messageOf(error))) throw error;
    return { heldBy: process.pid };
  });
  if (!('heldBy' in lock)) return lock;
  const who = lock.heldBy === process.pid ? 'this process' : `process ${lock.heldBy ?? 'of another machine'}`;
  throw new LakeError(`part ${dir} is still being written, by ${who}: attach it when that has ended`, { lake: dir });
}

/** A segment of a part that enters. */
export interface Entering {
  part: LakePart;
  known: KnownSegment;
  /** Whether its first ledger was held against the one before it. */
  isLinked: boolean;
}

/**
 * Returns the new segments by first ledger, and the ledgers that the lake already has. Throws a LakeError for differing
 * bytes or a partly known segment, and a VerifyError if the chain of hashes breaks.
 */
export async function enteringSegments(
  parts: readonly LakePart[],
  lake: { snapshot: Snapshot; manifests: Manifests },
): Promise<{ entering: Entering[]; present: number }> {
  const all = parts.flatMap((part) => part.snapshot.segments.map((known) => ({ part, known })));
  // Which of two that hold the same ledgers comes first does not depend on the order of the parts.
  all.sort(
    ({ known: a }, { known: b }) => a.first - b.first || a.last - b.last || a.manifest.localeCompare(b.manifest),
  );
  const entering: Entering[] = [];
  let present = 0;
  let near = new Map<number, LedgerIdentity>();
  for (const { part, known } of all) {
    const segment = await part.manifests.read(known);
    const beside = { first: known.first - 1, last: known.last + 1 };
    near = new Map([...near].filter(([sequence]) => sequence >= beside.first));
    const there = new Map([...(await lake.manifests.ledgers(lake.snapshot, beside)), ...near]);
    if (!isNew(part, there, segment)) present += segment.ledgers.length;
    else {
      entering.push({ part, known, isLinked: there.has(beside.first) });
      for (const ledger of segment.ledgers) near.set(ledger.sequence, ledger);
    }
  }
  return { entering, present };
}

function isNew({ name }: LakePart, there: ReadonlyMap<number, LedgerIdentity>, segment: Segment): boolean {
  try {
    return checkSegment(there, segment);
  } catch (error) {
    if (!(error instanceof LedgerlakeError)) throw error;
    const message = `part ${name}: ${error.message}`;
    throw error instanceof VerifyError
      ? new VerifyError(message, error.fields, error)
      : new LakeError(message, error.fields, error);
  }
}

/** Returns the segment as one of the lake: it counts from 1 there, and replaces nothing. */
export function asEntered(segment: Segment, isLinked: boolean): Segment {
  const entered = { ...segment, replaces: undefined, revision: undefined };
  const [head, ...rest] = entered.ledgers;
  const name: CheckName = 'previousLedgerHash';
  if (!isLinked || !head.unchecked.includes(name)) return entered;
  const unchecked = head.unchecked.filter((other) => other !== name);
  return { ...entered, ledgers: [{ ...head, checks: [...head.checks, name], unchecked }, ...rest] };
}
