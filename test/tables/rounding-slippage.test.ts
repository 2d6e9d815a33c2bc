import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundingSlippage } from '../../src/tables/operation/rounding-slippage.ts';

const MAX = 2n ** 63n - 1n;

type Reserves = [deposited: bigint, disbursed: bigint];

/** Of a strict send of this amount. */
function ofSend([depositedReserve, disbursedReserve]: Reserves, amount: bigint, fee = 0) {
  return roundingSlippage({ depositedReserve, disbursedReserve, amount, fee, isStrictReceive: false });
}

/** Of a strict receive of this amount. */
function ofReceive([depositedReserve, disbursedReserve]: Reserves, amount: bigint, fee = 0) {
  return roundingSlippage({ depositedReserve, disbursedReserve, amount, fee, isStrictReceive: true });
}

describe('roundingSlippage(trade)', () => {
  it('is the part of the payout that rounding took, of strict send', () => {
    // 300 * 2 / (200 + 2) = 2.97 stroops are paid out as 2: 0.97 of 2.97 are 32%.
    expect(ofSend([200n, 300n], 2n)).toBe(32n);
    expect(ofSend([1_000_000n, 1_000_000n], 50_000n, 30)).toBe(0n);
    // 4/3 become 1: 25% exactly.
    expect(ofSend([2n, 4n], 1n)).toBe(25n);
    // 0.009 become 0.
    expect(ofSend([1000n, 10n], 1n, 30)).toBe(100n);
  });

  it('is the part of the price that rounding added, of strict receive', () => {
    // 200 * 3 / ((300 - 3) * 0.997) = 2.026 stroops are asked as 3: 0.974 of 2.026 are 48%.
    expect(ofReceive([200n, 300n], 3n, 30)).toBe(48n);
    // 100 * 50 / (100 - 50) = 100.
    expect(ofReceive([100n, 100n], 50n)).toBe(0n);
    // 1 / 99 becomes 1: 98 times as much more.
    expect(ofReceive([1n, 100n], 1n)).toBe(9800n);
  });

  it('is absent where no such trade is possible, or the percentage exceeds 64 bits', () => {
    expect(ofReceive([100n, 100n], 100n)).toBeUndefined();
    expect(ofReceive([100n, 100n], 101n)).toBeUndefined();
    expect(ofReceive([100n, 100n], 50n, 10_000)).toBeUndefined();
    expect(ofSend([0n, 100n], 0n)).toBeUndefined();
    expect(ofReceive([1n, MAX], 1n)).toBeUndefined();
  });

  it('is within its bounds whatever the amounts are', () => {
    const amount = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 2n ** 40n), fc.bigInt(1n, MAX));
    fc.assert(
      fc.property(amount, amount, amount, fc.integer({ min: 0, max: 9999 }), (deposited, disbursed, fixed, fee) => {
        const sent = ofSend([deposited, disbursed], fixed, fee);
        expect(sent !== undefined && sent >= 0n && sent <= 100n).toBe(true);
        const received = ofReceive([deposited, disbursed], fixed, fee);
        if (fixed >= disbursed) expect(received).toBeUndefined();
        else if (received !== undefined) expect(received >= 0n && received <= MAX).toBe(true);
      }),
      { numRuns: 5_000, seed: 1 },
    );
  });
});
