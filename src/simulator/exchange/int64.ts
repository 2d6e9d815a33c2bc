/** The largest int64, which amounts, balances and reserves never pass; as a limit it binds nothing. */
export const maxInt64 = 2n ** 63n - 1n;

/** Returns the quotient of two amounts, rounded up. */
export const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

/** Returns the smaller of two amounts. */
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns the square root of a product of two int64, rounded down (stellar-core's bigSquareRoot). */
export function squareRoot(value: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  // A double's root of up to 2^126 is wrong by 2^10 at most: one step of Newton's method leaves an error of one.
  if (root > 0n) root = (root + value / root) / 2n;
  while (root * root > value) root--;
  while ((root + 1n) * (root + 1n) <= value) root++;
  return root;
}
