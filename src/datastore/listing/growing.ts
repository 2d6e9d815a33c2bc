/** Listings that lag behind what a store holds. */
import { StoreError } from '../../core/errors.ts';
import { FIRST_LEDGER, objectKey, parseKey } from '../keys.ts';
import { findGaps, type LedgerObject, type Listing, type ListOptions, type Store } from '../store.ts';

/** So many objects at the end are looked at one by one. */
const LAGGING = 64;

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
    if (before <= Math.max(range?.first ?? 0, FIRST_LEDGER)) return { objects: [], files: [] };
    return store.list({ range: { ...range, last: before - 1 }, signal });
  }
}

/**
 * What was computed may not be there: the objects end before the first that is missing. Its place is halved, as if there were no
 * gap, and then the objects before it are looked at for one.
 */
async function withoutMissing(
  store: Store,
  objects: readonly LedgerObject[],
  signal: AbortSignal | undefined,
): Promise<readonly LedgerObject[]> {
  const isThere = ({ key }: LedgerObject) => store.exists(key, { signal });
  let [end, missing] = [0, objects.length];
  const last = objects.at(-1);
  if (last && (await isThere(last))) end = missing;
  while (end < missing) {
    const middle = (end + missing) >> 1;
    if (await isThere(objects[middle])) end = middle + 1;
    else missing = middle;
  }
  const start = Math.max(end - LAGGING, 0);
  const found = await Promise.all(objects.slice(start, end).map(isThere));
  const gap = found.indexOf(false);
  return objects.slice(0, gap < 0 ? end : start + gap);
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
