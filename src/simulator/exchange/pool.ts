/** Computes swaps, deposits and withdrawals of a constant-product liquidity pool. */
import type { LiquidityPool, Price } from '../state/entries.ts';
import { divideUp, maxInt64, smaller, squareRoot } from './int64.ts';

const whole = 10_000n;

/** What a pool holds of the asset that a trade gives it, and of the one that the trade takes. */
export interface TradedReserves {
  given: bigint;
  taken: bigint;
}

/**
 * Returns what a pool pays for exactly this amount, rounded down; undefined where it pays nothing or has no room. The
 * fee is in hundredths of a percent.
 */
export function paidByPool({ given, taken }: TradedReserves, amount: bigint, fee: bigint): bigint | undefined {
  if (amount > maxInt64 - given) return undefined;
  const weight = whole - fee;
  const paid = (weight * taken * amount) / (whole * given + weight * amount);
  return paid === 0n ? undefined : paid;
}

/** Returns what a pool asks for exactly this amount, rounded up; undefined where it has too little or no room. */
export function askedByPool({ given, taken }: TradedReserves, amount: bigint, fee: bigint): bigint | undefined {
  if (amount >= taken) return undefined;
  const asked = divideUp(whole * given * amount, (taken - amount) * (whole - fee));
  return asked > maxInt64 - given ? undefined : asked;
}

/** What a pool holds, and the shares it has given out for it. */
export type PoolReserves = Pick<LiquidityPool, 'reserveA' | 'reserveB' | 'totalShares'>;

/** What a deposit or a withdrawal moves. */
export interface PoolAmounts {
  amountA: bigint;
  amountB: bigint;
  shares: bigint;
}

/** Returns the largest deposit at the pool's price (LiquidityPoolDepositOpFrame); an empty pool takes all. */
export function poolDeposit(pool: PoolReserves, maxAmountA: bigint, maxAmountB: bigint): PoolAmounts {
  const { reserveA, reserveB, totalShares } = pool;
  if (totalShares === 0n) {
    return { amountA: maxAmountA, amountB: maxAmountB, shares: squareRoot(maxAmountA * maxAmountB) };
  }
  // At most one of the two passes an int64, since the shares are no more than the larger reserve.
  const shares = smaller((totalShares * maxAmountA) / reserveA, (totalShares * maxAmountB) / reserveB);
  return {
    amountA: divideUp(shares * reserveA, totalShares),
    amountB: divideUp(shares * reserveB, totalShares),
    shares,
  };
}

/** Is a deposit empty or outside of its bounds on the price of A in B? */
export function isBadDepositPrice({ amountA, amountB }: PoolAmounts, minPrice: Price, maxPrice: Price): boolean {
  if (amountA === 0n || amountB === 0n) return true;
  const isBelow = amountA * BigInt(minPrice.d) < amountB * BigInt(minPrice.n);
  return isBelow || amountA * BigInt(maxPrice.d) > amountB * BigInt(maxPrice.n);
}

/** Returns what a pool pays out for shares, rounded down (stellar-core's getPoolWithdrawalAmount). */
export function poolWithdrawal({ reserveA, reserveB, totalShares }: PoolReserves, shares: bigint): PoolAmounts {
  return { amountA: (shares * reserveA) / totalShares, amountB: (shares * reserveB) / totalShares, shares };
}
