/** The tasks of a load: what workers decode, unit by unit, and how many at a time. */
import type { Plan } from '../datastore/plan.ts';
import type { StoreObject } from '../datastore/store.ts';
import { restoreError, type DecodeError } from '../core/errors.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { decodeOptions } from '../tables/decode-options.ts';
import { MOST_CHANGES, type Fetcher } from '../workers/fetch.ts';
import type { LoadResult, LoadTask, TaskInput, TaskObject } from '../workers/messages.ts';
import type { Pool } from '../workers/pool.ts';
import { SEGMENT_LEDGERS, type ResolvedLoadOptions } from './load-options.ts';

/** What the parts of a load work with. */
export interface Work {
  lake: Lake;
  fetcher: Fetcher;
  pool: Pool;
  options: ResolvedLoadOptions;
  /** Tells the workers to stop. */
  cancel: SharedArrayBuffer;
}

/** Gives what a worker made of its objects; nothing when it was stopped. */
type Task = () => Promise<LoadResult | undefined>;

/**
 * Runs the units of the plan, then files of unknown range, and commits results in order. Keeps only enough tasks in flight
 * for the workers. Returns whether the signal stopped it, and the error of a newer protocol. Throws the first error and
 * removes later results.
 */
export async function runTasks(
  work: Work,
  plan: Plan,
  commit: (result: LoadResult) => Promise<void>,
): Promise<{ isStopped: boolean; newer: DecodeError | undefined }> {
  const { pool, options } = work;
  const tasks = tasksOf(work, plan);
  const failures: unknown[] = [];
  let isStopped = false;
  let newer: DecodeError | undefined;
  const stop = () => {
    isStopped = true;
    end(work);
  };
  const publish = async (before: Promise<boolean>, made: Promise<LoadResult | undefined>): Promise<boolean> => {
    try {
      const result = await made;
      const isNext = await before;
      if (result && !isNext) await work.lake.discard(result.segments);
      else if (result) {
        await commit(result).catch(async (error: unknown) => {
          await work.lake.discard(result.segments);
          throw error;
        });
      }
      if (!isNext || !result?.newer) return isNext && result !== undefined;
      newer = restoreError(result.newer) as DecodeError;
      end(work);
      return false;
    } catch (error) {
      failures.push(error);
      end(work);
      return false;
    }
  };
  let published = Promise.resolve(true);
  // Each lane has one task that runs, and one whose result may wait for those before.
  const lane = async () => {
    let own: Promise<unknown> | undefined;
    for (let task = tasks.shift(); task && !isStopped && !newer && failures.length === 0; task = tasks.shift()) {
      const made = task();
      const next = publish(published, made);
      published = next;
      await Promise.allSettled([made, own]);
      own = next;
    }
    await own;
  };
  options.signal?.addEventListener('abort', stop, { once: true });
  if (options.signal?.aborted) stop();
  try {
    await Promise.all(Array.from({ length: pool.tasks + 1 }, lane));
  } finally {
    options.signal?.removeEventListener('abort', stop);
  }
  if (failures.length > 0) throw failures[0];
  return { isStopped, newer };
}

function end({ cancel, fetcher }: Work): void {
  Atomics.store(new Int32Array(cancel), 0, 1);
  fetcher.stop();
}

function tasksOf(work: Work, { units, files }: Plan): Task[] {
  const ofUnits = units.map(
    ({ first, last, objects }) =>
      () =>
        runTask(work, objects, { first, last, loaded: [] }),
  );
  const ofFiles = files.map((file) => async () => {
    const { first = 0, last = Infinity } = work.options.range ?? {};
    return runTask(work, [file], { first, last, loaded: await work.lake.loaded() });
  });
  return [...ofUnits, ...ofFiles];
}

function runTask(
  work: Work,
  objects: readonly (StoreObject & TaskObject)[],
  ledgers: Pick<LoadTask, 'first' | 'last' | 'loaded'>,
): Promise<LoadResult | undefined> {
  const { lake, options, cancel } = work;
  const { verify = true, skipUndecodable = false, anchor } = options;
  const { segmentLedgers = SEGMENT_LEDGERS, memoryLimit = '1GB', silver: withParts = true } = options;
  const make = (input: TaskInput): LoadTask => ({
    kind: 'load',
    input,
    objects: objects.map(({ key, first, last }) => ({ key, first, last })),
    ...ledgers,
    lake: lake.path,
    passphrase: lake.network,
    verify,
    decode: decodeOptions(options),
    skipUndecodable,
    anchor,
    unitLedgers: segmentLedgers,
    memoryLimit,
    withParts,
    cancel,
  });
  return runUnchanged(work, make, objects);
}

/** Passes over nothing that can be decoded when it is fetched once more. */
async function runUnchanged(
  { lake, fetcher }: Work,
  make: (input: TaskInput) => LoadTask,
  objects: readonly StoreObject[],
): Promise<LoadResult | undefined> {
  for (let changed = 0; ; changed++) {
    const result = await fetcher.run(make, objects);
    if (!result || changed >= MOST_CHANGES || !(await fetcher.isAnyChanged(result.omittedFrom))) return result;
    await lake.discard(result.segments);
  }
}
