/** What differs between two definitions, as paths: never as values, which may be secret. */
import type { Definition } from '../definition/definition.ts';
import { below } from '../yaml/findings.ts';

/** Whether a text means the same as another one: a placeholder the value that it stands for. */
export type IsSame = (before: string, after: string) => boolean;

/** Returns the paths at which definitions differ, such as `spec.endLedger`; empty when they mean the same. */
export function changedPaths(before: Definition, after: Definition, isSame: IsSame): string[] {
  return [...differences(before, after, '', isSame)];
}

/** Returns true if a change invalidates the checkpoint: another network, start ledger or processors. */
export function resetsCheckpoint(changes: readonly string[]): boolean {
  return changes.some((path) => /^spec\.(network|startLedger|processors)/.test(path));
}

function* differences(before: unknown, after: unknown, path: string, isSame: IsSame): Generator<string> {
  if (before === after) return;
  if (isList(before) && isList(after)) {
    for (let i = 0; i < Math.max(before.length, after.length); i++) {
      yield* differences(before[i], after[i], below(path, i), isSame);
    }
  } else if (isMap(before) && isMap(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* differences(before[key], after[key], below(path, key), isSame);
    }
  } else if (typeof before !== 'string' || typeof after !== 'string' || !isSame(before, after)) {
    yield path;
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isList(value);
}
