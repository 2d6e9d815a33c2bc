/** Runs something for each item, so many at a time. When one fails no further one begins, and its error is thrown when the others have ended. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  run: (item: T, i: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const errors: unknown[] = [];
  const lane = async () => {
    for (const [i, item] of waiting) {
      if (errors.length > 0) return;
      await run(item, i).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (errors.length > 0) throw errors[0];
}
