/** What is done when a lake is opened whose last writer was cut off: what it left is finished or removed. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LakeError } from '../errors.ts';
import { dataFolders, listFiles, removeFiles } from './files.ts';
import { listManifests, manifestPath, readManifest, segmentName, type Segment } from './manifest.ts';
import type { Manifests } from './manifests.ts';
import { retiredFiles } from './retired.ts';
import { checkSegment } from './segment-check.ts';
import { publishSnapshot, type EnteringSegment } from './publish-snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Enters segments that have a manifest but did not reach a snapshot, and removes manifests that others replaced, unfinished files,
 * and Parquet files of no segment. Returns the snapshot after that. Files that this program did not name are left alone.
 */
export async function recover(
  lake: string,
  network: string,
  snapshot: Snapshot,
  manifests: Manifests,
): Promise<Snapshot> {
  const retired = await retiredFiles(lake);
  const known = new Set(snapshot.segments.map(({ name }) => name));
  const names = (await listManifests(lake)).filter((name) => !known.has(name) && !retired.has(manifestPath(name)));
  const { segments } = await readable(lake, network, names);
  let recovered = snapshot;
  for (const entering of newestFirst(segments)) {
    if (await mayEnter(lake, recovered, manifests, entering))
      recovered = await publishSnapshot(lake, recovered, { enter: [entering] });
  }
  const kept = new Set(recovered.segments.map(({ name }) => name));
  await removeFiles(
    lake,
    segments
      .map(({ segment }) => segmentName(segment))
      .filter((name) => !kept.has(name))
      .map(manifestPath),
  );
  await removeOrphans(lake, recovered, retired);
  return recovered;
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
  return segments.toSorted((a, b) => {
    return b.segment.ledgers.length - a.segment.ledgers.length || a.segment.first - b.segment.first;
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
  const sizes = await Promise.all(segment.files.map(({ path }) => stat(join(lake, path)).catch(() => undefined)));
  return segment.files.every(({ bytes }, i) => sizes[i]?.size === bytes);
}

const ours = /^([a-z]+\/[a-z_0-9]+\/.*\/\d+-\d+(\.\d+)?\.parquet(\.tmp)?|(segments|snapshots)\/.*\.json\.tmp)$/;

/** The folders in which the lake keeps files of its own. */
const folders = [...dataFolders, 'segments', 'snapshots'];

/** Removes files that this program made and that nothing names. */
export async function removeOrphans(lake: string, snapshot: Snapshot, retired: ReadonlySet<string>): Promise<void> {
  const named = snapshot.paths();
  for (const folder of folders) {
    const paths = (await listFiles(lake, folder)).map((path) => path.replaceAll('\\', '/'));
    await removeFiles(
      lake,
      paths.filter((path) => ours.test(path) && !named.has(path) && !retired.has(path)),
    );
  }
}
