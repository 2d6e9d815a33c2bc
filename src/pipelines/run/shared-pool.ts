/** The workers of pipelines: all runs of a process have the same, so that more pipelines take no more cores or memory for decoding. */
import { setFlagsFromString } from 'node:v8';
import { createPool, type Pool } from '../../workers/pool.ts';
import { SpareMemory } from './part-memory.ts';

const worker = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/**
 * How far the heap of a worker may grow, in megabytes, with the memory that it is lent, before V8 collects garbage of all ages. By default it
 * did so at two of three tasks: 261,240 contract events took 7.7 s of processor in place of 6.7.
 */
const OLD_SPACE_MB = 256;

/** The pool, while it is used. */
export interface SharedPool {
  readonly pool: Pool;
  readonly spare: SpareMemory;
  /** Gives it back; the last one to do so ends the workers. */
  release(): Promise<void>;
}

let current: { pool: Pool; spare: SpareMemory; users: number } | undefined;

/** Returns the pool of this process, made when there is none. */
export function sharePool(): SharedPool {
  // For threads that begin from here on.
  if (!current) setFlagsFromString(`--initial-old-space-size=${OLD_SPACE_MB}`);
  const mine = (current ??= {
    pool: createPool(undefined, { entry: worker, tasksEach: 1 }),
    spare: new SpareMemory(),
    users: 0,
  });
  mine.users++;
  return {
    pool: mine.pool,
    spare: mine.spare,
    async release() {
      if (--mine.users > 0) return;
      if (current === mine) current = undefined;
      mine.spare.free();
      await mine.pool.close();
    },
  };
}
