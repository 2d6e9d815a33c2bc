/** One run of a pipeline at a time: a lock on its folder, which ends with the process. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PipelineError } from '../../core/errors.ts';
import { makeDurableFolder } from '../../core/folders.ts';
import { lockOwnFile } from '../../lake/disk/locks/file-lock.ts';

const held = new Set<string>();

/** Makes and takes the folder of a pipeline, and returns what gives it back. Throws PipelineError when another run has it. */
export async function lockPipeline(folder: string, name: string): Promise<() => Promise<void>> {
  await makeDurableFolder(folder);
  const real = await realpath(folder);
  if (held.has(real)) throw isRunning(name, folder, 'this process');
  held.add(real);
  try {
    const lock = await lockOwnFile(join(folder, 'pipeline.lock'));
    if ('heldBy' in lock) throw isRunning(name, folder, `process ${lock.heldBy ?? 'unknown'}`);
    return async () => {
      await lock.release();
      held.delete(real);
    };
  } catch (error) {
    held.delete(real);
    throw error;
  }
}

function isRunning(name: string, folder: string, by: string): PipelineError {
  return new PipelineError(`pipeline ${name} is run by ${by}, which holds ${folder}: stop that first`, {
    code: 'pipeline_locked',
  });
}
