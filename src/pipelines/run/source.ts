/** The ledgers of a run, from the objects of a store to records, in the order of the ledgers. */
import { cpus } from 'node:os';
import type { StoreObject, Store } from '../../datastore/store.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import { Fetcher } from '../../workers/fetch.ts';
import type { ExtractResult, ExtractTask, TaskInput, TaskObject } from '../../workers/messages.ts';
import type { SpareMemory } from './part-memory.ts';
import type { SharedPool } from './shared-pool.ts';
import type { Reader } from './sharing.ts';

/** What all tasks of a run have. */
export type TaskSettings = Pick<ExtractTask, 'passphrase' | 'skip'>;

export type SourceObject = StoreObject & TaskObject;

/** Objects to be read, and which of their ledgers are taken. */
export interface Reading {
  objects: readonly SourceObject[];
  range: LedgerRange;
}

const TASK_LEDGERS = 512;

/**
 * What the tasks of all workers are given together, each a share, but no less than the least. The end of a task ends a batch, and a transaction: with
 * 1 MiB each, four ledgers of pubnet, PostgreSQL takes 14,500 rows of invocations a second, with 4 MiB 18,200, with 8 as many. Records are in memory
 * for each task that is made or waits to be written, of contract events fourteen times as many bytes: with two workers two such pipelines take 825, 839
 * and 993 MB.
 */
const TASKS_BYTES = 8 * 1024 * 1024;
const LEAST_TASK_BYTES = 1024 * 1024;

/** Returns what a task of one of so many workers is given, unless one object has more; ledgers that grow may make it twice as much. */
export function taskBytes(workers: number): number {
  return Math.max(LEAST_TASK_BYTES, TASKS_BYTES / Math.max(2, workers));
}

/** Of few objects each worker gets as many tasks, so that all are busy to the end. */
const TASKS_PER_WORKER = 4;

/** Returns the objects in groups, one for a task. A group ends where another run, which began elsewhere, has one end: at multiples of a power of two. */
export function grouped(objects: readonly SourceObject[], workers: number): SourceObject[][] {
  const ledgers = objects.reduce((sum, object) => sum + ledgersIn(object), 0);
  const total = objects.reduce((sum, { bytes }) => sum + bytes, 0);
  const share = taskBytes(workers);
  const most = Math.min(share, total / (workers * TASKS_PER_WORKER));
  const wanted = Math.max(1, Math.min(TASK_LEDGERS, (most / total) * ledgers));
  const size = 2 ** Math.floor(Math.log2(wanted));
  const groups = Map.groupBy(objects, ({ first }, i) => Math.floor((first ?? i) / size));
  return [...groups.values()].flatMap((group) => halved(group, 2 * share));
}

/** Where ledgers are larger than elsewhere, groups are smaller. */
function halved(group: SourceObject[], most: number): SourceObject[][] {
  const bytes = group.reduce((sum, object) => sum + object.bytes, 0);
  if (group.length === 1 || bytes <= most) return [group];
  const middle = group.length >> 1;
  return [...halved(group.slice(0, middle), most), ...halved(group.slice(middle), most)];
}

function ledgersIn({ first, last }: SourceObject): number {
  return first === undefined || last === undefined ? 1 : last - first + 1;
}

/**
 * So long the results of some workers are waited for before there are more, in milliseconds. To start one takes a second of a processor or
 * more: to load its modules, and for code that is slow until it is compiled.
 */
const PATIENCE_MS = 2000;

/** So much of a core must be idle for another worker to be of use, and not only to take turns with servers and workers that are there. */
const IDLE_CORES = 0.5;

/** When, and how long the cores of the machine have been idle until then, in milliseconds. */
export interface Idleness {
  now: number;
  idle: number;
}

function measureIdleness(): Idleness {
  return { now: performance.now(), idle: cpus().reduce((sum, { times }) => sum + times.idle, 0) };
}

/**
 * How many tasks are begun and not yet taken: first one, then, each time that they were waited for so long while a core was idle, twice as many,
 * up to a limit.
 */
export class Ahead {
  readonly #most: number;
  readonly #measure: () => Idleness;
  #tasks = 1;
  #waited = 0;
  #since: Idleness | undefined;

  constructor(most: number, measure = measureIdleness) {
    this.#most = most;
    this.#measure = measure;
  }

  get tasks(): number {
    return this.#tasks;
  }

  /** Takes note of how long a result was waited for; the first one's worker had to be started. */
  waited(ms: number): void {
    this.#waited += this.#since ? ms : 0;
    this.#since ??= this.#measure();
    if (this.#waited < PATIENCE_MS) return;
    this.#waited = 0;
    if (this.#hadIdleCore()) this.#tasks = Math.min(2 * this.#tasks, this.#most);
  }

  #hadIdleCore(): boolean {
    const [before, after] = [this.#since!, this.#measure()];
    this.#since = after;
    return after.idle - before.idle >= IDLE_CORES * (after.now - before.now);
  }
}

/**
 * Yields what workers make of the objects for a reader, in their order, with no more tasks begun than keep the workers busy, and no more
 * workers than keep up with who takes it: who takes it slowly holds up the reading. Who takes a result gives its memory back to the pool when nothing of it is used any more. Ends early when
 * the reader has left; throws what the tasks throw.
 */
export async function* extracted(
  store: Store,
  { pool, spare }: SharedPool,
  { objects, range }: Reading,
  settings: TaskSettings,
  reader: Reader,
  signal?: AbortSignal,
): AsyncGenerator<ExtractResult> {
  const fetcher = new Fetcher(store, pool, objects);
  const begin = beginning(fetcher, spare, settings);
  const stop = () => fetcher.stop();
  signal?.addEventListener('abort', stop, { once: true });
  const waiting = grouped(objects, pool.size);
  const begun: Promise<ExtractResult | undefined>[] = [];
  const ahead = new Ahead(pool.size + 1);
  const fill = () => {
    while (waiting.length > 0 && begun.length < ahead.tasks) begun.push(begin(waiting.shift()!, range, reader));
  };
  reader.announce(range);
  try {
    for (fill(); begun.length > 0;) {
      const since = performance.now();
      const result = await begun.shift();
      ahead.waited(performance.now() - since);
      if (!result || signal?.aborted) return;
      fill();
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

type Begin = (
  objects: readonly SourceObject[],
  range: LedgerRange,
  reader: Reader,
) => Promise<ExtractResult | undefined>;

/** Returns what begins the task of a group of objects. */
function beginning(fetcher: Fetcher, spare: SpareMemory, settings: TaskSettings): Begin {
  const run = async (objects: readonly SourceObject[], task: Omit<ExtractTask, 'kind' | 'input' | 'spare'>) => {
    const made = (input: TaskInput): ExtractTask => ({ kind: 'extract', input, ...task, spare: spare.take() });
    return fetcher.run(made, objects);
  };
  return (objects, range, reader) => {
    const named = objects.map(({ key, first, last }) => ({ key, first, last }));
    const first = Math.max(range.first, named[0]?.first ?? 0);
    const last = Math.min(range.last, named.at(-1)?.last ?? Infinity);
    const keys = named.map(({ key }) => key);
    const running = reader.read({ first, last, keys }, async (wanted, readers) => {
      const result = await run(objects, { objects: named, first, last, ...settings, ...wanted });
      if (result) spare.lend(result.memory, readers);
      return result;
    });
    // What fails while others are awaited is thrown when its turn comes.
    running.catch(() => undefined);
    return running;
  };
}
