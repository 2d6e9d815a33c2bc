/** What calls may take: how many of a method are in hand, and how long each lasts. */
import type { MethodLimit } from './rpc-config.ts';
import { RpcError, timeoutError } from './errors.ts';
import type { HeldBytes } from './buffered-bytes.ts';
import type { RpcMetrics } from './counters.ts';
import { ERROR_RESULT } from './call.ts';
import type { RpcNode } from './node.ts';
import { TimeLimit } from './time-limit.ts';

type Work = (signal: AbortSignal, limit: TimeLimit) => unknown;

/** A call that is in hand, and counts as such until it is released. */
export interface Ticket {
  /** Runs the call and releases it; throws a timeout when it took too long, and that it was cancelled when the caller is gone. */
  run(work: Work, signal: AbortSignal): Promise<void>;
  /** Says that the call is over, run or not. */
  release(): void;
}

/** The calls in hand of a node. */
export class Limits {
  readonly #node: RpcNode;
  readonly #counters: RpcMetrics;
  readonly #held: HeldBytes;
  readonly #inHand = new Map<string, number>();

  constructor(node: RpcNode, counters: RpcMetrics, held: HeldBytes) {
    this.#node = node;
    this.#counters = counters;
    this.#held = held;
  }

  /** Takes a call in hand, within the limit that is usual for its method unless configured; throws RpcError when too many are. */
  admit(method: string, usual: MethodLimit): Ticket {
    const { queue, duration } = this.#node.config.methods[method] ?? usual;
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
    return { release, run: (run, signal) => this.#run(method, duration, run, signal).finally(release) };
  }

  async #run(method: string, duration: number, run: Work, caller: AbortSignal): Promise<void> {
    const gone = goneError(caller);
    if (gone) throw gone;
    const observe = this.#counters.start(method, duration);
    const late = new AbortController();
    const limit = new TimeLimit(duration, () => late.abort());
    const signal = AbortSignal.any([caller, late.signal]);
    let status = 'ok';
    this.#held.writers++;
    try {
      const outcome = await Promise.race([(async () => run(signal, limit))(), rejectedBy(signal)]);
      if (outcome === ERROR_RESULT) status = 'error';
      if (limit.isOver) throw timeoutError();
    } catch (error) {
      const found =
        error instanceof RpcError ? error : late.signal.aborted ? timeoutError() : (goneError(caller) ?? error);
      status = found instanceof RpcError ? found.codeName : 'panic';
      throw found;
    } finally {
      this.#held.writers--;
      limit.end();
      observe(status);
      report(this.#node, method, limit.worked, status);
    }
  }
}

function goneError({ aborted }: AbortSignal): RpcError | undefined {
  return aborted ? new RpcError('cancelled', 'the caller is gone') : undefined;
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function report({ log, config }: RpcNode, method: string, milliseconds: number, status: string): void {
  const duration = `${milliseconds.toFixed(1)}ms`;
  log('debug', 'finished JSONRPC request', { method, duration, status });
  if (milliseconds > config.warnDuration) log('warn', 'JSONRPC request took long', { method, duration, status });
}
