/**
 * Runs of this process that read the same ledgers share the decoding. The first run to reach a group of ledgers starts a task
 * that makes the records of all runs. Results wait for the other runs in a bounded buffer. A run that is too slow decodes by
 * itself until it is ahead again.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { ExtractResult, ExtractTask } from '../../workers/messages.ts';
import type { RunningProcessor } from './record-set.ts';

/** The fields of a task that depend on its readers. */
export type Wanted = Pick<ExtractTask, 'processors' | 'cancel'>;

/** Ledgers for one task, and the objects that hold them. */
export interface Group extends LedgerRange {
  keys: readonly string[];
}

type Outcome = Promise<ExtractResult | undefined>;

/** Runs a task whose result `readers` readers get. Returns undefined if it was cancelled. */
export type RunTask = (wanted: Wanted, readers: number) => Outcome;

export interface ReaderOptions {
  processors: readonly RunningProcessor[];
  /** The maximum number of groups that wait for this reader. */
  mostWaiting: number;
  /** Milliseconds that other readers wait for this one before they continue without it. */
  patience?: number;
}

const PATIENCE_MS = 5000;

/** A task, and the readers that need its result. */
interface Made {
  cancel: SharedArrayBuffer;
  wantedBy: Set<Reader>;
}

/** A result that another reader's task made for this one. */
interface Waiting {
  last: number;
  made: Made;
  result: Outcome;
}

const readersOf = new Map<string, Set<Reader>>();

/** The reader of one run. Runs share tasks if their source has the same text. */
export class Reader {
  readonly #source: string;
  readonly #peers: Set<Reader>;
  readonly #processors: readonly RunningProcessor[];
  readonly #keys: readonly string[];
  readonly #mostWaiting: number;
  readonly #wholePatience: number;
  readonly #waiting = new Map<string, Waiting>();
  /** Tasks in progress that it needs. */
  readonly #wanted = new Set<Made>();
  readonly #onChange = new Set<() => void>();
  #turn: Promise<unknown> = Promise.resolve();
  /** The ledgers that it has yet to read. */
  #ahead: LedgerRange = { first: 0, last: -1 };
  #patience: number;
  #isGone = false;

  constructor(source: string, { processors, mostWaiting, patience = PATIENCE_MS }: ReaderOptions) {
    this.#source = source;
    this.#processors = processors;
    this.#keys = processors.map((processor) => JSON.stringify(processor));
    this.#mostWaiting = mostWaiting;
    this.#wholePatience = this.#patience = patience;
    this.#peers = readersOf.get(source) ?? new Set();
    readersOf.set(source, this.#peers.add(this));
  }

  /** Sets the ledgers that it will read next, in order. */
  announce(ahead: LedgerRange): void {
    this.#ahead = ahead;
  }

  /** Returns the records of its processors, from a shared or own task; undefined after it left. Throws errors of the task. */
  read(group: Group, run: RunTask): Outcome {
    // Sequentially, because each may wait for slower readers.
    const asked = this.#turn.then(() => this.#ask(group, run));
    this.#turn = asked;
    return asked.then((begun) => begun());
  }

  async #ask(group: Group, run: RunTask): Promise<() => Outcome> {
    const id = `${group.first} ${group.last} ${group.keys.join(' ')}`;
    if (!this.#waiting.has(id)) for (const peer of this.#others()) await peer.#makeRoom(this, group);
    this.#ahead = { ...this.#ahead, first: group.last + 1 };
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) this.#wanted.add(waiting.made);
    this.#forget(group.last);
    const result = waiting ? this.#take(waiting, run) : this.#make(id, group, run);
    // A failure during other waits is thrown in its turn.
    result.catch(() => undefined);
    return () => result;
  }

  #others(): Reader[] {
    return [...this.#peers].filter((peer) => peer !== this);
  }

  /** Resolves when one more group may wait, or when none needs to. */
  async #makeRoom(by: Reader, group: Group): Promise<void> {
    while (!by.#isGone && this.#wants(group) && this.#waiting.size >= this.#mostWaiting) {
      const before = performance.now();
      await this.#changeWithin(this.#patience);
      this.#patience -= performance.now() - before;
      if (this.#patience <= 0) this.#forget(Infinity);
    }
  }

