/** Stores that hold nothing yet. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadOptions, Store } from '../datastore/store.ts';
import { StoreError } from '../core/errors.ts';
import * as kind from '../options/kinds.ts';
import { knownOptions } from '../options/known-options.ts';

export interface WaitOptions extends ReadOptions {
  /** Called once when there is something to wait for. */
  onTrouble?: (message: string) => void;
}

const LOOK_MS = 3000;

/**
 * Waits until a store has a manifest, ledgers, or a configuration that says how it is cut. Returns false when the signal came
 * first; throws what else keeps the store from being read.
 */
export async function untilBegun(store: Store, options: WaitOptions = {}): Promise<boolean> {
  const { signal, onTrouble } = knownOptions('untilBegun', options, { signal: kind.signal, onTrouble: kind.call });
  for (let told = false; !signal?.aborted; told = true) {
    try {
      if (!(await store.manifest({ signal }))) await store.layout({ signal });
      return true;
    } catch (error) {
      if (signal?.aborted) break;
      if (!isNothingYet(error)) throw error;
      if (!told) onTrouble?.(waitingFor(error));
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** Returns whether a store holds no ledgers so far, or says not yet where they are. */
export function isNothingYet(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.kind === 'uncut' || error.kind === 'empty');
}

/** Returns what is said while nothing is there. */
export function waitingFor({ message }: StoreError): string {
  return `${message}; waiting for what comes`;
}
