/** What is done when a lake is opened whose last writer was cut off: what it left is finished or removed. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../core/system-errors.ts';
import { fileNamesIn } from '../../core/folders.ts';
import { LakeError } from '../../core/errors.ts';
import { undoAttaching } from './attach/attaching.ts';
import { dataFolders, INDEX_FOLDER, listFiles, readPaths, removeFiles, writePaths } from './files.ts';
import { listManifests, manifestPath, readManifest, segmentName, type Segment } from './snapshot/manifest.ts';
import type { Manifests } from './snapshot/manifests.ts';
import { retiredFiles } from './locks/retired.ts';
import { checkSegment } from './snapshot/segment-check.ts';
import { EnteringSegments, publishSnapshot, type EnteringSegment } from './snapshot/publish-snapshot.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/**
 * Commits segments that have a manifest but are in no snapshot; removes replaced manifests, unfinished files and unclaimed
 * Parquet files, except those that a repair left. Returns the new snapshot.
 */
export async function recover(
  lake: string,
  network: string,
  snapshot: Snapshot,
  manifests: Manifests,
): Promise<Snapshot> {
  await undoAttaching(lake, snapshot);
  const retired = await retiredFiles(lake);
  const known = new Set(snapshot.segments.map(({ name }) => name));
  const names = (await listManifests(lake)).filter((name) => !known.has(name) && !retired.has(manifestPath(name)));
  const { segments } = await readable(lake, network, names);
  let recovered = snapshot;
  for (const entering of newestFirst(segments)) {
    if (await mayEnter(lake, recovered, manifests, entering))
      recovered = await publishSnapshot(lake, recovered, { enter: new EnteringSegments([entering]) });
  }
  const kept = new Set(recovered.segments.map(({ name }) => name));
  await removeFiles(
    lake,
    segments
      .map(({ segment }) => segmentName(segment))
      .filter((name) => !kept.has(name))
      .map(manifestPath),
  );
  const left = await unclaimedFiles(lake, recovered, retired);
  const leave = new Set(await readPaths(lake, LEFT));
  await removeFiles(
    lake,
    left.filter((path) => !leave.has(path)),
  );
  await removeUnfinished(lake);
  return recovered;
}

/** Folders in which a baseline state is written, and what its unfinished files and folders are called there. */
const unfinished: [folder: string, names: RegExp][] = [
  ['baselines', /^\d+\.json\.tmp$/],
  [join(INDEX_FOLDER, 'states'), /^\d+\.partial$/],
];

async function removeUnfinished(lake: string): Promise<void> {
  for (const [folder, names] of unfinished) {
    const found = await fileNamesIn(join(lake, folder));
    for (const name of found.filter((one) => names.test(one)))
      await rm(join(lake, folder, name), { recursive: true, force: true });
  }
}

/** Returns the segments whose manifests can be read, and what is wrong with the others. */
export async function readable(
  lake: string,
  network: string,
  names: readonly string[],
): Promise<{ segments: EnteringSegment[]; damaged: { name: string; error: LakeError }[] }> {
  const segments: EnteringSegment[] = [];
  const damaged: { name: string; error: LakeError }[] = [];
  for (const name of names) {
    try {
      const { segment, sha256 } = await readManifest(lake, network, name);
      segments.push({ segment, manifest: sha256 });
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
      damaged.push({ name, error });
    }
  }
  return { segments, damaged };
}

/** Replacements come first: what they replace is then seen to be there already. */
export function newestFirst(segments: readonly EnteringSegment[]): EnteringSegment[] {
  return segments.toSorted(({ segment: a }, { segment: b }) => {
    return b.ledgers.length - a.ledgers.length || a.first - b.first || (b.revision ?? 1) - (a.revision ?? 1);
  });
}

/** A merge that was cut off before its snapshot is made again by the next merge; what it was made of is still there. */
async function mayEnter(
  lake: string,
  snapshot: Snapshot,
  manifests: Manifests,
  { segment }: EnteringSegment,
): Promise<boolean> {
  if (snapshot.segmentsIn(segment).length > 0 || !(await isWhole(lake, segment))) return false;
  const beside = { first: segment.first - 1, last: segment.last + 1 };
  return checkSegment(await manifests.ledgers(snapshot, beside), segment, false);
}

async function isWhole(lake: string, segment: Segment): Promise<boolean> {
  const sizes = await Promise.all(segment.files.map(({ path }) => stat(join(lake, path)).catch(ifMissing)));
  return segment.files.every(({ bytes }, i) => sizes[i]?.size === bytes);
}

const ours = /^([a-z]+\/[a-z_0-9]+\/.*\/\d+-\d+(\.\d+)?\.parquet(\.tmp){0,2}|(segments|snapshots)\/.*\.json\.tmp)$/;

/** The folders in which the lake keeps files of its own. */
const folders = [...dataFolders, 'segments', 'snapshots'];

/** Returns the files that this program made and that nothing names. */
export async function unclaimedFiles(
  lake: string,
  snapshot: Snapshot,
  retired: ReadonlySet<string>,
): Promise<string[]> {
  const named = snapshot.paths();
  const found = await Promise.all(folders.map((folder) => listFiles(lake, folder)));
  const paths = found.flat().map((path) => path.replaceAll('\\', '/'));
  return paths.filter((path) => ours.test(path) && !named.has(path) && !retired.has(path));
}

const LEFT = 'segments/unclaimed.json';

/** Keeps files of no segment, whose rows may be in no other place, from being removed when a writer was cut off. */
export async function leaveFiles(lake: string, paths: readonly string[]): Promise<void> {
  await writePaths(lake, LEFT, paths);
}
