/** The one policy by which requests are made again; the clients' own is switched off. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, networkFault } from './fault.ts';
import type { StoreMetrics } from './metrics.ts';

export interface RetryPolicy {
  /** Attempts after the first. */
  retryLimit: number;
  /** The pause before the second attempt; each further one is twice as long. */
  retryWaitMs: number;
  /** How long nothing may come before an attempt is given up. */
  timeoutMs: number;
}

/** `retry_limit`, `retry_wait` and `timeout` when nobody says anything else. */
export const defaultPolicy: RetryPolicy = { retryLimit: 6, retryWaitMs: 250, timeoutMs: 30_000 };

const LONGEST_WAIT_MS = 60_000;

export interface RetryOptions {
  policy: RetryPolicy;
  metrics: StoreMetrics;
  signal?: AbortSignal;
}

/** What an attempt is given: a signal that aborts when nothing came for too long, and the call that says something came. */
export interface Attempt {
  signal: AbortSignal;
  alive: () => void;
}

/**
 * Returns what an attempt returns; a passing fault brings another attempt, after a pause of random length (half to the whole
 * of `retryWaitMs`, doubled each time) or of what the store asked for. A host that cannot be reached is tried again only when
 * it has answered before. Throws the last Fault, or the signal's reason.
 */
export async function withRetries<T>(
  { policy, metrics, signal }: RetryOptions,
  run: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    metrics.requests++;
    try {
      const result = await runWatched(policy.timeoutMs, signal, run);
      metrics.answered = true;
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      const fault = networkFault(error);
      metrics.answered ||= fault.status !== undefined;
      const again = fault.kind === 'passing' || (fault.kind === 'offline' && metrics.answered);
      if (!again || tries >= policy.retryLimit) throw tries === 0 ? fault : exhausted(fault, tries);
      metrics.retries++;
      const pause = pauseMs(policy, tries, fault);
      metrics.waitMs += pause;
      await sleep(pause, undefined, { signal });
    }
  }
}

function pauseMs({ retryWaitMs }: RetryPolicy, tries: number, { retryAfterMs = 0 }: Fault): number {
  const jittered = retryWaitMs * 2 ** tries * (0.5 + Math.random() / 2);
  return Math.min(Math.max(jittered, retryAfterMs), LONGEST_WAIT_MS);
}

function exhausted(fault: Fault, retries: number): Fault {
  const { kind, status, code } = fault;
  return new Fault(kind, `${fault.message}; after ${retries} ${retries === 1 ? 'retry' : 'retries'}`, {
    status,
    code,
    cause: fault,
  });
}

async function runWatched<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController();
  const timer = setTimeout(() => {
    const text = `nothing came for ${timeoutMs / 1000} s`;
    stalled.abort(new Fault('passing', text, { code: 'ETIMEDOUT' }));
  }, timeoutMs);
  const both = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  try {
    return await run({ signal: both, alive: () => timer.refresh() });
  } catch (error) {
    if (stalled.signal.aborted) throw stalled.signal.reason;
    // What is left of a body must not hold its connection.
    stalled.abort();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
