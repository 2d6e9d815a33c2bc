/** Messages between a pool and its children. */
import type { PlainError } from '../core/errors.ts';

/** What a child receives. */
export type ToChild = { kind: 'call'; payload: unknown } | { kind: 'cancel' };

/** What a child sends: any number of parts, then an answer or an error. */
export type FromChild =
  { kind: 'part'; part: Uint8Array } | { kind: 'answer'; answer: unknown } | { kind: 'error'; error: PlainError };
