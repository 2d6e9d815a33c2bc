/** Folders that are made, and names in them that last. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { access, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withFile } from './open-files.ts';
import { ifMissing } from './system-errors.ts';

/**
 * Makes a folder and those above it that are not there, and returns what was made; others may make the same ones at that moment.
 * Throws what the system says: Node's recursive mkdir calls every error of a read-only file system ENOENT, and does not come back
 * from one such as /proc.
 */
export async function makeFolder(path: string): Promise<string[]> {
  try {
    return await makeOne(path);
  } catch (error) {
    if (!isOf(error, ['ENOENT']) || dirname(path) === path) throw error;
  }
  // What is above may have come just now, so that only a second try tells.
  const above = await makeFolder(dirname(path));
  return [...above, ...(await makeOne(path))];
}

async function makeOne(path: string): Promise<string[]> {
  try {
    await mkdir(path);
    return [path];
  } catch (error) {
    if (await isFolder(path)) return [];
    throw error;
  }
}

/** Makes a folder and those above it as `makeFolder` does, at once. */
export function makeFolderSync(path: string): void {
  try {
    return makeOneSync(path);
  } catch (error) {
    if (!isOf(error, ['ENOENT']) || dirname(path) === path) throw error;
  }
  makeFolderSync(dirname(path));
  makeOneSync(path);
}

function makeOneSync(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes a folder as `makeFolderSync` does; throws what the system says when this user may not write into it. */
export function makeWritableFolder(path: string): void {
  makeFolderSync(path);
  accessSync(path, constants.W_OK);
}

/** Makes a folder as `makeFolder` does, and the names of all that this took durable. */
export async function makeDurableFolder(path: string): Promise<void> {
  for (const made of await makeFolder(path)) await syncFolder(dirname(made));
}

/** What systems say where a folder cannot be opened or synced; there its names reach the disk when the system sees fit. */
const UNSYNCED = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF'];

/** Makes the names in a folder durable, where the system can. Throws what else it says. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await withFile(path, (folder) => folder.sync());
  } catch (error) {
    if (!isOf(error, UNSYNCED)) throw error;
  }
}

/** Returns whether something is at the path. Throws what else the system says than that nothing is. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => ifMissing(error) ?? false,
  );
}

/** Returns whether something is at the path as `exists` does, at once. */
export function existsNow(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch (error) {
    return ifMissing(error) ?? false;
  }
}

/** Returns the names in a folder; none if there is no such folder. Throws what else the system says. */
export async function fileNamesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifMissing)) ?? [];
}

/** Returns whether there is a folder at the path. Throws what else the system says than that there is none. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => ifMissing(error) ?? false,
  );
}

function isOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
