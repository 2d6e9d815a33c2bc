/** The child's side of a pool: takes one call after the other until its parent ends. */
import { setPriority } from 'node:os';
import { plainError } from '../core/errors.ts';
import type { FromChild, ToChild } from './messages.ts';

/** What a call is given beside its payload. */
export interface CallContext {
  /** Is aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  /** Sends a part of the result; resolves when the parent can take more. */
  send(part: Uint8Array): Promise<void>;
}

/** Below the parent's priority: requests that need no child go first. */
const NICE = 10;

/**
 * Answers calls of the parent with what `handle` returns or throws. `prepare` runs before, and the parent does not kill the child
 * meanwhile: a busy machine may need longer than a call has, and the next call needs the same.
 */
export function serveCalls(
  handle: (payload: unknown, context: CallContext) => Promise<unknown>,
  prepare: (payload: unknown) => Promise<unknown> = () => Promise.resolve(),
): void {
  setPriority(NICE);
  let controller = new AbortController();
  process.on('message', (message: ToChild) => {
    if (message.kind === 'cancel') return controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      await prepare(message.payload);
      signal.throwIfAborted();
      void post({ kind: 'begun' });
      return handle(message.payload, { signal, send: (part) => post({ kind: 'part', part }) });
    };
    run().then(
      (answer) => post({ kind: 'answer', answer }),
      (error: unknown) => post({ kind: 'error', error: plainError(error) }),
    );
  });
  // A thread that DuckDB does not give back would keep process.exit waiting.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The terminal sends Ctrl-C to the child, too; the parent decides.
  process.on('SIGINT', () => undefined);
}

function post(message: FromChild): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}
