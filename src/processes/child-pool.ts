/**
 * Child processes for work that may crash or hang. Each runs one call at a time, in memory of its own. A child that does not end a call soon
 * after its signal is aborted is killed, and another one takes its place.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { restoreError } from '../core/errors.ts';
import type { FromChild, FromThread, ToThread } from './messages.ts';

/** What children run, and what they may take. */
export interface ChildPoolOptions {
  /** The module of the children, which calls `serveCalls`. */
  entry: URL;
  /** The most children at a time; more calls wait. */
  size: number;
  /** Bytes of data that a child may have beside what Node and its threads take. POSIX systems enforce it. */
  memory: number;
  /** True starts the first child with the first call. */
  isLate?: boolean;
  /** Called when a child ended that was not asked to. */
  onCrash?(crash: ChildCrash): void;
}

/** A call: what the child is given, and who waits. */
export interface ChildCall {
  payload: unknown;
  signal: AbortSignal;
  /** Called with each part that the child sends before its answer. */
  onPart?(part: Uint8Array): void;
}

/** The child ended in the middle of a call, such as by SIGSEGV. */
export class ChildCrash extends Error {
  /** The signal or the exit code that ended it. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the process of this call ended (${reason})`);
    this.name = 'ChildCrash';
    this.reason = reason;
  }
}

/** How long a child has to end a call by itself after the signal is aborted. */
const GRACE_MS = 300;

/** What Node, its heap and the stacks of threads take: 640 MB of data by /proc with two threads of DuckDB, most of it never touched. */
const BASE_BYTES = 1.5 * 1024 ** 3;

interface Waiting extends ChildCall {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  /** Nobody waits for the answer any more. */
  isOver: boolean;
}

interface Child {
  /** The thread that started it and passes messages on. */
  thread: Worker;
  call: Waiting | undefined;
  /** Whether it is prepared for its call. */
  hasBegun: boolean;
  /** Kills the child when its time is over. */
  timer: NodeJS.Timeout | undefined;
  /** Whether it was killed: it may still answer, but takes no other call. */
  isKilled: boolean;
}

export class ChildPool {
  readonly #options: ChildPoolOptions;
  readonly #children = new Set<Child>();
  readonly #waiting: Waiting[] = [];
  #closed = false;

  /** Starts one child, which is warm when the first call comes, unless `isLate` is set. */
  constructor(options: ChildPoolOptions) {
    this.#options = options;
    if (options.isLate !== true) this.#start();
  }

  /**
   * Returns the answer of a child. Throws the error of the call, of its class; ChildCrash when the child ended meanwhile; and the
   * signal's reason as soon as that is aborted, whatever the child does.
   */
  call(call: ChildCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...call, resolve, reject, isOver: false };
      const { signal } = call;
      if (this.#closed) return reject(new ChildCrash('closed'));
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', () => this.#stop(waiting, signal.reason), { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Ends all children at once; calls that wait are rejected. */
  close(): void {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ChildCrash('closed'));
    for (const child of this.#children) post(child, 'kill');
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const idle = [...this.#children].find(({ call, timer, isKilled }) => !call && !timer && !isKilled);
    const child = idle ?? (this.#children.size < this.#options.size ? this.#start() : undefined);
    if (!child) return;
    const call = this.#waiting.shift()!;
    child.call = call;
    child.hasBegun = false;
    hold(child, true);
    post(child, { kind: 'call', payload: call.payload });
  }

  /** Rejects the call, and has its child end it. */
  #stop(call: Waiting, reason: unknown): void {
    if (call.isOver) return;
    call.isOver = true;
    call.reject(reason);
    const place = this.#waiting.indexOf(call);
    if (place >= 0) this.#waiting.splice(place, 1);
    for (const child of this.#children) {
      if (child.call !== call) continue;
      post(child, { kind: 'cancel' });
      if (child.hasBegun) killLater(child);
    }
  }

  #start(): Child {
    const thread = threadOf(this.#options);
    const child: Child = { thread, call: undefined, hasBegun: false, timer: undefined, isKilled: false };
    this.#children.add(child);
    child.thread.on('message', (told: FromThread) => {
      if ('message' in told) this.#take(child, told.message);
      else this.#ended(child, told.end);
    });
    child.thread.once('error', (error) => this.#ended(child, String(error)));
    // A listener of messages holds a thread anew.
    hold(child, false);
    return child;
  }

  #take(child: Child, message: FromChild): void {
    const { call } = child;
    if (message.kind === 'begun') {
      child.hasBegun = true;
      if (call?.isOver) killLater(child);
      return;
    }
    if (message.kind === 'part') {
      try {
        if (call && !call.isOver) call.onPart?.(message.part);
      } catch (error) {
        if (call) this.#stop(call, error);
      }
      return;
    }
    clearTimeout(child.timer);
    child.call = child.timer = undefined;
    hold(child, false);
    if (call) call.isOver = true;
    if (message.kind === 'answer') call?.resolve(message.answer);
    else call?.reject(restoreError(message.error));
    this.#next();
  }

  #ended(child: Child, reason: string): void {
    if (!this.#children.delete(child)) return;
    clearTimeout(child.timer);
    const { call } = child;
    const crash = new ChildCrash(reason);
    if (!this.#closed && !call?.isOver) this.#options.onCrash?.(crash);
    call?.reject(crash);
    if (this.#closed) return;
    // The next call finds a warm child. One that ended without a call may end again: it is started when a call needs it.
    if (call && this.#children.size === 0) this.#start();
    this.#next();
  }
}

/** A child in a call keeps this process alive, an idle one does not. */
function hold({ thread }: Child, isHeld: boolean): void {
  if (isHeld) thread.ref();
  else thread.unref();
}

function killLater(child: Child): void {
  child.timer = setTimeout(() => {
    child.isKilled = true;
    post(child, 'kill');
  }, GRACE_MS);
}

function post({ thread }: Child, message: ToThread): void {
  thread.postMessage(message);
}

/** The shell sets the limit of the process that it becomes; a crash of a child leaves no core file. */
const LIMITED = 'ulimit -c 0; ulimit -d "$0"; exec "$@"';

const threadEntry = new URL(
  import.meta.url.endsWith('.ts') ? './spawn-thread.ts' : './spawn-thread.js',
  import.meta.url,
);

/** To fork a process of a gigabyte takes 45 ms: a thread does it, so that the event loop goes on. */
function threadOf({ entry, memory }: ChildPoolOptions): Worker {
  const kilobytes = String(Math.ceil((memory + BASE_BYTES) / 1024));
  const node = [process.execPath, ...process.execArgv, fileURLToPath(entry)];
  const words = process.platform === 'win32' ? node : ['/bin/sh', '-c', LIMITED, kilobytes, ...node];
  return new Worker(threadEntry, { workerData: words });
}
