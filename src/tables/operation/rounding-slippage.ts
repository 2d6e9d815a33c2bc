/** How far rounding moved the price of a trade with a liquidity pool (CAP-38). */
const BASIS_POINTS = 10_000n;
const MAX_INT64 = 2n ** 63n - 1n;

/** A trade with a pool, in stroops. */
export interface PoolTrade {
  /** What the pool had, before the trade, of the asset that it got and of the one that it gave. */
  depositedReserve: bigint;
  disbursedReserve: bigint;
  /** Basis points. */
  fee: number;
  /** What the operation fixed: of strict send what the pool got, of strict receive what it gave. */
  amount: bigint;
  isStrictReceive: boolean;
}

/**
 * Returns how far the rounded amount is from the unrounded one, in percent of that, rounded down. Strict send fixes the deposit x, and
 * the pool gives y = floor((1 - F) Y x / (X + x - F x)); strict receive fixes y, and the pool asks x = ceil(X y / ((Y - y) (1 - F))).
 * Returns undefined when no such trade is possible, or the percentage exceeds 64 bits.
 */
export function roundingSlippage(trade: PoolTrade): bigint | undefined {
  const { depositedReserve: deposited, disbursedReserve: disbursed, amount, isStrictReceive } = trade;
  const afterFee = BASIS_POINTS - BigInt(trade.fee);
  const [numerator, denominator] = isStrictReceive
    ? [BASIS_POINTS * deposited * amount, (disbursed - amount) * afterFee]
    : [disbursed * amount * afterFee, deposited * BASIS_POINTS + amount * afterFee];
  if (numerator <= 0n || denominator <= 0n) return undefined;
  const below = numerator % denominator;
  const rounded = below > 0n && isStrictReceive ? denominator - below : below;
  const percent = (100n * rounded) / numerator;
  return percent > MAX_INT64 ? undefined : percent;
}
