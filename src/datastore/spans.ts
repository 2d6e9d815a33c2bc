/** Sets of ledgers as sorted ranges that neither touch nor overlap. */
import type { LedgerRange } from './keys.ts';

/** Returns the same ledgers, sorted, with ranges that touch or overlap made one. */
export function mergeRanges(ranges: readonly LedgerRange[]): LedgerRange[] {
  const merged: LedgerRange[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}

/** Returns the ledgers of `range` that are in none of the sorted `taken`. */
export function subtractRanges(range: LedgerRange, taken: readonly LedgerRange[]): LedgerRange[] {
  const left: LedgerRange[] = [];
  let first = range.first;
  for (const { first: start, last: end } of intersectRanges(range, taken)) {
    if (start > first) left.push({ first, last: start - 1 });
    first = Math.max(first, end + 1);
  }
  if (first <= range.last) left.push({ first, last: range.last });
  return left;
}

/** Returns the ledgers of `range` that are in the sorted `others`. */
export function intersectRanges(range: LedgerRange, others: readonly LedgerRange[]): LedgerRange[] {
  return others
    .filter(({ first, last }) => first <= range.last && last >= range.first)
    .map(({ first, last }) => ({ first: Math.max(first, range.first), last: Math.min(last, range.last) }));
}

/** Returns the ledgers of ranges, one by one, in their order. */
export function ledgersOfSpans(ranges: readonly LedgerRange[]): number[] {
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

/** Returns how many ledgers the ranges hold. */
export function countLedgers(ranges: readonly LedgerRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Returns a range as text: `5-9`, or `5` for one ledger. */
export function rangeText({ first, last }: LedgerRange): string {
  return first === last ? String(first) : `${first}-${last}`;
}
