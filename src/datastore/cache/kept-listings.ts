/** What a cache remembers of the listings of a store, for when the store cannot be reached. */
import type { Layout } from '../keys.ts';
import type { Manifest } from '../manifest.ts';
import type { AskedRange } from '../range.ts';
import { isAsked, type Listing } from '../store.ts';

/** A listing that the store gave. */
export interface KeptListing extends Listing {
  /** When, ISO 8601. */
  time: string;
  asked: AskedRange;
  layout: Layout;
  manifest?: Manifest;
}

/** So many objects are kept, about 10 MB; listings that were given long ago go first. */
const MOST_OBJECTS = 100_000;

/** Returns the listings that a file holds, the newest first; none when there is no such file or it cannot be read. */
export function parseListings(bytes: Uint8Array | undefined): KeptListing[] {
  if (!bytes) return [];
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as KeptListing[];
  } catch {
    return [];
  }
}

/** Returns the listings with a new one, without those that it covers and those that are too much. */
export function rememberListing(kept: readonly KeptListing[], listing: Omit<KeptListing, 'time'>): KeptListing[] {
  const others = kept.filter(({ asked }) => !covers(listing.asked, asked));
  let objects = 0;
  return [{ ...listing, time: new Date().toISOString() }, ...others].filter((each) => {
    objects += each.objects.length;
    return objects <= MOST_OBJECTS;
  });
}

/** Returns what the newest listing that tells of the whole range says of it, undefined when none does. */
export function recallListing(
  kept: readonly KeptListing[],
  range: AskedRange = {},
): { value: Listing; time: string } | undefined {
  const listing = kept.find(({ asked }) => covers(asked, range));
  if (!listing) return undefined;
  const { objects, files, computed, time } = listing;
  const value = { objects: objects.filter((object) => isAsked(object, range)), files, ...(computed && { computed }) };
  return { value, time };
}

function covers(wide: AskedRange, range: AskedRange): boolean {
  return (wide.first ?? 0) <= (range.first ?? 0) && (wide.last ?? Infinity) >= (range.last ?? Infinity);
}
