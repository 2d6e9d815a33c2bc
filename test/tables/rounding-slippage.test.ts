import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundingSlippage } from '../../src/tables/operation/rounding-slippage.ts';

const MAX = 2n ** 63n - 1n;

function slippageOf(deposited: bigint, disbursed: bigint, amount: bigint, fee: number, isStrictReceive = false) {
  const view = new DataView(new ArrayBuffer(24));
  [deposited, disbursed, amount].forEach((value, i) => view.setBigInt64(i * 8, value));
  return roundingSlippage(view, { depositedReserve: 0, disbursedReserve: 8, amount: 16, fee, isStrictReceive });
}

/** By the formula of CAP-38, with 10^30 for the digits behind the point. */
function exact(deposited: bigint, disbursed: bigint, amount: bigint, fee: number): bigint {
  const f = 10_000n - BigInt(fee);
  const denominator = deposited * 10_000n + amount * f;
  if (amount > MAX - deposited || denominator === 0n) return -(2n ** 63n);
  const centi = (disbursed * amount * f * 10_000n) / denominator;
  const payout = centi / 10_000n;
  return payout === 0n ? -(2n ** 63n) : ((centi % 10_000n) * 10_000n) / centi / 100n;
}

describe('rounding slippage', () => {
  it('is the part of the payout that rounding took, in percent', () => {
    // 2.97 stroops are paid out as 2: 0.97 of 2.97 are 32%.
    expect(slippageOf(200n, 300n, 2n, 0)).toBe(32n);
    expect(slippageOf(1_000_000n, 1_000_000n, 50_000n, 30)).toBe(0n);
  });

  it('is the largest or smallest number when there is no payout', () => {
    expect(slippageOf(1000n, 10n, 1n, 30, true)).toBe(MAX);
    expect(slippageOf(1000n, 10n, 1n, 30)).toBe(-(2n ** 63n));
    expect(slippageOf(MAX, 10n, 1n, 30)).toBe(-(2n ** 63n));
    expect(slippageOf(1000n, 1000n, 500n, 10_000)).toBe(-(2n ** 63n));
  });

  it('is exact whatever the amounts are', () => {
    const amount = fc.oneof(fc.bigInt(0n, 1000n), fc.bigInt(0n, 2n ** 40n), fc.bigInt(0n, MAX));
    fc.assert(
      fc.property(amount, amount, amount, fc.integer({ min: 0, max: 9999 }), (deposited, disbursed, received, fee) => {
        expect(slippageOf(deposited, disbursed, received, fee)).toBe(exact(deposited, disbursed, received, fee));
      }),
      { numRuns: 20_000, seed: 1 },
    );
  });
});
