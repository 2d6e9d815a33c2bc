/** How a stop ends a consumer at work: it waits for the batch in work, for at most ten seconds. */

/** How long a stop waits for a batch in work, in milliseconds: less than the server waits for the run. */
export const STOP_WAIT = 9_000;

/** Calls `act` once a stop has waited so long, unless it is cancelled first. */
export function onStop(signal: AbortSignal, act: () => void, wait = 0): { cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    if (wait === 0) act();
    else timer = setTimeout(act, wait);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return {
    cancel() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

/** Returns what the work returns. Rejects once a stop has waited so long for it. */
export async function untilStop<T>(work: Promise<T>, signal: AbortSignal, wait = 0): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = onStop(signal, () => reject(new Error('no answer came before the stop')), wait);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop.cancel();
    // Nobody listens to what is left.
    work.catch(() => {});
    stopped.catch(() => {});
  }
}
