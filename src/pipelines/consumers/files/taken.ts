/** The files and folders that consumers of this process write to: two that write to one would write over each other. */
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { PipelineError } from '../../../errors.ts';
import { errorCode } from '../../../system-errors.ts';

const taken = new Set<string>();

/** Takes paths for a consumer, and returns what gives them back. Throws PipelineError where another one has any. */
export async function takeFiles(consumer: string, paths: readonly string[]): Promise<() => void> {
  // A link that is led elsewhere while its consumer runs is that one's still.
  const names = await Promise.all(paths.map(async (path) => [resolve(path), await realPath(path)]));
  const held = paths.filter((_, i) => names[i].some((name) => taken.has(name)));
  if (held.length > 0) {
    const message = `${consumer}: ${held.join(', ')}: another consumer that runs writes there; name another file or folder`;
    throw new PipelineError(message, { code: 'file_in_use', component: consumer });
  }
  for (const name of names.flat()) taken.add(name);
  return () => {
    for (const name of names.flat()) taken.delete(name);
  };
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
