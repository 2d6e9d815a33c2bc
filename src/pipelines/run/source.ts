/** The ledgers of a run, from the objects of a store to records, in the order of the ledgers. */
import type { StoreObject, Store } from '../../datastore/store.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import { Fetcher } from '../../workers/fetch.ts';
import type { ExtractResult, ExtractTask, TaskObject } from '../../workers/messages.ts';
import type { Pool } from '../../workers/pool.ts';

/** What all tasks of a run have. */
export type TaskSettings = Pick<ExtractTask, 'passphrase' | 'processors' | 'skip' | 'cancel'>;

export type SourceObject = StoreObject & TaskObject;

/** What a task is given at most, unless one object has more. */
const TASK_LEDGERS = 500;
const TASK_BYTES = 2 * 1024 * 1024;

/** Of few objects each worker gets as many tasks, so that all are busy to the end. */
const TASKS_PER_WORKER = 4;

/** Returns the objects in groups, one for a task. */
export function grouped(objects: readonly SourceObject[], workers: number): SourceObject[][] {
  const groups: SourceObject[][] = [];
  const total = objects.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = Math.min(TASK_BYTES, Math.ceil(total / (workers * TASKS_PER_WORKER)));
  let ledgers = 0;
  let bytes = 0;
  for (const object of objects) {
    const count = object.first === undefined || object.last === undefined ? 1 : object.last - object.first + 1;
    const group = groups.at(-1);
    if (group && ledgers + count <= TASK_LEDGERS && bytes + object.bytes <= most) {
      group.push(object);
      ledgers += count;
      bytes += object.bytes;
    } else {
      groups.push([object]);
      ledgers = count;
      bytes = object.bytes;
    }
  }
  return groups;
}

/**
 * Yields what workers make of the objects, in their order, with no more tasks begun than keep the workers busy: who takes it slowly
 * holds up the reading. Ends early when the tasks are cancelled; throws what they throw.
 */
export async function* extracted(
  store: Store,
  pool: Pool,
  objects: readonly SourceObject[],
  range: LedgerRange,
  settings: TaskSettings,
  signal?: AbortSignal,
): AsyncGenerator<ExtractResult> {
  const fetcher = new Fetcher(store, pool, objects);
  const stop = () => fetcher.stop();
  signal?.addEventListener('abort', stop, { once: true });
  const waiting = grouped(objects, pool.size);
  const begun: Promise<ExtractResult | undefined>[] = [];
  try {
    while (waiting.length > 0 || begun.length > 0) {
      while (waiting.length > 0 && begun.length <= pool.size)
        begun.push(begin(fetcher, waiting.shift()!, range, settings));
      const result = await begun.shift();
      if (!result || signal?.aborted) return;
      yield result;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    fetcher.stop();
    await Promise.allSettled(begun);
  }
}

function begin(
  fetcher: Fetcher,
  objects: readonly SourceObject[],
  { first, last }: LedgerRange,
  settings: TaskSettings,
): Promise<ExtractResult | undefined> {
  const task = objects.map(({ key, first, last }) => ({ key, first, last }));
  const running = fetcher.run(
    (input): ExtractTask => ({ kind: 'extract', input, objects: task, first, last, ...settings }),
    objects,
  );
  // What fails while others are awaited is thrown when its turn comes.
  running.catch(() => undefined);
  return running;
}
