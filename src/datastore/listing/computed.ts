/** Stores that cannot be listed: the layout gives the names of their objects. */
import { StoreError } from '../../core/errors.ts';
import { FIRST_LEDGER, MAX_LEDGER, objectKey, type Layout, type LedgerRange } from '../keys.ts';
import { computeObjects } from './bucket-listing.ts';
import { missingObject } from '../plan.ts';
import { emptyStore, toListing, type ListOptions, type Listing, type Store } from '../store.ts';

/** Returns the objects that the layout has in a range; its end is found by asking, when nobody gives one. Throws StoreError. */
export async function listComputed(
  store: Store,
  layout: Layout,
  { range = {}, signal }: ListOptions,
): Promise<Listing> {
  const first = Math.max(range.first ?? 0, FIRST_LEDGER);
  const extension =
    (await findExtension(store, layout, first, signal)) ??
    (range.last === undefined ? undefined : await findExtension(store, layout, range.last, signal));
  if (extension === undefined) {
    const why =
      range.first === undefined
        ? 'it cannot be listed, so give --range FIRST:LAST'
        : 'check the range, the address and .config.json';
    const text = `${store.name} has no object for ledger ${first}, ${objectKey(first, layout)}; ${why}`;
    const { message } = missingObject(first, objectKey(first, layout));
    if (range.first === undefined) throw new StoreError(text, { store: store.name });
    throw new StoreError(`${message}; ${text}`, { store: store.name, before: first });
  }
  const found = { ...layout, extension };
  const last = range.last ?? (await findLatest(store, found, first, signal));
  if (range.last === undefined) await checkEnd(store, found, last, signal);
  const bytes = await guessBytes(store, found, { first, last }, signal);
  const listing = toListing(store.name, computeObjects(found, { first, last }, bytes));
  return { ...listing, computed: true };
}

/** Where ledgers are looked for: half-way to this one, then at quarters, eighths and so on. */
const SOUGHT = 2 ** 27;
const DEPTH = 10;
const LOOKS_AT_ONCE = 16;

/** Returns the last ledger of a store that cannot be listed: one is found, then the end by asking. Throws StoreError. */
export async function latestComputed(
  store: Store,
  layout: Layout,
  { signal }: Pick<ListOptions, 'signal'> = {},
): Promise<number> {
  const known = await findAny(store, layout, signal);
  if (known === undefined) {
    throw emptyStore(
      store.name,
      `${store.name} cannot be listed, and none was met by looking; give --range FIRST:LAST`,
    );
  }
  const extension = await findExtension(store, layout, known, signal);
  const found = { ...layout, extension: extension ?? layout.extension };
  const last = await findLatest(store, found, known, signal);
  await checkEnd(store, found, last, signal);
  return last;
}

/** Most stores begin at the first ledger; of others one that spans a part of the network's life is met by ever finer steps. */
async function findAny(store: Store, layout: Layout, signal?: AbortSignal): Promise<number | undefined> {
  const has = async (ledger: number) => (await findExtension(store, layout, ledger, signal)) !== undefined;
  if (await has(FIRST_LEDGER)) return FIRST_LEDGER;
  for (let depth = 1; depth <= DEPTH; depth++) {
    const step = SOUGHT / 2 ** depth;
    const ledgers = Array.from({ length: 2 ** (depth - 1) }, (_, i) => (2 * i + 1) * step);
    for (let at = 0; at < ledgers.length; at += LOOKS_AT_ONCE) {
      const some = ledgers.slice(at, at + LOOKS_AT_ONCE);
      const found = (await Promise.all(some.map(has))).indexOf(true);
      if (found >= 0) return some[found];
    }
  }
  return undefined;
}

/** Looks at a few objects of the range: those that are there have this many bytes, one with another. */
async function guessBytes(
  store: Store,
  layout: Layout,
  { first, last }: LedgerRange,
  signal?: AbortSignal,
): Promise<number> {
  const ledgers = [0, 0.25, 0.5, 0.75, 1].map((part) => first + Math.floor((last - first) * part));
  const keys = new Set(ledgers.map((ledger) => objectKey(ledger, layout, layout.extension)));
  const sizes = await Promise.all(
    [...keys].map(async (key) => {
      return (await store.exists(key, { signal })) ? (await store.metadata(key, { signal })).bytes : undefined;
    }),
  );
  const known = sizes.filter((bytes) => bytes !== undefined);
  return Math.ceil(known.reduce((sum, bytes) => sum + bytes, 0) / Math.max(known.length, 1));
}

async function findExtension(
  store: Store,
  layout: Layout,
  ledger: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (const extension of ['zst', 'zstd']) {
    if (await store.exists(objectKey(ledger, layout, extension), { signal })) return extension;
  }
  return undefined;
}

/** How many files after the end are looked at: the second, third, fifth, and so on. */
const LOOKS = 12;

/** A missing file is the end. Throws StoreError, with `before`, if a later file exists. */
async function checkEnd(store: Store, layout: Layout, last: number, signal?: AbortSignal): Promise<void> {
  const before = last + 1;
  const ledgers = Array.from({ length: LOOKS }, (_, i) => before + 2 ** i * layout.ledgersPerFile);
  const keys = ledgers
    .filter((ledger) => ledger <= MAX_LEDGER)
    .map((ledger) => objectKey(ledger, layout, layout.extension));
  const isThere = await Promise.all(keys.map((key) => store.exists(key, { signal })));
  const later = keys.find((_, i) => isThere[i]);
  if (later === undefined) return;
  const { message, fields } = missingObject(before, objectKey(before, layout, layout.extension));
  throw new StoreError(
    `${message}, but ${later} does; ${store.name} cannot be listed, so give --range FIRST:LAST, and --allow-gaps to pass over what is missing`,
    { ...fields, store: store.name, before },
  );
}

/** Doubles the step until an object is missing, then halves it: about 50 questions for all of pubnet, if there are no gaps. */
async function findLatest(store: Store, layout: Layout, first: number, signal?: AbortSignal): Promise<number> {
  const size = layout.ledgersPerFile;
  const has = (file: number) => store.exists(objectKey(file * size, layout, layout.extension), { signal });
  const range: LedgerRange = { first: Math.floor(first / size), last: Math.floor(first / size) + 1 };
  while (await has(range.last)) {
    const step = range.last - range.first;
    range.first = range.last;
    range.last += step * 2;
  }
  while (range.last - range.first > 1) {
    const middle = Math.floor((range.first + range.last) / 2);
    if (await has(middle)) range.first = middle;
    else range.last = middle;
  }
  return (range.first + 1) * size - 1;
}
