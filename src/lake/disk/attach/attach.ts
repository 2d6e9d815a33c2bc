/** Merges lakes: files and manifests enter another lake in one snapshot, without decoding. */
import { realpath, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LedgerRange } from '../../../datastore/keys.ts';
import { subtractRanges } from '../../../datastore/spans.ts';
import { UsageError } from '../../../core/errors.ts';
import { exists, fileNamesIn, syncFolder } from '../../../core/folders.ts';
import { FileBringer, type Bringing } from './attach-files.ts';
import {
  asEntered,
  enteringSegments,
  openParts,
  releaseParts,
  type Entering,
  type LakePart,
  type PartSource,
} from './attach-parts.ts';
import { beginAttaching, beginMoving, endAttaching, endMoving, movingParts } from './attaching.ts';
import { describeKnown } from '../snapshot/description.ts';
import { asLakeError, dataFolders, INDEX_FOLDER, removeFiles, TEMPORARY, writeSynced } from '../files.ts';
import { inLanes } from '../../../core/lanes.ts';
import { manifestPath, manifestText, readManifest, segmentName, type Segment } from '../snapshot/manifest.ts';
import { Manifests } from '../snapshot/manifests.ts';
import { readOmissions, writeOmissions } from '../snapshot/omissions.ts';
import { openedForWriting, type Opened } from '../opening.ts';
import { EnteringSegments, publishSnapshot, type EnteringSegment } from '../snapshot/publish-snapshot.ts';
import { readSnapshot, removeOldPages } from '../snapshot/read-snapshot.ts';
import { STAGED } from './staging.ts';
import { joined, type Snapshot } from '../snapshot/snapshot.ts';
import { noteStores, readStores } from '../stores.ts';

/** Options of merging lakes. */
export interface AttachOptions {
  /**
   * By default files get a second name in the lake where the file system can give one, and are copied
   * where it cannot, and parts stay as they are.
   */
  how?: 'move' | 'link' | 'copy';
  /** Stops between segments, and rejects with the reason of the signal; the lake then is as it was. */
  signal?: AbortSignal;
  /** Called after each segment. */
  onSegment?: (done: { segments: number; of: number }) => void;
}

/** What an attach did. */
export interface AttachReport {
  /** How many parts were given, finished moves included. */
  parts: number;
  /** What entered. */
  segments: number;
  /** How many ledgers entered the lake. */
  ledgers: number;
  /** How many files entered the lake. */
  files: number;
  /** Their size in bytes. */
  bytes: number;
  /** How many ledgers of the parts the lake had already. */
  present: number;
  /** Ledgers that the lake lacks between those that it has. */
  gaps: LedgerRange[];
}

/**
 * Publishes the parts as one snapshot of the lake, which is created if needed. Verifies every file and the hashes where
 * segments meet; skips known segments. `settle` runs after the snapshot, under all locks. Throws UsageError without parts,
 * and LakeError or VerifyError with the part's name: it is being written, incompatible, damaged, or has other bytes. The
 * lake is then unchanged, also after an interruption.
 */
export async function attachLakes(
  dir: string,
  sources: readonly PartSource[],
  options: AttachOptions,
  settle: (parts: readonly LakePart[], lake: string) => Promise<void> = async () => undefined,
): Promise<AttachReport> {
  if (sources.length === 0) throw new UsageError('no part given: a part is the folder of a lake');
  await checkApart(dir, sources);
  const isThere = await exists(join(dir, 'lake.json'));
  const network = isThere ? (await describeKnown(dir, undefined)).network_passphrase : undefined;
  const { moved, left } = options.how === 'move' ? await finishMoves(dir, sources) : { moved: 0, left: sources };
  const parts = await openParts(left, network);
  const isVacant = (await fileNamesIn(dir)).every((name) => name === STAGED);
  try {
    const opened = await openedForWriting(dir, { network: parts[0]?.network, options: parts[0]?.options });
    let isKept = !isVacant;
    try {
      const report = await attach(opened, parts, options);
      isKept = true;
      await settle(parts, opened.path);
      if (options.how === 'move') await removeMoved(opened.path, parts);
      return { ...report, parts: report.parts + moved };
    } finally {
      await opened.lock?.release();
      if (!isKept) await removeNew(opened.path);
    }
  } catch (error) {
    throw asLakeError(dir, error);
  } finally {
    await releaseParts(parts);
  }
}

async function checkApart(dir: string, sources: readonly PartSource[]): Promise<void> {
  const lake = await realpath(dir).catch(() => undefined);
  for (const part of lake === undefined ? [] : sources) {
    if (typeof part !== 'string') continue;
    if ((await realpath(part).catch(() => undefined)) === lake) throw new UsageError(`part ${part} is the lake itself`);
  }
}

async function attach(opened: Opened, parts: readonly LakePart[], options: AttachOptions): Promise<AttachReport> {
  const { path, snapshot: before, description } = opened;
  const manifests = new Manifests(path, description.network_passphrase);
  const { entering, present } = await enteringSegments(parts, { snapshot: before, manifests });
  const bringer = new FileBringer(path, bringingOf(options));
  const snapshot = await enter(opened, entering, bringer, options);
  await carryNotes(path, parts);
  const { files, bytes } = weigh(before, snapshot);
  const ledgers = entering.reduce((sum, { known }) => sum + known.last - known.first + 1, 0);
  return { parts: parts.length, segments: entering.length, ledgers, files, bytes, present, gaps: gapsOf(snapshot) };
}

function bringingOf({ how }: AttachOptions): Bringing {
  return how === undefined || how === 'move' ? 'either' : how;
}