  #changeWithin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#onChange.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#onChange.add(end);
    });
  }

  #wants({ first, last }: Group): boolean {
    return !this.#isGone && this.#patience > 0 && this.#ahead.first <= first && last <= this.#ahead.last;
  }

  /** Drops results up to this ledger that the reader will not request. */
  #forget(upTo: number): void {
    for (const [id, { last, made }] of this.#waiting) {
      if (last > upTo) continue;
      this.#waiting.delete(id);
      this.#leave(made);
      this.#patience = 0;
    }
    for (const end of [...this.#onChange]) end();
  }

  async #take({ made, result }: Waiting, run: RunTask): Outcome {
    try {
      const taken = await result.catch(() => undefined);
      // The cause may be a processor of another run, or a stop of that run.
      return taken ? { ...taken, bytesRead: 0 } : await this.#makeAlone(run);
    } finally {
      this.#wanted.delete(made);
    }
  }

  async #make(id: string, group: Group, run: RunTask): Outcome {
    if (this.#isGone) return undefined;
    const others = this.#others();
    if (others.every((peer) => peer.#ahead.first <= group.first)) this.#patience = this.#wholePatience;
    const peers = others.filter((peer) => peer.#wants(group));
    if (peers.length === 0) return this.#makeAlone(run);
    const readers = [this, ...peers];
    const byKey = new Map(readers.flatMap((reader) => reader.#keys.map((key, i) => [key, reader.#processors[i]])));
    // Always in the same order, so that workers reuse tables: 21 instead of 30 s for two runs of 2,080 ledgers.
    const keys = [...byKey.keys()].sort();
    const processors = keys.map((key) => byKey.get(key)!);
    const made = { cancel: new SharedArrayBuffer(4), wantedBy: new Set(readers) };
    const result = run({ processors, cancel: made.cancel }, readers.length);
    for (const peer of peers) peer.#put(id, { last: group.last, made, result: peer.#own(result, keys) });
    this.#wanted.add(made);
    try {
      const own = await this.#own(result, keys).catch(() => undefined);
      return own ?? (await this.#makeAlone(run));
    } finally {
      this.#wanted.delete(made);
    }
  }

  #put(id: string, waiting: Waiting): void {
    waiting.result.catch(() => undefined);
    this.#waiting.set(id, waiting);
  }

  async #makeAlone(run: RunTask): Outcome {
    if (this.#isGone) return undefined;
    const made = { cancel: new SharedArrayBuffer(4), wantedBy: new Set<Reader>([this]) };
    this.#wanted.add(made);
    try {
      return await run({ processors: this.#processors, cancel: made.cancel }, 1);
    } finally {
      this.#wanted.delete(made);
    }
  }

  /** Returns the records of its own processors; undefined if a ledger was skipped, perhaps because of another run's processor. */
  async #own(result: Outcome, keys: readonly string[]): Outcome {
    const found = await result;
    if (!found || found.skipped.length > 0) return undefined;
    const places = new Map(keys.map((key, i) => [i, this.#keys.indexOf(key)]));
    const parts = found.parts.map((part) => ({
      ...part,
      rows: part.rows.flatMap((rows) => {
        const processor = places.get(rows.processor) ?? -1;
        return processor < 0 ? [] : [{ ...rows, processor }];
      }),
    }));
    return { ...found, parts };
  }

  #leave(made: Made): void {
    made.wantedBy.delete(this);
    if (made.wantedBy.size === 0) Atomics.store(new Int32Array(made.cancel), 0, 1);
  }

  /** Leaves. Tasks without other readers are cancelled. */
  leave(): void {
    this.#isGone = true;
    this.#peers.delete(this);
    if (this.#peers.size === 0 && readersOf.get(this.#source) === this.#peers) readersOf.delete(this.#source);
    for (const made of this.#wanted) this.#leave(made);
    this.#forget(Infinity);
    for (const peer of this.#peers) peer.#forget(-1);
  }
}
