/** Retries after a connection fault, with growing pauses. */
import { setTimeout as pause } from 'node:timers/promises';

interface RetryOptions {
  /** How long after the first fault it is repeated, in seconds. */
  retryFor: number;
  signal: AbortSignal;
  isPassing: (error: unknown) => boolean;
  /** Told each fault, and after how many seconds it is repeated. */
  onFault: (error: unknown, seconds: number) => void;
}

const FIRST_PAUSE = 0.2;
const LONGEST_PAUSE = 30;

/** Repeats `run` until it succeeds. Pauses grow from 0.2 to 30 s, each up to a quarter shorter. Throws the last error. */
export async function retried<T>(
  run: () => Promise<T>,
  { retryFor, signal, isPassing, onFault }: RetryOptions,
): Promise<T> {
  let end: number | undefined;
  for (let longest = FIRST_PAUSE; ; longest = Math.min(longest * 2, LONGEST_PAUSE)) {
    try {
      return await run();
    } catch (error) {
      end ??= performance.now() + retryFor * 1000;
      const seconds = Math.min(longest * (1 - Math.random() / 4), (end - performance.now()) / 1000);
      if (seconds <= 0 || signal.aborted || !isPassing(error)) throw error;
      onFault(error, seconds);
      await pause(seconds * 1000, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
