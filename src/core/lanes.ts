/** Work on many items, some at a time. */

/**
 * Runs `run` for each item, at most `lanes` at a time. After an error or the signal no item begins, and `stop` aborts the
 * others. Throws the first error when all have ended.
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  run: (item: T, i: number, stop: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const waiting = items.entries();
  const lane = async () => {
    for (const [i, item] of waiting) {
      if (stop.aborted) return;
      await run(item, i, stop).catch((error: unknown) => failed.abort(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (failed.signal.aborted && !signal?.aborted) throw failed.signal.reason;
}
