/** Files that merges and repairs put out of the lake: listed by epoch, and removed when no reader stands on that epoch, or one before, any more. */
import { join } from 'node:path';
import { fileNamesIn } from '../../../core/folders.ts';
import { readPaths, removeFiles, writePaths } from '../files.ts';
import { endEpochs } from './leases.ts';
import { manifestPath } from '../snapshot/manifest.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

const FOLDER = 'snapshots';

function listPath(epoch: number): string {
  return `${FOLDER}/retired-${epoch}.json`;
}

/** Lists what leaves the lake when the epoch ends; to be called before the snapshot of the next epoch is published. */
export async function retireFiles(lake: string, epoch: number, paths: readonly string[]): Promise<void> {
  await writePaths(lake, listPath(epoch), paths);
}

/** Returns the epochs that have a list, the oldest first. */
async function listed(lake: string): Promise<number[]> {
  const names = await fileNamesIn(join(lake, FOLDER));
  return names
    .flatMap((name) => /^retired-(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Returns the files that wait for their readers to end. */
export async function retiredFiles(lake: string): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const epoch of await listed(lake)) for (const path of await readPaths(lake, listPath(epoch))) paths.add(path);
  return paths;
}

/** Returns the oldest epoch whose snapshots have all their files. */
export async function oldestEpoch(lake: string, snapshot: Snapshot): Promise<number> {
  return Math.min(snapshot.epoch, ...(await listed(lake)));
}

/**
 * Removes the files of epochs that have ended, as long as nobody reads those and all before them; what the snapshot has stays.
 * Calls `ended` before files are removed, with the oldest epoch that keeps its files.
 */
export async function removeRetired(
  lake: string,
  snapshot: Snapshot,
  ended: (oldest: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const epoch of await listed(lake)) {
    if (epoch < snapshot.epoch) {
      if (!(await endEpochs(lake, epoch))) return;
      await ended(epoch + 1);
      const kept = new Set([...snapshot.paths(), ...snapshot.segments.map(({ name }) => manifestPath(name))]);
      await removeFiles(
        lake,
        (await readPaths(lake, listPath(epoch))).filter((path) => !kept.has(path)),
      );
    }
    // A list of an epoch that goes on was made by a process that ended before it could begin the next.
    await removeFiles(lake, [listPath(epoch)]);
  }
}
