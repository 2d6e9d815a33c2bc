/** Decode workers: a queue in front, errors rebuilt behind. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { restoreError } from '../errors.ts';
import type { Progress, Result, SeenObject, Task } from './messages.ts';

/** Workers that run tasks, each with a DuckDB of its own. */
export interface Pool {
  readonly size: number;
  /** Runs a task; throws what it threw, of the same class, and tells `onFailure` the object that it had in hand. */
  run<T extends Task>(
    task: T,
    onFailure?: (seen: SeenObject | undefined) => void,
  ): Promise<Extract<Result, { kind: T['kind'] }> | undefined>;
  /** Ends the workers when they have nothing in hand. */
  close(): Promise<void>;
}

const entry = new URL(import.meta.url.endsWith('.ts') ? './decode.ts' : './decode.js', import.meta.url);

/** Returns a pool of workers, by default one for each core. A task that was cancelled gives undefined. */
export function createPool(workers = availableParallelism(), onProgress?: (progress: Progress) => void): Pool {
  const piscina = new Piscina({
    filename: entry.href,
    name: 'runTask',
    minThreads: workers,
    maxThreads: workers,
    idleTimeout: Infinity,
    // A worker waits in its event loop between tasks, not in Atomics.wait, so that DuckDB's callbacks run.
    atomics: 'disabled',
  });
  let isUsed = false;
  piscina.on('message', (progress: Progress) => onProgress?.(progress));
  return {
    size: workers,
    async run<T extends Task>(task: T, onFailure?: (seen: SeenObject | undefined) => void) {
      isUsed = true;
      const { input } = task;
      const transferList = input.kind === 'port' ? [input.port] : [];
      const result: Result = await piscina.run(task, { transferList });
      if (result.kind === 'failed') {
        onFailure?.(result.seen);
        throw restoreError(result.error);
      }
      return result.kind === 'cancelled' ? undefined : (result as Extract<Result, { kind: T['kind'] }>);
    },
    async close() {
      // Idle workers get one of the tasks each: a DuckDB with callbacks into a thread must not outlive it.
      const closing = isUsed
        ? Array.from({ length: workers }, () => piscina.run(undefined, { name: 'closeWriter' }))
        : [];
      await Promise.allSettled(closing);
      await piscina.close();
    },
  };
}
