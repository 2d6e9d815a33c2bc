/** Merging after a load and beside it: a query opens a file of each segment and table, so that many small segments make look-ups slow. */
import { plainError } from '../errors.ts';
import { compactLake, findRuns } from '../lake/compact.ts';
import type { Lake } from '../lake/lake.ts';
import { FIRST_LEDGER, type LedgerRange } from '../datastore/keys.ts';
import { PARTITION_LEDGERS, partitionOf } from '../lake/table-files.ts';
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

type MergeOptions = Pick<LoadOptions, 'compact' | 'onTrouble'>;

/**
 * Merges the segments of each partition of 10,000 ledgers while a load goes on, once it has all of them: so they are merged once, as they
 * would be at its end, which takes 13% of the processor time of a load of small ledgers, and a query meets those of one partition at most.
 */
export class MergesBeside {
  /** How many segments were merged. */
  merged = 0;
  readonly #lake: Lake;
  readonly #options: MergeOptions;
  readonly #whole: number[] = [];
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(lake: Lake, options: MergeOptions) {
    this.#lake = lake;
    this.#options = options;
  }

  /** Takes note of segments that were committed, and begins to merge where a partition has become whole. */
  async committed(segments: readonly LedgerRange[]): Promise<void> {
    const { compact = true } = this.#options;
    if (!compact || this.#ending.signal.aborted) return;
    const partitions = new Set(segments.map(({ first }) => partitionOf(first)));
    for (const partition of partitions) {
      if (!(await this.#isWhole(partition))) continue;
      this.#whole.push(partition);
      this.#running ??= this.#run().finally(() => (this.#running = undefined));
    }
  }

  async #isWhole(partition: number): Promise<boolean> {
    const range = { first: Math.max(partition, FIRST_LEDGER), last: partition + PARTITION_LEDGERS - 1 };
    const segments = (await this.#lake.snapshot()).segmentsIn(range);
    return (
      segments.length >= MANY_SEGMENTS &&
      segments.reduce((sum, { first, last }) => sum + last - first + 1, 0) >= range.last - range.first + 1
    );
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    const onMerge = ({ segments }: { segments: number }) => (this.merged += segments);
    try {
      for (let partition = this.#whole.shift(); partition !== undefined; partition = this.#whole.shift()) {
        // One thread, beside those that decode.
        await compactLake(this.#lake, { signal, partition, threads: 1, onMerge });
      }
    } catch (error) {
      if (!signal.aborted) this.#options.onTrouble?.(`cannot merge segments: ${plainError(error).message}`);
    }
  }

  /** Waits for the merges in hand. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Cuts off the merge in hand, which is left for another time. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }
}
