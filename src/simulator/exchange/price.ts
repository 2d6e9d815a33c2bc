/** Compares and inverts prices, and checks the 1 % bound on a trade's price error. */
import type { Price } from '../state/entries.ts';

/** Returns the price as the other side of a trade says it. */
export const inverse = ({ n, d }: Price): Price => ({ n: d, d: n });

/** Returns a number below, at or above zero as the first price is below, at or above the second; exact. */
export function comparePrices(a: Price, b: Price): number {
  // A quotient's rounding keeps the order of fractions and can only make neighbours equal.
  const difference = quotient(a) - quotient(b);
  if (difference !== 0) return difference;
  return Number(BigInt(a.n) * BigInt(b.d) - BigInt(b.n) * BigInt(a.d));
}

/** Returns the price as the double by which order books sort (stellar-core's isBetterOffer). */
export const quotient = ({ n, d }: Price): number => n / d;

/**
 * Is what was paid within 1 % of the price? With `canFavourWheat` paying more is always allowed (stellar-core's
 * checkPriceErrorBound; wheat is what the offer at this price sells, sheep what it buys).
 */
export function isNearPrice({ n, d }: Price, wheat: bigint, sheep: bigint, canFavourWheat: boolean): boolean {
  const due = 100n * BigInt(n) * wheat;
  const paid = 100n * BigInt(d) * sheep;
  if (paid >= due) return canFavourWheat || 100n * (paid - due) <= due;
  return 100n * (due - paid) <= due;
}
