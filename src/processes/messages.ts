/** Messages between a pool and its children. */
import type { PlainError } from '../core/errors.ts';

/** What a child receives. */
export type ToChild = { kind: 'call'; payload: unknown } | { kind: 'cancel' };

/** What a child sends: that it begins, any number of parts, then an answer or an error. */
export type FromChild =
  | { kind: 'begun' }
  | { kind: 'part'; part: Uint8Array }
  | { kind: 'answer'; answer: unknown }
  | { kind: 'error'; error: PlainError };

/** What the thread of a child receives: what the child shall, or that it shall end. */
export type ToThread = ToChild | 'kill';

/** What the thread of a child sends: what the child sends, and last the signal or the exit code that ended it. */
export type FromThread = { message: FromChild } | { end: string };
