/** Which objects of a bucket hold which ledgers. */
import { StoreError } from '../../core/errors.ts';
import type { Bucket, PageRequest } from '../bucket.ts';
import { inLanes } from '../../core/lanes.ts';
import { FIRST_LEDGER, invertedHex, objectKey, parseKey, type Layout, type LedgerRange } from '../keys.ts';
import type { AskedRange } from '../range.ts';
import type { StoreObject } from '../store.ts';

/** Returns a page, with whatever attempts that takes. */
export type FetchPage = (request: PageRequest) => ReturnType<NonNullable<Bucket['page']>>;

/** Partitions with at least this many files are listed each on its own, side by side. */
const PARTITION_FILES = 1000;
const LISTINGS_AT_ONCE = 8;

/** Returns the ledger objects of a bucket, none outside the range but those at its edges. */
export async function listBucket(
  fetchPage: FetchPage,
  layout: Layout,
  { range = {}, latest, signal }: { range?: AskedRange; latest: number; signal?: AbortSignal },
): Promise<StoreObject[]> {
  const first = range.first ?? FIRST_LEDGER;
  const last = Math.min(range.last ?? latest, latest);
  if (range.first !== undefined) checkAmount((last - first + 1) / layout.ledgersPerFile);
  // Where a store begins is not known: one listing after another ends there, and asks for no partition that is not.
  const whole = first > last ? [] : [{ first, last }];
  const parts = range.first === undefined ? whole : whole.flatMap((part) => splitRange(part, layout));
  // What has no place in the layout is found only where nothing bounds the listing.
  const [newest, oldest] = [parts[0], parts.at(-1)];
  const bounds = (part: LedgerRange) => ({
    from: part === newest && range.last === undefined ? undefined : keyStart(part.last, layout),
    end: part === oldest && range.first === undefined ? undefined : `${keyStart(part.first, layout)}~`,
  });
  const found: StoreObject[][] = [];
  const list = async (part: LedgerRange, i: number, stop: AbortSignal) => {
    found[i] = await listPart(fetchPage, bounds(part), stop);
  };
  await inLanes(parts, LISTINGS_AT_ONCE, list, signal);
  signal?.throwIfAborted();
  return found.flat();
}

/** Newest first, as listings are. */
function splitRange({ first, last }: LedgerRange, { ledgersPerFile, filesPerPartition }: Layout): LedgerRange[] {
  if (filesPerPartition < PARTITION_FILES) return [{ first, last }];
  const size = ledgersPerFile * filesPerPartition;
  const parts: LedgerRange[] = [];
  for (let start = Math.floor(last / size) * size; start + size > first; start -= size) {
    parts.push({ first: Math.max(start, first), last: Math.min(start + size - 1, last) });
    if (start === 0) break;
  }
  return parts;
}

/** Keys of higher ledgers come first, so a listing begins at the object of the last ledger and ends at that of the first. */
async function listPart(
  fetchPage: FetchPage,
  { from, end }: { from?: string; end?: string },
  signal?: AbortSignal,
): Promise<StoreObject[]> {
  const found: StoreObject[] = [];
  for (let token: string | undefined; ;) {
    const { objects, next } = await fetchPage({ from, token, signal });
    for (const object of objects) {
      if (end !== undefined && object.key > end) return found;
      if (parseKey(object.key)) found.push(object);
    }
    checkAmount(found.length);
    if (next === undefined) return found;
    token = next;
  }
}

/** What the key of a ledger's object starts with: everything before the decimal numbers of the file. */
function keyStart(ledger: number, layout: Layout): string {
  const key = objectKey(ledger, layout);
  const name = key.lastIndexOf('/') + 1;
  return `${key.slice(0, name)}${invertedHex(fileStart(ledger, layout))}--`;
}

function fileStart(ledger: number, { ledgersPerFile }: Layout): number {
  return Math.floor(ledger / ledgersPerFile) * ledgersPerFile;
}

/** More objects than this are not planned at once: they would fill the memory before the first is read. */
const MAX_OBJECTS = 2_000_000;

function checkAmount(objects: number): void {
  if (objects <= MAX_OBJECTS) return;
  throw new StoreError(
    `that is more than ${MAX_OBJECTS.toLocaleString('en-US')} objects; give a smaller --range and load the rest afterwards`,
  );
}

/** Returns the objects that a layout has for a range, newest last, each said to have `bytes` bytes. */
export function computeObjects(layout: Layout, { first, last }: LedgerRange, bytes: number): StoreObject[] {
  checkAmount((last - first + 1) / layout.ledgersPerFile);
  const objects: StoreObject[] = [];
  for (let ledger = fileStart(first, layout); ledger <= last; ledger += layout.ledgersPerFile) {
    objects.push({ key: objectKey(ledger, layout, layout.extension), bytes });
  }
  return objects;
}
