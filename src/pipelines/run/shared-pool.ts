/** The worker pool that all pipelines of a process share. More pipelines need no more cores or memory for decoding. */
import { setFlagsFromString } from 'node:v8';
import { createPool, type Pool } from '../../workers/pool.ts';
import { SpareMemory } from './part-memory.ts';

const worker = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/**
 * Megabytes of heap and borrowed memory that a worker may use before V8 runs a full garbage collection. V8's default runs one
 * at two of three tasks: 261,240 contract events take 7.7 instead of 6.7 s of processor time.
 */
const OLD_SPACE_MB = 256;

/** The pool, while it has users. */
export interface SharedPool {
  readonly pool: Pool;
  readonly spare: SpareMemory;
  /** Releases the pool. The last release ends the workers. */
  release(): Promise<void>;
}

let current: { pool: Pool; spare: SpareMemory; users: number } | undefined;

/** Returns the pool of this process, and creates it if needed. */
export function sharePool(): SharedPool {
  // Applies to threads that start later.
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
