/** Merging after a load: a query opens a file of each segment and table, so that many small segments make look-ups slow. */
import { plainError } from '../errors.ts';
import { compactLake, findRuns } from '../lake/compact.ts';
import type { Lake } from '../lake/lake.ts';
import type { LoadOptions } from './load-options.ts';

/** Fewer are left for later: each costs a look-up 1.4 ms of processor. */
const MANY_SEGMENTS = 20;

/** Returns how many segments of the lake would be merged. */
export async function countToMerge(lake: Lake): Promise<number> {
  const { segments } = await lake.snapshot();
  return findRuns(segments.map(({ name }) => name)).flat().length;
}

/**
 * Merges the lake's small segments where they are many, and returns how many it merged. What was loaded is there in any case: that it
 * cannot be merged is told as trouble, and the signal leaves the rest for another time.
 */
export async function mergeMany(
  lake: Lake,
  { compact = true, signal, onTrouble }: Pick<LoadOptions, 'compact' | 'signal' | 'onTrouble'>,
): Promise<number> {
  if (!compact || (await countToMerge(lake)) < MANY_SEGMENTS) return 0;
  let merged = 0;
  try {
    await compactLake(lake, { signal, onMerge: ({ segments }) => (merged += segments) });
  } catch (error) {
    if (!signal?.aborted) onTrouble?.(`cannot merge segments: ${plainError(error).message}`);
  }
  return merged;
}
