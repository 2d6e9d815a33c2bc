/** Decode workers: a queue in front, errors rebuilt behind. */
import { availableParallelism } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { restoreError } from '../core/errors.ts';
import { boundYoungGenerations, collectLessOften, YOUNG_GENERATION_MB } from '../core/young-generations.ts';
import type { Progress, Result, SeenObject, Task } from './messages.ts';

/** Workers that run tasks, each with a DuckDB of its own. */
export interface Pool {
  /** The most workers that run at a time. */
  readonly size: number;
  /** How many tasks keep them busy. */
  readonly tasks: number;
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

/** What the workers of a pool run, and how many tasks each has at a time. */
export interface PoolEntry {
  entry: URL;
  tasksEach: number;
}

/** Two tasks per worker: DuckDB writes parts of one while the other decodes (16.2 to 13.5 ms a ledger, pubnet-p26). */
const loading: PoolEntry = { entry: decode, tasksEach: 2 };

/** Returns a pool of `poolSize` workers, which start with the tasks. A cancelled task gives undefined. */
export function createPool(workers?: number, { entry, tasksEach }: PoolEntry = loading): Pool {
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
    concurrentTasksPerWorker: tasksEach,
    loadBalancer: (_, started) => leastBusy(started, size, tasksEach),
    // A worker waits in its event loop between tasks, not in Atomics.wait, so that DuckDB's callbacks run.
    atomics: 'disabled',
  });
  const pool: Pool = {
    size,
    tasks: size * tasksEach,
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

/** Returns a worker that has nothing to do, else, when all are there, one that may have more. */
function leastBusy<W extends { currentUsage: number }>(
  started: readonly W[],
  size: number,
  tasksEach: number,
): W | null {
  const [least] = started.toSorted((a, b) => a.currentUsage - b.currentUsage);
  if (!least || least.currentUsage >= tasksEach) return null;
  return least.currentUsage === 0 || started.length >= size ? least : null;
}