/** Files come first, then manifests that do not count yet, and the snapshot makes all of them the lake's at once. */
async function enter(
  { path, snapshot: before, description }: Opened,
  entering: readonly Entering[],
  bringer: FileBringer,
  { signal, onSegment }: AttachOptions,
): Promise<Snapshot> {
  if (entering.length === 0) return before;
  const { network_passphrase: network } = description;
  const names = entering.map(({ known }) => segmentName({ first: known.first, last: known.last }));
  try {
    await beginAttaching(path, names);
    const enter = new EnteringSegments();
    let segments = 0;
    await inLanes(entering, SEGMENTS_AT_ONCE, async (one) => {
      signal?.throwIfAborted();
      enter.add(await bringSegment(path, network, one, bringer));
      onSegment?.({ segments: ++segments, of: entering.length });
    });
    for (const folder of [...bringer.folders, join(path, 'segments')]) await syncFolder(folder);
    const snapshot = await publishSnapshot(path, before, { enter });
    await endAttaching(path);
    await removeOldPages(path, before, snapshot);
    return snapshot;
  } catch (error) {
    // The fault may have come after the snapshot had its name: then all of it is there for good.
    const now = await readSnapshot(path, before).catch(() => before);
    if (!now.segments.some(({ name }) => name === names[0])) await removeEntering(path, network, names, bringer);
    await endAttaching(path);
    throw error;
  }
}

/** What was brought is in the manifests, but for what was in hand. */
async function removeEntering(lake: string, network: string, names: string[], { inHand }: FileBringer): Promise<void> {
  await removeFiles(
    lake,
    [...inHand].flatMap((path) => [path, path + TEMPORARY]),
  );
  for (const name of names) {
    const manifest = await readManifest(lake, network, name).catch(() => undefined);
    await removeFiles(lake, [...(manifest?.segment.files ?? []).map(({ path }) => path), manifestPath(name)]);
  }
}

/** The files of one come while the manifest of another reaches the disk. */
const SEGMENTS_AT_ONCE = 2;
/** How many files of a segment are brought at a time, from a folder and from a bucket. */
const AT_ONCE = 4;
const AT_ONCE_FROM_BUCKET = 16;

async function bringSegment(
  lake: string,
  network: string,
  { part, known, isLinked }: Entering,
  bringer: FileBringer,
): Promise<EnteringSegment> {
  const found = asEntered(await part.manifests.read(known), isLinked);
  const files: Segment['files'] = [];
  await inLanes(found.files, part.bucket ? AT_ONCE_FROM_BUCKET : AT_ONCE, async (file, i) => {
    files[i] = await bringer.bring(part, file);
  });
  const segment = { ...found, files };
  const { text, sha256 } = manifestText(network, segment);
  await writeSynced(join(lake, manifestPath(segmentName(segment))), text);
  for (const { path } of files) bringer.inHand.delete(path);
  return { segment, manifest: sha256 };
}

/** What parts noted beside their segments: ledgers that were passed over, and where on this machine the others came from. */
async function carryNotes(lake: string, parts: readonly LakePart[]): Promise<void> {
  for (const { path } of parts) {
    const omissions = await readOmissions(path);
    if (omissions.length > 0) await writeOmissions(lake, omissions);
    const stores = await readStores(path);
    if (stores.length > 0) await noteStores(lake, stores);
  }
}

function weigh(before: Snapshot, after: Snapshot): { files: number; bytes: number } {
  const sum = ({ totals }: Snapshot, key: 'files' | 'bytes') =>
    Object.values(totals).reduce((all, total) => all + total[key], 0);
  return { files: sum(after, 'files') - sum(before, 'files'), bytes: sum(after, 'bytes') - sum(before, 'bytes') };
}

function gapsOf({ ranges, segments }: Snapshot): LedgerRange[] {
  if (ranges.length === 0) return [];
  return subtractRanges({ first: ranges[0].first, last: ranges.at(-1)!.last }, joined(segments));
}

/** Removes the rest of parts that an interrupted move emptied; returns their count and the other parts. */
async function finishMoves(
  lake: string,
  sources: readonly PartSource[],
): Promise<{ moved: number; left: readonly PartSource[] }> {
  const moving = await movingParts(lake);
  const left: PartSource[] = [];
  for (const part of sources) {
    const isMoved = typeof part === 'string' && moving.has(resolve(part)) && !(await exists(join(part, 'lake.json')));
    if (isMoved) await removeParts(part);
    else left.push(part);
  }
  return { moved: sources.length - left.length, left };
}

async function removeMoved(lake: string, parts: readonly LakePart[]): Promise<void> {
  await beginMoving(
    lake,
    parts.map(({ name }) => name),
  );
  for (const part of parts) await removePart(part.path);
  await endMoving(lake);
}

/** Its data goes first: cut off, the part still tells that the lake has all of it. */
async function removePart(path: string): Promise<void> {
  for (const folder of dataFolders) await rm(join(path, folder), { recursive: true, force: true });
  await removeParts(path);
}

/** Takes a lake away again into which nothing came. */
async function removeNew(path: string): Promise<void> {
  await removeParts(path);
  for (const folder of dataFolders) await rm(join(path, folder), { recursive: true, force: true });
  await rmdir(path).catch(() => undefined);
}

async function removeParts(path: string): Promise<void> {
  for (const name of ['lake.json', 'snapshots', 'segments', 'iceberg', INDEX_FOLDER, 'locks']) {
    await rm(join(path, name), { recursive: true, force: true });
  }
  // What somebody else put there stays, and with it the folder.
  await rmdir(path).catch(() => undefined);
}
