/**
 * Runs of this process that read the same ledgers. Whoever comes first to some of them has a worker make the records of all who will come
 * there, too. What is made for the others waits for them, and no more than a little: for who is too slow nothing is made, and it reads by
 * itself until it is ahead again.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { ExtractResult, ExtractTask } from '../../workers/messages.ts';
import type { RunningProcessor } from './record-set.ts';

/** What of a task depends on who wants its records. */
export type Wanted = Pick<ExtractTask, 'processors' | 'cancel'>;

/** Ledgers for one task, and the objects that hold them. */
export interface Group extends LedgerRange {
  keys: readonly string[];
}

type Outcome = Promise<ExtractResult | undefined>;

/** Runs a task whose result so many readers get; undefined when it was cancelled. */
export type RunTask = (wanted: Wanted, readers: number) => Outcome;

export interface ReaderOptions {
  processors: readonly RunningProcessor[];
  /** How many groups may wait for it. */
  mostWaiting: number;
  /** How long, in milliseconds, others wait for it before they go on without it. */
  patience?: number;
}

const PATIENCE_MS = 5000;

/** A task, and the readers that want what it makes. */
interface Made {
  cancel: SharedArrayBuffer;
  wantedBy: Set<Reader>;
}

/** What another reader had made for this one. */
interface Waiting {
  last: number;
  made: Made;
  result: Outcome;
}

const readersOf = new Map<string, Set<Reader>>();

/** One run's part in the reading of a source. Runs of one source, which is the same text for what is read in the same way, share. */
export class Reader {
  readonly #source: string;
  readonly #peers: Set<Reader>;
  readonly #processors: readonly RunningProcessor[];
  readonly #keys: readonly string[];
  readonly #mostWaiting: number;
  readonly #wholePatience: number;
  readonly #waiting = new Map<string, Waiting>();
  /** What is being made that it wants. */
  readonly #wanted = new Set<Made>();
  readonly #onChange = new Set<() => void>();
  #turn: Promise<unknown> = Promise.resolve();
  /** The ledgers that it will come to. */
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

  /** Tells which ledgers it will read now, in their order. */
  announce(ahead: LedgerRange): void {
    this.#ahead = ahead;
  }

  /** Returns the records of its processors, which another reader had made or it has made itself; undefined when it has left. Throws what the task throws. */
  read(group: Group, run: RunTask): Outcome {
    // One after another, as each may have to wait for readers that are slower.
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
    // What fails while others are awaited is thrown when its turn comes.
    result.catch(() => undefined);
    return () => result;
  }

  #others(): Reader[] {
    return [...this.#peers].filter((peer) => peer !== this);
  }

  /** Resolves when there is room for one more group to wait, or when there need not be. */
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

  /** Lets go what was made of ledgers up to this one, and will not be asked for: then it is of no use to make more. */
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
      // What went wrong may be the fault of another run's processors, or that it was stopped.
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
    // In one order whoever came first, as workers keep tables for the same processors: of two over 2,080 ledgers 30 s of processor become 21.
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

  /** Returns what of a result is of its own processors; undefined where a ledger was left out, perhaps for the fault of another's. */
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

  /** Wants no more; a task that nobody else wants is cancelled. */
  leave(): void {
    this.#isGone = true;
    this.#peers.delete(this);
    if (this.#peers.size === 0 && readersOf.get(this.#source) === this.#peers) readersOf.delete(this.#source);
    for (const made of this.#wanted) this.#leave(made);
    this.#forget(Infinity);
    for (const peer of this.#peers) peer.#forget(-1);
  }
}
