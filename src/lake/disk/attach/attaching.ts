/**
 * Segments that are committed together. Opening a lake after a crash commits segments with a manifest, but those in this
 * list only if the snapshot has them.
 */
import { resolve } from 'node:path';
import { readPaths, removeFiles, writePaths } from '../files.ts';
import { manifestPath } from '../snapshot/manifest.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

const PATH = 'segments/attaching.json';

/** Lists, durably, the segments whose manifests are about to be written. */
export async function beginAttaching(lake: string, names: readonly string[]): Promise<void> {
  await writePaths(lake, PATH, names);
}

/** Removes the list: its segments are in the snapshot, or their manifests are gone. */
export async function endAttaching(lake: string): Promise<void> {
  await removeFiles(lake, [PATH]);
}

/** Removes the manifests that were listed and that the snapshot does not have, and the list. */
export async function undoAttaching(lake: string, { segments }: Pick<Snapshot, 'segments'>): Promise<void> {
  const listed = await readPaths(lake, PATH);
  if (listed.length === 0) return;
  const entered = new Set(segments.map(({ name }) => name));
  await removeFiles(lake, listed.filter((name) => !entered.has(name)).map(manifestPath));
  await endAttaching(lake);
}

const MOVING = 'segments/moving.json';

/** Lists, durably, the parts that are about to be removed because the lake has all of them. */
export async function beginMoving(lake: string, parts: readonly string[]): Promise<void> {
  const paths = parts.map((part) => resolve(part));
  await writePaths(lake, MOVING, [...new Set([...(await readPaths(lake, MOVING)), ...paths])]);
}

/** Removes the list: its parts are gone. */
export async function endMoving(lake: string): Promise<void> {
  await removeFiles(lake, [MOVING]);
}

/** Returns the paths of the parts that an interrupted move began to remove. */
export async function movingParts(lake: string): Promise<ReadonlySet<string>> {
  return new Set(await readPaths(lake, MOVING));
}
