/** Names the ledgers of a store in errors about missing ones. */
import { FIRST_LEDGER } from '../../datastore/keys.ts';
import { newestRange } from '../../datastore/listing/newest.ts';
import { intersectRanges, mergeRanges } from '../../datastore/spans.ts';
import type { Store } from '../../datastore/store.ts';

const MOST_RANGES = 3;
/** So long is looked, in milliseconds: a folder of many objects is listed whole. */
const LOOK_MS = 5000;

/** What can be done. */
export const OTHER_RANGE = 'set startLedger and endLedger within what it has, or --store to one with these ledgers';

/** Returns the name of a store with the ledgers that it has, where they are found within some seconds. */
export async function storeWithLedgers(store: Store, signal?: AbortSignal): Promise<string> {
  const looking = AbortSignal.any([AbortSignal.timeout(LOOK_MS), ...(signal ? [signal] : [])]);
  try {
    return `${store.name}, which has ${await ledgersOf(store, looking)}`;
  } catch {
    // Reading the ledgers reports what is wrong with the store.
    return store.name;
  }
}

async function ledgersOf(store: Store, signal?: AbortSignal): Promise<string> {
  const all = { first: FIRST_LEDGER, last: Infinity };
  if (store.latest) {
    const { first } = await newestRange(store, Infinity, { signal });
    // What lies between is not looked through.
    return `${first} to ${await store.latest({ signal })}, perhaps with gaps`;
  }
  const { objects, files } = await store.list({ signal });
  if (files.length > 0) throw new Error('names of files do not say their ledgers');
  const ranges = intersectRanges(all, mergeRanges(objects));
  if (ranges.length === 0) return 'none';
  const told = ranges.slice(0, MOST_RANGES).map(({ first, last }) => `${first} to ${last}`);
  return told.join(', ') + (ranges.length > MOST_RANGES ? `, and more up to ${ranges.at(-1)!.last}` : '');
}
