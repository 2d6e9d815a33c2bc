/** Where on this machine a lake's ledgers came from, in a file beside the manifests: so that what no table holds can be read there again. */
import { join, resolve } from 'node:path';
import { existsNow } from '../../core/folders.ts';
import { readPaths, writePaths } from './files.ts';

/** The folder of a lake that may hold a mirror of its ledgers. */
export const MIRROR = 'ledgers';

const PATH = 'segments/stores.json';
/** A lake that is fed from many single files would make the list grow without end. */
const MOST = 100;

/** Returns whether a lake notes where its ledgers came from. */
export function hasStores(lake: string): boolean {
  return existsNow(join(lake, PATH));
}

/** Returns folders and files that ledgers were loaded from, the newest first; nothing where none is known. */
export function readStores(lake: string): Promise<string[]> {
  return readPaths(lake, PATH);
}

/** Notes that ledgers are loaded from these folders and files. */
export async function noteStores(lake: string, paths: readonly string[]): Promise<void> {
  const known = await readStores(lake);
  const given = paths.map((path) => resolve(path));
  const all = [...new Set([...given, ...known])].slice(0, MOST);
  if (all.join('\n') !== known.join('\n')) await writePaths(lake, PATH, all);
}
