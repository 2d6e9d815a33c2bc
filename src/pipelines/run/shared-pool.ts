/** The workers of pipelines: all runs of a process have the same, so that more pipelines take no more cores or memory for decoding. */
import { createPool, type Pool } from '../../workers/pool.ts';
import { SpareMemory } from './part-memory.ts';

const worker = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

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
  const mine = (current ??= { pool: createPool(undefined, worker), spare: new SpareMemory(), users: 0 });
  mine.users++;
  return {
    pool: mine.pool,
    spare: mine.spare,
    async release() {
      if (--mine.users > 0) return;
      if (current === mine) current = undefined;
      await mine.pool.close();
    },
  };
}
