/** The window: which ledgers are served. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Places } from './places.ts';

/** The newest ledgers that follow each other without a gap. Times are seconds since 1970. */
export interface Window extends LedgerRange {
  firstCloseTime: number;
  lastCloseTime: number;
}

/** Returns a ledger, undefined when its object is damaged or gone; throws what else reading throws. */
type Attempt = (sequence: number) => Promise<Ledger | undefined>;

/**
 * Returns the window of the newest ledgers, at most `size`; undefined when there are none. Its two ends can be read: ledgers
 * at an end that cannot are not in it. Throws what `attempt` throws.
 */
export async function newestWindow(places: Places, size: number, attempt: Attempt): Promise<Window | undefined> {
  const newest = places.ranges().at(-1);
  if (!newest) return undefined;
  let latest: Ledger | undefined;
  let { last } = newest;
  while (!latest && last >= newest.first) {
    latest = await attempt(last);
    if (!latest) last = places.find(last)!.first - 1;
  }
  if (!latest) return undefined;
  const oldest = await oldestFrom(places, Math.max(newest.first, last - size + 1), latest, attempt);
  return windowOf(oldest, latest);
}

/** Returns the window that a ledger makes of one of at most `size` when it is the next; throws what `attempt` throws. */
export async function extendedWindow(
  old: Window | undefined,
  latest: Ledger,
  size: number,
  places: Places,
  attempt: Attempt,
): Promise<Window> {
  const { sequence: last, closeTime } = latest;
  const first = Math.max(old?.first ?? last, last - size + 1);
  if (first === old?.first) return { ...old, last, lastCloseTime: closeTime };
  return windowOf(await oldestFrom(places, first, latest, attempt), latest);
}

function windowOf(oldest: Ledger, latest: Ledger): Window {
  return {
    first: oldest.sequence,
    last: latest.sequence,
    firstCloseTime: oldest.closeTime,
    lastCloseTime: latest.closeTime,
  };
}

/**
 * Returns the first ledger from `first` on that can be read, the latest when there is none before. Where a store lets go of old
 * objects, thousands may be gone: the steps over them double until one is there, and then halve the way back.
 */
async function oldestFrom(places: Places, first: number, latest: Ledger, attempt: Attempt): Promise<Ledger> {
  let lacking = first - 1;
  let found: Ledger | undefined;
  const look = async (sequence: number) => {
    const ledger = sequence >= latest.sequence ? latest : await attempt(sequence);
    if (ledger) found = ledger;
    else lacking = places.find(sequence)!.last;
  };
  for (let step = 1; !found; step *= 2) await look(lacking + step);
  while (found.sequence > lacking + 1) await look(Math.floor((lacking + 1 + found.sequence) / 2));
  return found;
}
