/** The newest ledgers of a store. */
import { StoreError } from '../../core/errors.ts';
import { FIRST_LEDGER, objectKey, type Layout } from '../keys.ts';
import { parsedRange, type AskedRange, type RangeOption } from '../range.ts';
import type { ReadOptions, Store } from '../store.ts';

/**
 * Returns the range that an option says, undefined when it is left out; of the newest so many the first is found by asking the
 * store, and what comes later belongs to them. Throws UsageError when it says none, and what asking throws.
 */
export async function askedRange(
  store: Store,
  option: RangeOption | undefined,
  reading: ReadOptions = {},
): Promise<AskedRange | undefined> {
  const range = parsedRange(option);
  return range && 'newest' in range ? newestRange(store, range.newest, reading) : range;
}

/** Returns the range of the newest so many ledgers, or of all when there are fewer; throws StoreError when nothing tells them. */
export async function newestRange(store: Store, count: number, { signal }: ReadOptions = {}): Promise<AskedRange> {
  if (!store.latest) return newestListed(store, count, signal);
  const latest = await store.latest({ signal });
  const first = Math.max(latest - count + 1, FIRST_LEDGER);
  const layout = await store.layout({ signal });
  if (await isThere(store, layout, first, signal)) return { first };
  return { first: Math.max(first, await findOldest(store, layout, latest, signal)) };
}

async function newestListed(store: Store, count: number, signal?: AbortSignal): Promise<AskedRange> {
  const { objects, files } = await store.list({ signal });
  const [head, tail] = [objects[0], objects.at(-1)];
  if (head && tail && files.length === 0) return { first: Math.max(tail.last - count + 1, head.first, FIRST_LEDGER) };
  throw new StoreError(
    `${store.name}: file names do not state their ledgers, so the newest are unknown; give FIRST:LAST`,
    { store: store.name },
  );
}

/** Halves the ledgers of a store behind a network below `known` until the first object is found, as if there were no gap. */
export async function findOldest(store: Store, layout: Layout, known: number, signal?: AbortSignal): Promise<number> {
  const size = layout.ledgersPerFile;
  if (!store.remote || known <= Math.max(size, FIRST_LEDGER)) return known;
  let missing = -1;
  let there = Math.floor(known / size);
  while (there - missing > 1) {
    const middle = Math.floor((missing + there) / 2);
    if (await isThere(store, layout, Math.max(middle * size, FIRST_LEDGER), signal)) there = middle;
    else missing = middle;
  }
  return Math.max(there * size, FIRST_LEDGER);
}

/** Where nothing can be listed the extension is not known either. */
async function isThere(store: Store, layout: Layout, ledger: number, signal?: AbortSignal): Promise<boolean> {
  const extensions = store.remote?.isListed === false ? ['zst', 'zstd'] : [layout.extension];
  for (const extension of extensions) {
    if (await store.exists(objectKey(ledger, layout, extension), { signal })) return true;
  }
  return false;
}
