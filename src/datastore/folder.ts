/** Folders that are made. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are not there, and returns what was made. Throws what the system says: Node's recursive
 * mkdir calls every error of a read-only file system ENOENT, and does not come back from one such as /proc.
 */
export async function makeFolder(path: string): Promise<string[]> {
  try {
    await mkdir(path);
    return [path];
  } catch (error) {
    if (await isFolder(path)) return [];
    const isParentMissing =
      error instanceof Error && 'code' in error && error.code === 'ENOENT' && !(await isFolder(dirname(path)));
    if (!isParentMissing || dirname(path) === path) throw error;
  }
  const above = await makeFolder(dirname(path));
  return [...above, ...(await makeFolder(path))];
}

/** Returns whether there is a folder at the path. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
