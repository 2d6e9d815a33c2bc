/** Outages of a store, which whoever follows it waits out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../core/errors.ts';

const LONGEST_TROUBLE_MS = 30_000;

/** How an outage is reported, and what ends the wait. */
export interface OutageOptions {
  signal?: AbortSignal;
  /** Called when something keeps the store from being read; it is tried again. */
  onTrouble?: (message: string) => void;
}

/** Waits; an abort ends that, and is no error. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Tries again, after pauses that double, while the store is out of reach or answers with faults that pass. */
export class Outages {
  readonly #options: OutageOptions;
  #troubles = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Returns what `run` gives, undefined when the signal came first; throws what does not pass. */
  async persist<T>(run: () => Promise<T>): Promise<T | undefined> {
    const { signal, onTrouble } = this.#options;
    while (!signal?.aborted) {
      try {
        const result = await run();
        this.#troubles = 0;
        return result;
      } catch (error) {
        if (signal?.aborted) return undefined;
        if (!isPassing(error)) throw error;
        onTrouble?.(`${error.message}; trying again`);
        await pause(Math.min(1000 * 2 ** this.#troubles++, LONGEST_TROUBLE_MS), signal);
      }
    }
    return undefined;
  }
}

function isPassing(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.kind === 'passing' || error.kind === 'offline');
}
