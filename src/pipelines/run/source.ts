/** The ledgers of a run, from the objects of a store to records, in the order of the ledgers. */
import { cpus } from 'node:os';
import type { StoreObject, Store } from '../../datastore/store.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import { Fetcher } from '../../workers/fetch.ts';
import type { ExtractResult, ExtractTask, TaskInput, TaskObject } from '../../workers/messages.ts';
import type { SpareMemory } from './part-memory.ts';
import type { SharedPool } from './shared-pool.ts';
import type { Reader } from './sharing.ts';

/** The fields that all tasks of a run share. */
export type TaskSettings = Pick<ExtractTask, 'passphrase' | 'skip'>;

export type SourceObject = StoreObject & TaskObject;

/** Objects to read, and the range of ledgers to take from them. */
export interface Reading {
  objects: readonly SourceObject[];
  range: LedgerRange;
}

const TASK_LEDGERS = 512;

/**
 * Bytes of ledgers in all tasks together; each worker's task gets an equal share, but at least LEAST_TASK_BYTES. A task is one
 * batch and one transaction. PostgreSQL takes 14,500 rows of invocations a second with 1 MiB a task (four pubnet ledgers), and
 * 18,200 with 4 or 8 MiB. Records of tasks in progress stay in memory; contract events have 14 times the bytes of their
 * ledgers. Two such pipelines on two workers take 825, 839 and 993 MB.
 */
const TASKS_BYTES = 8 * 1024 * 1024;
const LEAST_TASK_BYTES = 1024 * 1024;

/** Returns the bytes of a task. One large object, or growing ledgers, may exceed it, the latter at most twice. */
export function taskBytes(workers: number): number {
  return Math.max(LEAST_TASK_BYTES, TASKS_BYTES / Math.max(2, workers));
}

/** With few objects, each worker gets this many tasks, so that all stay busy to the end. */
const TASKS_PER_WORKER = 4;

/** Groups the objects, one group a task. Groups end at multiples of a power of two, so that runs with other starts share them. */
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

/** Larger ledgers make smaller groups. */
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
 * Milliseconds of waiting for results before another worker starts. A start costs a second of processor time or more, to load
 * modules and until the code is compiled.
 */
const PATIENCE_MS = 2000;

/** Another worker helps only if at least this share of a core is idle; otherwise it competes with servers and other workers. */
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
 * The number of tasks in progress. It starts at one, and doubles up to a limit each time the run waited that long while a core
 * was idle.
 */
export class SourceReadAhead {
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

  /** Records the waiting time for a result. The first one includes the start of a worker. */
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
 * Yields the records of the objects in order. It starts only as many tasks and workers as the consumers need; slow consumers
 * slow down the reading. Callers return the memory of a result to the pool after use. Ends early after the reader left; throws
 * the errors of tasks.
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
  const ahead = new SourceReadAhead(pool.size + 1);
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

/** Returns a function that starts the task of a group of objects. */
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
    // A failure during other waits is thrown in its turn.
    running.catch(() => undefined);
    return running;
  };
}
