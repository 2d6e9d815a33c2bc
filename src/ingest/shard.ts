/** Where a load is cut into parts for several machines: each finds the same borders without asking the others. */
import type { LedgerRange } from '../datastore/keys.ts';
import { planUnits } from '../datastore/plan.ts';
import type { AskedRange } from '../datastore/range.ts';
import type { Store } from '../datastore/store.ts';
import { UsageError } from '../core/errors.ts';
import { SEGMENT_LEDGERS, type LoadOptions } from './load-options.ts';
import { checkShard, type Shard } from './shard-number.ts';

/** Of more ledgers than this each part would wait for a listing of all: they are cut into parts of as many ledgers. */
export const MOST_LISTED = 1_000_000;

/** A run of ledgers that is not cut, and what it weighs. */
interface Piece {
  first: number;
  weight: number;
}

/**
 * Divides a range into `count` adjacent parts of similar size, at boundaries of segments. Throws UsageError for an open end,
 * for file names without ledgers, or for too few or too many parts; and errors of the listing.
 */
export async function shardRanges(
  store: Store,
  range: AskedRange | undefined,
  count: number,
  options: Pick<LoadOptions, 'segmentLedgers' | 'allowGaps' | 'signal'> = {},
): Promise<LedgerRange[]> {
  if (count < 1) throw new UsageError(`there are ${count} parts, expected 1 or more`);
  const { first, last } = range ?? {};
  if (first === undefined || last === undefined) {
    throw new UsageError('a load in parts needs --range FIRST:LAST with both ends, the same for every part');
  }
  const pieces = await piecesOf(store, { first, last }, options);
  if (pieces.length < count) {
    const what = `ledgers ${first} to ${last} are ${pieces.length} segments`;
    throw new UsageError(`${what}, which cannot be cut into ${count} parts`);
  }
  const begins = beginnings(pieces, count).map((at) => pieces[at].first);
  begins[0] = first;
  return begins.map((begin, i) => ({ first: begin, last: (begins[i + 1] ?? last + 1) - 1 }));
}

/** Returns the ledgers of one part; throws as `shardRanges` does, and UsageError for a part that there is not. */
export async function shardRange(
  store: Store,
  range: AskedRange | undefined,
  { shard, ...options }: Pick<LoadOptions, 'segmentLedgers' | 'allowGaps' | 'signal'> & { shard: Shard },
): Promise<LedgerRange> {
  const { index, count } = checkShard(shard);
  return (await shardRanges(store, range, count, options))[index - 1];
}

async function piecesOf(
  store: Store,
  range: LedgerRange,
  { segmentLedgers: unitLedgers = SEGMENT_LEDGERS, allowGaps, signal }: Parameters<typeof shardRanges>[3] & object,
): Promise<Piece[]> {
  if (range.last - range.first >= MOST_LISTED) {
    const { ledgersPerFile } = await store.layout({ signal });
    return gridOf(range, ledgersPerFile, unitLedgers);
  }
  const listing = await store.list({ range, signal });
  if (listing.files.length > 0) {
    throw new UsageError(
      `${listing.files[0].key} does not say which ledgers it holds: such files are loaded in one part`,
    );
  }
  const { units } = planUnits({ listing, range, unitLedgers, allowGaps });
  return units.map(({ first, objects }) => ({ first, weight: objects.reduce((sum, { bytes }) => sum + bytes, 0) }));
}

/** Returns where units would be cut if every object were there, as `planUnits` cuts them. */
function gridOf({ first, last }: LedgerRange, ledgersPerFile: number, unitLedgers: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = first; at <= last; at = nextCut(at, ledgersPerFile, unitLedgers)) pieces.push({ first: at, weight: 1 });
  return pieces;
}

/** An object belongs to the multiple of `unitLedgers` in which it starts. */
function nextCut(ledger: number, ledgersPerFile: number, unitLedgers: number): number {
  const object = Math.floor(ledger / ledgersPerFile) * ledgersPerFile;
  const border = (Math.floor(object / unitLedgers) + 1) * unitLedgers;
  return Math.ceil(border / ledgersPerFile) * ledgersPerFile;
}

/** Returns the pieces at which parts begin: those next to equal shares of the weight, and at least one for each part. */
function beginnings(pieces: readonly Piece[], count: number): number[] {
  const total = pieces.reduce((sum, { weight }) => sum + weight, 0);
  const begins = [0];
  let before = pieces[0].weight;
  for (let at = 1; begins.length < count; at++) {
    const share = (total * begins.length) / count;
    const isLastChance = pieces.length - at === count - begins.length;
    if (isLastChance || before + pieces[at].weight / 2 > share) begins.push(at);
    before += pieces[at].weight;
  }
  return begins;
}
