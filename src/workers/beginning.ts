/** Stores that hold nothing yet, and listings that lag behind what a store holds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { objectKey, parseKey } from '../datastore/keys.ts';
import { INCOMPLETE } from '../datastore/manifest.ts';
import {
  findGaps,
  type LedgerObject,
  type Listing,
  type ListOptions,
  type ReadOptions,
  type Store,
} from '../datastore/store.ts';
import { StoreError } from '../errors.ts';

export interface WaitOptions extends ReadOptions {
  /** Called once when there is something to wait for. */
  onTrouble?: (message: string) => void;
}

const LOOK_MS = 3000;

/**
 * Waits until a store has a manifest, ledgers, or a configuration that says how it is cut. Returns false when the signal came
 * first; throws what else keeps the store from being read.
 */
export async function untilBegun(store: Store, { signal, onTrouble }: WaitOptions = {}): Promise<boolean> {
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
  if (!(error instanceof StoreError)) return false;
  return error.message.startsWith(INCOMPLETE) || error.message.startsWith('no valid ledger files found');
}

/** Returns what is said while nothing is there. */
export function waitingFor({ message }: StoreError): string {
  return `${message}; waiting for what comes`;
}

/** Returns what a store that grows holds up to a gap that only more objects can fill; none are listed of one that is empty. */
export async function listGrowing(store: Store, { range, signal }: ListOptions): Promise<readonly LedgerObject[]> {
  const { objects, computed } = await listToGap(store, { range, signal });
  return computed ? withoutMissing(store, objects, signal) : withUnlisted(store, objects, signal);
}

async function listToGap(store: Store, { range, signal }: ListOptions): Promise<Listing> {
  try {
    return await store.list({ range, signal });
  } catch (error) {
    const before = error instanceof StoreError && error.fields['before'];
    if (typeof before !== 'number') throw error;
    if (before === range?.first) return { objects: [], files: [] };
    return store.list({ range: { ...range, last: before - 1 }, signal });
  }
}

/** So many objects at the end are looked at one by one. */
const LAGGING = 64;

/** What was computed may not be there: the objects end before the first that is missing. */
async function withoutMissing(
  store: Store,
  objects: readonly LedgerObject[],
  signal: AbortSignal | undefined,
): Promise<readonly LedgerObject[]> {
  const tail = objects.slice(-LAGGING);
  const isThere = await Promise.all(tail.map(({ key }) => store.exists(key, { signal })));
  const missing = isThere.indexOf(false);
  return missing < 0 ? objects : objects.slice(0, objects.length - tail.length + missing);
}

/** A listing may show an object before the one that was written ahead of it. */
async function withUnlisted(
  store: Store,
  objects: readonly LedgerObject[],
  signal: AbortSignal | undefined,
): Promise<readonly LedgerObject[]> {
  const gaps = store.remote ? findGaps(objects.slice(-LAGGING)) : [];
  if (gaps.length === 0) return objects;
  const layout = await store.layout({ signal });
  const found: LedgerObject[] = [];
  for (const gap of gaps) {
    for (let ledger = gap.first; ledger <= gap.last && found.length < LAGGING;) {
      const key = objectKey(ledger, layout, layout.extension);
      const { first, last } = parseKey(key)!;
      if (!(await store.exists(key, { signal }))) break;
      found.push({ key, first, last, bytes: (await store.metadata(key, { signal })).bytes });
      ledger = last + 1;
    }
  }
  return [...objects, ...found].sort((a, b) => a.first - b.first);
}
