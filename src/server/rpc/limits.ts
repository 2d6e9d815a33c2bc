/** What calls may take: how many of a method are in hand, how long each lasts, and how much of an answer is held. */
import type { MethodName } from './config.ts';
import { RpcError, timeoutError } from './errors.ts';
import type { RpcMetrics } from './metrics.ts';
import { ERROR_RESULT, type RpcNode } from './node.ts';

/** Answers are held up to this size, all together, so that an error can still take their place. */
const HELD_BYTES = 24 * 1024 * 1024;

type Run = (signal: AbortSignal) => unknown;

/** A call that is in hand, and counts as such until it is released. */
export interface Ticket {
  /** Runs the call and releases it; throws a timeout when it took too long. */
  run(run: Run, signal: AbortSignal): Promise<void>;
  /** Says that the call is over, run or not. */
  release(): void;
}

/** The calls in hand of a node. */
export class Limits {
  readonly #node: RpcNode;
  readonly #counters: RpcMetrics;
  readonly #inHand = new Map<MethodName, number>();
  #running = 0;

  constructor(node: RpcNode, counters: RpcMetrics) {
    this.#node = node;
    this.#counters = counters;
  }

  /** How many bytes of its answer a call may hold. */
  mayHold(): number {
    return HELD_BYTES / Math.max(this.#running, 1);
  }

  /** Takes a call in hand; throws RpcError when too many of its method are. */
  admit(method: MethodName): Ticket {
    const { queue } = this.#node.config.methods[method];
    const now = this.#inHand.get(method) ?? 0;
    if (now >= queue) {
      throw new RpcError('system_error', `rpc queue for ${method} surpassed queue limit of ${queue} requests`);
    }
    this.#inHand.set(method, now + 1);
    let isOver = false;
    const release = () => {
      if (!isOver) this.#inHand.set(method, this.#inHand.get(method)! - 1);
      isOver = true;
    };
    return { release, run: (run, signal) => this.#run(method, run, signal).finally(release) };
  }

  async #run(method: MethodName, run: Run, signal: AbortSignal): Promise<void> {
    const { duration } = this.#node.config.methods[method];
    const started = performance.now();
    const observe = this.#counters.start(method, duration);
    let status = 'ok';
    const deadline = startDeadline(signal, duration);
    this.#running++;
    try {
      const outcome = await Promise.race([run(deadline.signal), deadline.passed]);
      if (outcome === ERROR_RESULT) status = 'error';
      if (performance.now() - started > duration) throw timeoutError();
    } catch (error) {
      const found = deadline.isLate() && !(error instanceof RpcError) ? timeoutError() : error;
      status = found instanceof RpcError ? found.codeName : 'panic';
      throw found;
    } finally {
      this.#running--;
      deadline.end();
      observe(status);
      report(this.#node, method, performance.now() - started, status);
    }
  }
}

interface Deadline {
  /** Aborted when the time is up or the caller is gone. */
  signal: AbortSignal;
  /** Rejects then. */
  passed: Promise<never>;
  isLate(): boolean;
  end(): void;
}

function startDeadline(caller: AbortSignal, milliseconds: number): Deadline {
  const own = new AbortController();
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      own.abort();
    },
    Math.max(milliseconds, 1),
  );
  const onGone = () => own.abort();
  caller.addEventListener('abort', onGone);
  const passed = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason as Error));
  });
  return {
    signal: own.signal,
    passed,
    isLate: () => late,
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onGone);
    },
  };
}

function report({ log, config }: RpcNode, method: string, milliseconds: number, status: string): void {
  const duration = `${milliseconds.toFixed(1)}ms`;
  log('debug', 'finished JSONRPC request', { method, duration, status });
  if (milliseconds > config.warnDuration) log('warn', 'JSONRPC request took long', { method, duration, status });
}
