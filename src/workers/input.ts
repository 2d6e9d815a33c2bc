/** What a task reads, in the worker. */
import { openLedgerStore } from '../datastore/open.ts';
import { FedObjects } from './feed.ts';
import type { SeenObject, TaskInput } from './messages.ts';
import { asReadObject, readObject, type ReadObject } from './read.ts';

/** Where a task's objects come from, and the last one that came. */
export interface Input {
  read(key: string): Promise<ReadObject>;
  seen: SeenObject | undefined;
  close(): void;
}

/** Returns where a task's objects come from. */
export async function openInput(from: TaskInput): Promise<Input> {
  const fed = from.kind === 'port' ? new FedObjects(from.port) : undefined;
  const store = from.kind === 'paths' ? await openLedgerStore(from.sources) : undefined;
  const input: Input = {
    seen: undefined,
    async read(key) {
      input.seen = undefined;
      const object = fed ? asReadObject(key, await fed.next(key)) : await readObject(store!, key);
      input.seen = { key, sha256: object.sha256 };
      return object;
    },
    close: () => fed?.close(),
  };
  return input;
}

/** Thrown where a task was stopped. */
export const CANCELLED = new Error('cancelled');

/** Throws CANCELLED when the task is to stop. */
export function checkCancel(cancel: SharedArrayBuffer): void {
  if (isCancelled(cancel)) throw CANCELLED;
}

/** Whether the task is to stop. */
export function isCancelled(cancel: SharedArrayBuffer): boolean {
  return Atomics.load(new Int32Array(cancel), 0) === 1;
}
