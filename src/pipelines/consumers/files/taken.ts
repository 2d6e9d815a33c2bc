/** The files and folders that consumers of this process write to: two that write to one would write over each other. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PipelineError } from '../../../errors.ts';
import { errorCode } from '../../../system-errors.ts';

const taken = new Set<string>();

/** Takes paths whose folders are there for a consumer, and returns what gives them back. Throws PipelineError where another one has any. */
export async function takeFiles(consumer: string, paths: readonly string[]): Promise<() => void> {
  const real = await Promise.all(paths.map(realPath));
  const held = paths.filter((_, i) => taken.has(real[i]));
  if (held.length > 0) {
    const message = `${consumer}: ${held.join(', ')}: another consumer that runs writes there; name another file or folder, or stop that pipeline first`;
    throw new PipelineError(message, { code: 'file_in_use', component: consumer });
  }
  for (const path of real) taken.add(path);
  return () => {
    for (const path of real) taken.delete(path);
  };
}

async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return join(await realpath(dirname(path)), basename(path));
  }
}
