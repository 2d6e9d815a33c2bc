/** Merges after and during a load: a query opens a file per segment and table, so many make it slow. */
import { plainError } from '../core/errors.ts';
import { foldParts, mayBeFolded } from '../lake/writing/fold-parts.ts';
import { compactLake, findRuns, tiersOf, tierOf } from '../lake/writing/compact.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { overlap, type KnownSegment } from '../lake/disk/snapshot/snapshot.ts';
import { FIRST_LEDGER, type LedgerRange } from '../datastore/keys.ts';
import { PARTITION_LEDGERS, partitionOf } from '../lake/disk/table-files.ts';
import type { LoadOptions } from './load-options.ts';

/** Fewer are left for later: each costs a look-up 1.4 ms of processor. */
const MANY_SEGMENTS = 20;
/** As many of a partition that has all its ledgers, which more cannot join. */
const MANY_OF_PARTITION = 8;
/** Of more, rows cost a look-up more than files, and are not written twice. */
const SMALL_BYTES = 64 * 2 ** 20;

/** Returns how many segments of the lake would be merged. */
export async function countToMerge(lake: Lake): Promise<number> {
  const { segments } = await lake.snapshot();
  return findRuns(segments.map(({ name }) => name)).flat().length;
}

/**
 * Merges the lake's small segments where they are many, or folds what is kept of them, and returns how many it merged. What was
 * loaded is there in any case: a failed merge is reported as trouble, and the signal leaves the rest for another time.
 */
export async function mergeMany(
  lake: Lake,
  { compact = true, signal, onTrouble }: Pick<LoadOptions, 'compact' | 'signal' | 'onTrouble'>,
): Promise<number> {
  if (!compact) return 0;
  let merged = 0;
  try {
    if ((await countToMerge(lake)) < MANY_SEGMENTS) await foldParts(lake, { signal });
    else await compactLake(lake, { signal, onMerge: ({ segments }) => (merged += segments) });
  } catch (error) {
    if (!signal?.aborted) onTrouble?.(`cannot merge segments: ${plainError(error).message}`);
  }
  return merged;
}

type MergeOptions = Pick<LoadOptions, 'compact' | 'onTrouble'>;

/**
 * Merges segments during a load: each complete partition of 10,000 ledgers, and before that every 16 small segments. A query
 * then opens about twenty segments of a growing partition.
 */
export class MergesBeside {
  /** How many segments were merged. */
  merged = 0;
  readonly #lake: Lake;
  readonly #options: MergeOptions;
  /** What is worth merging. */
  readonly #due: LedgerRange[] = [];
  /** Whether parts may be worth folding: not beside this load any more once that, or a merge, failed. */
  #folds: 'none' | 'due' | 'given up' = 'none';
  readonly #told = new Set<string>();
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;

  constructor(lake: Lake, options: MergeOptions) {
    this.#lake = lake;
    this.#options = options;
  }

  /** Takes note of segments that were committed, and begins to merge where there is much. A failed merge is reported once. */
  async committed(segments: readonly LedgerRange[]): Promise<void> {
    const { compact = true } = this.#options;
    if (!compact || this.#ending.signal.aborted) return;
    const partitions = new Set(segments.map(({ first }) => partitionOf(first)));
    for (const partition of partitions) {
      const range = { first: Math.max(partition, FIRST_LEDGER), last: partition + PARTITION_LEDGERS - 1 };
      const snapshot = await this.#lake.snapshot();
      const there = snapshot.segmentsIn(range);
      if (this.#folds === 'none' && mayBeFolded(snapshot, range)) this.#folds = 'due';
      if (isWorthMerging(there, range)) this.#due.push(range);
      else if (!this.#running) this.#due.push(...(await this.#smallTiers(there)));
    }
    if (this.#isDue) this.#running ??= this.#run();
  }

  async #smallTiers(segments: readonly KnownSegment[]): Promise<LedgerRange[]> {
    const small: LedgerRange[] = [];
    for (const tier of tiersOf(segments)) {
      try {
        const bytes = await this.#bytesOf(segments.filter((one) => overlap(one, tier)));
        if (bytes <= SMALL_BYTES) small.push(tier);
      } catch (error) {
        this.#tell(error);
      }
    }
    return small;
  }

  async #bytesOf(segments: readonly KnownSegment[]): Promise<number> {
    let bytes = 0;
    for (const { name } of segments) {
      const { files } = await this.#lake.segment(name);
      bytes += files.reduce((sum, file) => sum + file.bytes, 0);
    }
    return bytes;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    const onMerge = ({ segments }: { segments: number }) => (this.merged += segments);
    try {
      while (this.#isDue) {
        const range = this.#due.shift();
        // One thread, beside the decoding ones.
        if (range) await compactLake(this.#lake, { signal, range, threads: 1, onMerge });
        else {
          this.#folds = 'none';
          await foldParts(this.#lake, { signal, threads: 1 });
        }
      }
    } catch (error) {
      this.#folds = 'given up';
      this.#tell(error);
    } finally {
      this.#running = undefined;
    }
  }

  #tell(error: unknown): void {
    const trouble = `cannot merge segments: ${plainError(error).message}`;
    if (this.#ending.signal.aborted || this.#told.has(trouble)) return;
    this.#told.add(trouble);
    this.#options.onTrouble?.(trouble);
  }

  get #isDue(): boolean {
    return this.#due.length > 0 || this.#folds === 'due';
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

/** Whether segments are all of a range, and many, or some of them merged before. */
function isWorthMerging(segments: readonly LedgerRange[], { first, last }: LedgerRange): boolean {
  const isMany = segments.length >= MANY_OF_PARTITION || new Set(segments.map(tierOf)).size > 1;
  return isMany && segments.reduce((sum, { first, last }) => sum + last - first + 1, 0) >= last - first + 1;
}
