/** The lake that a path leads into: nothing else is put among its files. */
import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/** Where in which lake a path is. */
export interface PlaceInLake {
  /** The lake's folder. */
  lake: string;
  /** From there to the path. */
  within: string;
}

/**
 * Returns the innermost lake that the path is in, below its folder; undefined when it is in none. Links are followed, and `..` after a
 * link is above where that leads, as for the system.
 */
export async function lakeAround(path: string): Promise<PlaceInLake | undefined> {
  const place = await placeOf(path);
  for (let folder = dirname(place), last = place; folder !== last; last = folder, folder = dirname(folder)) {
    if (await holdsLake(folder)) return { lake: folder, within: relative(folder, place) };
  }
  return undefined;
}

/** What does not exist yet is where its folder is. */
async function placeOf(path: string): Promise<string> {
  return realpath(path).catch(async (error: unknown) => {
    if (path === dirname(path)) throw error;
    return join(await placeOf(dirname(path)), basename(path));
  });
}

async function holdsLake(folder: string): Promise<boolean> {
  return access(join(folder, 'lake.json')).then(
    () => true,
    () => false,
  );
}
