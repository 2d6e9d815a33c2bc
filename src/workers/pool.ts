/** Decode workers: a queue in front, errors rebuilt behind. */
import { availableParallelism } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { restoreError } from '../errors.ts';
import { boundYoungGenerations, collectLessOften, YOUNG_GENERATION_MB } from '../young-generations.ts';
import type { Progress, Result, SeenObject, Task } from './messages.ts';

/** Workers that run tasks, each with a DuckDB of its own. */
export interface Pool {
  /** The most workers that run at a time. */
  readonly size: number;
  /** Called with what the workers did since the last time. */
  onProgress?: (progress: Progress) => void;
  /** Runs a task; throws what it threw, of the same class, and tells `onFailure` the object that it had in hand. */
  run<T extends Task>(
    task: T,
    onFailure?: (seen: SeenObject | undefined) => void,
  ): Promise<Extract<Result, { kind: T['kind'] }> | undefined>;
  /** Ends the workers when they have nothing in hand. */
  close(): Promise<void>;
}

/** Returns what a task takes with it to its worker. */
function movedWith(task: Task): (MessagePort | ArrayBuffer)[] {
  const ports = task.input.kind === 'port' ? [task.input.port] : [];
  return task.kind === 'extract' ? [...ports, ...task.spare] : ports;
}

const decode = new URL(import.meta.url.endsWith('.ts') ? './decode.ts' : './decode.js', import.meta.url);

/** Decoding takes a core; beyond this many each, workers only take memory, and a long time to start. */
const MOST_PER_CORE = 4;

/** Returns how many workers a pool has that is asked for so many, by default one for each core, when there are so many tasks. */
export function poolSize(workers = availableParallelism(), tasks = Infinity): number {
  return Math.max(1, Math.min(workers, tasks, MOST_PER_CORE * availableParallelism()));
}

/**
 * Returns a pool of `poolSize` workers that run the file `entry`: one starts at once, others when there are tasks for them. A task that
 * was cancelled gives undefined.
 */
export function createPool(workers?: number, entry = decode): Pool {
  boundYoungGenerations();
  collectLessOften();
  const size = poolSize(workers);
  const piscina = new Piscina({
    filename: entry.href,
    name: 'runTask',
    minThreads: 1,
    maxThreads: size,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    idleTimeout: Infinity,
    // A worker waits in its event loop between tasks, not in Atomics.wait, so that DuckDB's callbacks run.
    atomics: 'disabled',
  });
  const pool: Pool = {
    size,
    async run<T extends Task>(task: T, onFailure?: (seen: SeenObject | undefined) => void) {
      const result: Result = await piscina.run(task, { transferList: movedWith(task) });
      if (result.kind === 'failed') {
        onFailure?.(result.seen);
        throw restoreError(result.error);
      }
      return result.kind === 'cancelled' ? undefined : (result as Extract<Result, { kind: T['kind'] }>);
    },
    async close() {
      // Idle workers get one of the tasks each: a DuckDB with callbacks into a thread must not outlive it, and a thread that ends
      // while it loads DuckDB's addon aborts the process.
      const closing = Array.from(piscina.threads, () => piscina.run(undefined, { name: 'closeWriter' }));
      await Promise.allSettled(closing);
      await piscina.close();
    },
  };
  piscina.on('message', (progress: Progress) => pool.onProgress?.(progress));
  return pool;
}
