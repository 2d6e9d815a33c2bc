/** Decode workers: a queue in front, errors rebuilt behind. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { restoreError } from '../errors.ts';
import type { Progress, Result, Task } from './messages.ts';

/** Workers that run tasks, each with a DuckDB of its own. */
export interface Pool {
  readonly size: number;
  /** Runs a task; throws what it threw, of the same class. */
  run<T extends Task>(task: T): Promise<Extract<Result, { kind: T['kind'] }> | undefined>;
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
  piscina.on('message', (progress: Progress) => onProgress?.(progress));
  return {
    size: workers,
    async run<T extends Task>(task: T) {
      const result: Result = await piscina.run(task);
      if (result.kind === 'failed') throw restoreError(result.error);
      return result.kind === 'cancelled' ? undefined : (result as Extract<Result, { kind: T['kind'] }>);
    },
    close: () => piscina.close(),
  };
}
