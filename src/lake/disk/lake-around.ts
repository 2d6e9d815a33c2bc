/** The lake that a path leads into: nothing else is put among its files. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { exists } from '../../core/folders.ts';
import { MANIFEST_KEY } from '../../datastore/manifest.ts';
import { UsageError } from '../../core/errors.ts';

/** Folder of a lake in which its mirror is. */
const MIRROR = 'ledgers';

/** Where in which lake a path is. */
export interface PlaceInLake {
  /** The lake's folder. */
  lake: string;
  /** From there to the path. */
  within: string;
}

/** Returns the innermost lake that contains the path, if any. Follows links; `..` after a link is above its target. */
export async function lakeAround(path: string): Promise<PlaceInLake | undefined> {
  const place = await placeOf(path);
  for (let folder = dirname(place), last = place; folder !== last; last = folder, folder = dirname(folder)) {
    if (await holdsLake(folder)) return { lake: folder, within: relative(folder, place) };
  }
  return undefined;
}

/** Throws UsageError for a folder of ledger files that is a lake, or inside one and not its mirror. */
export async function checkStoreFolder(dir: string): Promise<void> {
  // Joined, `..` after a link would be taken away.
  const found = await lakeAround(`${dir}/${MANIFEST_KEY}`);
  if (!found || found.within.split(sep)[0] === MIRROR) return;
  const mirror = join(found.lake, MIRROR);
  throw new UsageError(
    `${dir} is inside the lake ${found.lake}, whose mirror is ${mirror}; give that, or another folder`,
  );
}

/** What does not exist yet is where its folder is. */
async function placeOf(path: string): Promise<string> {
  return realpath(path).catch(async (error: unknown) => {
    if (path === dirname(path)) throw error;
    return join(await placeOf(dirname(path)), basename(path));
  });
}

async function holdsLake(folder: string): Promise<boolean> {
  return exists(join(folder, 'lake.json'));
}
