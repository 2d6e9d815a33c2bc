/** How far rounding moved the price of a trade with a liquidity pool (CAP-38), as Hubble counts it. */

const BASIS_POINTS = 10_000n;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const TWO_32 = 4294967296;

/** Where a trade's numbers stand: 64-bit amounts in stroops, and the fee as it is. */
export interface PoolTrade {
  /** What the pool had of the asset that it got, and of the one that it gave, before the operation. */
  depositedReserve: number;
  disbursedReserve: number;
  /** Basis points. */
  fee: number;
  /** What the operation fixed: of strict send what the pool got, of strict receive what it gave. */
  amount: number;
  isStrictReceive: boolean;
}

/**
 * Returns how much less the rounded payout is than the unrounded one, in whole percent: Hubble says basis points, but divides
 * them by 100. When the payout cannot be computed or is 0, 2^63 - 1 of strict receive and -2^63 of strict send. As in
 * stellar-etl, the amount that strict receive fixes is taken for a deposit, although the pool gives it.
 */
export function roundingSlippage(view: DataView, trade: PoolTrade): bigint {
  return isNegligible(view, trade) ? 0n : exactSlippage(view, trade);
}

/**
 * Whether the payout is so large that less than 1 stroop is less than a percent of it: from 100 stroops on. Doubles decide this
 * with room to spare, and exact arithmetic is left for the few small trades.
 */
function isNegligible(view: DataView, { depositedReserve, disbursedReserve, fee, amount }: PoolTrade): boolean {
  const deposited = approximate(view, depositedReserve);
  const disbursed = approximate(view, disbursedReserve);
  const received = approximate(view, amount);
  if (fee < 0 || fee >= 10_000 || deposited + received > 9e18) return false;
  const afterFee = received * (1 - fee / 10_000);
  return (disbursed * afterFee) / (deposited + afterFee) > 101;
}

function approximate(view: DataView, p: number): number {
  return view.getInt32(p) * TWO_32 + view.getUint32(p + 4);
}

function exactSlippage(view: DataView, trade: PoolTrade): bigint {
  const fee = BigInt(trade.fee);
  const deposited = view.getBigInt64(trade.depositedReserve);
  const disbursed = view.getBigInt64(trade.disbursedReserve);
  const received = view.getBigInt64(trade.amount);
  const unknown = trade.isStrictReceive ? MAX_INT64 : MIN_INT64;
  if (fee < 0n || fee >= BASIS_POINTS || received > MAX_INT64 - deposited) return unknown;
  const denominator = deposited * BASIS_POINTS + received * (BASIS_POINTS - fee);
  if (denominator === 0n) return unknown;
  const numerator = disbursed * received * (BASIS_POINTS - fee);
  const payout = numerator / denominator;
  if (payout === 0n) return unknown;
  const unrounded = (numerator * BASIS_POINTS) / denominator;
  return ((unrounded - payout * BASIS_POINTS) * BASIS_POINTS) / unrounded / 100n;
}
