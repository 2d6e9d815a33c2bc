/** The window: which ledgers are served. */
import type { LedgerRange } from '../datastore/keys.ts';
import { DecodeError } from '../errors.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import type { Places } from './places.ts';

/** The newest ledgers that follow each other without a gap. Times are seconds since 1970. */
export interface Window extends LedgerRange {
  firstCloseTime: number;
  lastCloseTime: number;
}

type Read = (sequence: number) => Promise<LedgerParts>;

/**
 * Returns the window of the newest ledgers, at most `size`; undefined when there are none. Its two ends can be read: objects
 * at an end that are damaged are told to `onDamaged` and are not in it. Throws what else reading throws.
 */
export async function newestWindow(
  places: Places,
  size: number,
  read: Read,
  onDamaged: (error: DecodeError) => void,
): Promise<Window | undefined> {
  const newest = places.ranges().at(-1);
  if (!newest) return undefined;
  const attempt = async (sequence: number): Promise<LedgerParts | undefined> => {
    try {
      return await read(sequence);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      onDamaged(error);
      return undefined;
    }
  };
  let latest: LedgerParts | undefined;
  let { last } = newest;
  while (!latest && last >= newest.first) {
    latest = await attempt(last);
    if (!latest) last = places.find(last)!.first - 1;
  }
  if (!latest) return undefined;
  let first = Math.max(newest.first, last - size + 1);
  let oldest = await attempt(first);
  while (!oldest) {
    first = Math.min(places.find(first)!.last + 1, last);
    oldest = await attempt(first);
  }
  return { first, last, firstCloseTime: oldest.closeTime, lastCloseTime: latest.closeTime };
}

/** Returns the window that a ledger makes of one of at most `size` when it is the next; throws what reading throws. */
export async function extendedWindow(
  old: Window | undefined,
  { sequence, closeTime }: LedgerParts,
  size: number,
  read: Read,
): Promise<Window> {
  const first = Math.max(old?.first ?? sequence, sequence - size + 1);
  const times = { first, last: sequence, lastCloseTime: closeTime };
  if (old && first === old.first) return { ...times, firstCloseTime: old.firstCloseTime };
  return { ...times, firstCloseTime: first === sequence ? closeTime : (await read(first)).closeTime };
}
