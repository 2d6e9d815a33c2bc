/** The files and folders that consumers write to: two that write to one would write over each other. */
import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PipelineError } from '../../../core/errors.ts';
import { lockPassingFile, releaseAll, type Conflict, type FileLock } from '../../../lake/disk/locks/file-lock.ts';
import { reasonOf } from '../../../lake/disk/files.ts';
import { errorCode, messageOf } from '../../../core/system-errors.ts';

/** Those of this process, which has a lock of the system once. */
const taken = new Set<string>();

/** Locks paths for a consumer, and returns a function that unlocks them. Throws PipelineError if another consumer has one. */
export async function takeFiles(consumer: string, paths: readonly string[]): Promise<() => Promise<void>> {
  // A link that is led elsewhere while its consumer runs is that one's still.
  const names = await Promise.all(paths.map(async (path) => [resolve(path), await realPath(path)]));
  const held = paths.filter((_, i) => names[i].some((name) => taken.has(name)));
  if (held.length > 0) {
    const message = `${consumer}: ${held.join(', ')}: another consumer that runs writes there; name another file or folder`;
    throw new PipelineError(message, { code: 'file_in_use', component: consumer });
  }
  for (const name of names.flat()) taken.add(name);
  const locks: FileLock[] = [];
  const giveBack = async () => {
    try {
      await releaseAll(locks);
    } finally {
      for (const name of names.flat()) taken.delete(name);
    }
  };
  try {
    // In one order, so that of processes that begin at once one gets all.
    const files = paths.map((path, i) => ({ path, real: names[i][1] })).sort((a, b) => (a.real < b.real ? -1 : 1));
    for (const { path, real } of files) locks.push(...(await locked(consumer, path, real)));
    return giveBack;
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function locked(consumer: string, path: string, real: string): Promise<FileLock[]> {
  const file = await lockOf(real);
  if (file === undefined) return [];
  let lock: FileLock | Conflict;
  try {
    lock = await lockPassingFile(file);
  } catch (error) {
    const message = `${consumer}: ${path}: its lock ${file} cannot be made: ${reasonOf(error) ?? messageOf(error)}`;
    throw new PipelineError(message, { code: 'sink_unreachable', component: consumer }, error);
  }
  if ('heldBy' in lock) throw inUse(consumer, path, lock);
  return [lock];
}

/** Returns the error for a file that another process has. */
export function inUse(consumer: string, path: string, { heldBy }: Conflict): PipelineError {
  const who = heldBy === undefined ? 'a process of another container or machine' : `process ${heldBy}`;
  const message = `${consumer}: ${path} is in use by ${who}; stop it, or name another file or folder`;
  return new PipelineError(message, { code: 'file_in_use', component: consumer });
}

/** Returns the lock of a file, which is beside it, or of a folder, which is in it; of a device or a pipe there is none. */
async function lockOf(real: string): Promise<string | undefined> {
  const found = await stat(real).catch(() => undefined);
  if (found?.isDirectory()) return join(real, '.ledgerlake.lock');
  if (found && !found.isFile()) return undefined;
  return join(dirname(real), `.${basename(real)}.ledgerlake.lock`);
}

/** Returns the path that a file has or is to get when it is opened, behind all links. */
export async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const folder = await realPath(dirname(path));
  const target = await linkOf(path);
  return target === undefined ? join(folder, basename(path)) : realPath(resolve(folder, target));
}

async function linkOf(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes(String(errorCode(error)))) return undefined;
    throw error;
  }
}
