import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxInt64, squareRoot } from '../../../src/simulator/exchange/int64.ts';
import {
  askedByPool,
  isBadDepositPrice,
  paidByPool,
  poolDeposit,
  poolWithdrawal,
} from '../../../src/simulator/exchange/pool.ts';

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 1000n }),
  fc.bigInt({ min: 1n, max: 10n ** 13n }),
  fc.bigInt({ min: 1n, max: maxInt64 }),
);
const reserves = fc.record({ given: amount, taken: amount });

// Values of stellar-core's ExchangeTests.cpp, test case "Exchange with liquidity pools".
describe('paidByPool(reserves, amount, fee)', () => {
  const rows: [given: bigint, taken: bigint, amount: bigint, fee: bigint, paid: bigint | undefined][] = [
    [100n, 100n, maxInt64 - 100n, 0n, 99n],
    [100n, 100n, maxInt64 - 99n, 0n, undefined],
    [maxInt64 - 100n, maxInt64 - 100n, 100n, 0n, 99n],
    [maxInt64 - 99n, maxInt64 - 100n, 100n, 0n, undefined],
    [100n, 100n, 2n, 0n, 1n],
    [100n, 100n, 1n, 0n, undefined],
    [100n, 100n, 100n, 0n, 50n],
    [100n, 100n, 50n, 0n, 33n],
    [100n, 100n, 0n, 0n, undefined],
    [10000n, 20000n, 10031n, 30n, 10000n],
  ];
  test.each(rows)('of %i and %i for %i at %i: %s', (given, taken, sent, fee, paid) => {
    expect(paidByPool({ given, taken }, sent, fee)).toBe(paid);
  });
});

describe('askedByPool(reserves, amount, fee)', () => {
  const rows: [given: bigint, taken: bigint, amount: bigint, fee: bigint, asked: bigint | undefined][] = [
    [100n, 100n, 99n, 0n, 9900n],
    [100n, 100n, 100n, 0n, undefined],
    [100n, maxInt64 / 100n, maxInt64 / 100n - 1n, 0n, maxInt64 - 107n],
    [100n, maxInt64 / 100n, maxInt64 / 100n, 0n, undefined],
    [maxInt64 / 100n, 101n * 10000n + 1n, 101n * 10000n, 0n, undefined],
    [maxInt64 / 100n, 10001n, 10000n, 0n, undefined],
    [maxInt64 - 100n, maxInt64 / 2n, 49n, 0n, 98n],
    [maxInt64 - 100n, maxInt64 / 2n, 50n, 0n, undefined],
    [100n, 100n, 50n, 0n, 100n],
    [100n, 100n, 33n, 0n, 50n],
    [100n, 100n, 0n, 0n, 0n],
    [10000n, 20000n, 10000n, 30n, 10031n],
  ];
  test.each(rows)('of %i and %i for %i at %i: %s', (given, taken, received, fee, asked) => {
    expect(askedByPool({ given, taken }, received, fee)).toBe(asked);
  });

  test('asks no less than what pays for as much', () => {
    fc.assert(
      fc.property(reserves, amount, (pool, received) => {
        const asked = askedByPool(pool, received, 30n);
        if (asked !== undefined) expect(paidByPool(pool, asked, 30n) ?? 0n).toBeGreaterThanOrEqual(received);
      }),
    );
  });
});

test('a trade never lowers the product of the reserves', () => {
  fc.assert(
    fc.property(reserves, amount, ({ given, taken }, traded) => {
      const paid = paidByPool({ given, taken }, traded, 30n);
      if (paid !== undefined) expect((given + traded) * (taken - paid)).toBeGreaterThanOrEqual(given * taken);
      const asked = askedByPool({ given, taken }, traded, 30n);
      if (asked !== undefined) expect((given + asked) * (taken - traded)).toBeGreaterThanOrEqual(given * taken);
    }),
  );
});

// A pool as it can be: shares are the root of what was deposited first, or less than their part of the reserves.
const pool = fc.tuple(amount, amount, fc.bigInt({ min: 1n, max: 1000n })).map(([reserveA, reserveB, part]) => {
  const root = squareRoot(reserveA * reserveB);
  return { reserveA, reserveB, totalShares: root - root / (part + 1n) };
});

describe('poolDeposit(pool, maxAmountA, maxAmountB)', () => {
  test('takes all and gives the root of the product when the pool is empty', () => {
    const empty = { reserveA: 0n, reserveB: 0n, totalShares: 0n };
    expect(poolDeposit(empty, 1000n, 10n)).toEqual({ amountA: 1000n, amountB: 10n, shares: 100n });
    expect(poolDeposit(empty, 1000n, 11n)).toEqual({ amountA: 1000n, amountB: 11n, shares: 104n });
  });

  test('keeps within both amounts, and a share is worth no less than before', () => {
    fc.assert(
      fc.property(pool, amount, amount, (before, maxAmountA, maxAmountB) => {
        fc.pre(before.totalShares > 0n);
        const { amountA, amountB, shares } = poolDeposit(before, maxAmountA, maxAmountB);
        expect(amountA <= maxAmountA && amountB <= maxAmountB).toBe(true);
        const { reserveA, reserveB, totalShares } = before;
        expect((reserveA + amountA) * totalShares).toBeGreaterThanOrEqual(reserveA * (totalShares + shares));
        expect((reserveB + amountB) * totalShares).toBeGreaterThanOrEqual(reserveB * (totalShares + shares));
      }),
    );
  });

  test('withdrawn again gives back no more than was deposited', () => {
    fc.assert(
      fc.property(pool, amount, amount, (before, maxAmountA, maxAmountB) => {
        fc.pre(before.totalShares > 0n);
        const { amountA, amountB, shares } = poolDeposit(before, maxAmountA, maxAmountB);
        const after = {
          reserveA: before.reserveA + amountA,
          reserveB: before.reserveB + amountB,
          totalShares: before.totalShares + shares,
        };
        const back = poolWithdrawal(after, shares);
        expect(back.amountA <= amountA && back.amountB <= amountB).toBe(true);
      }),
    );
  });
});

// Values of stellar-core's ExchangeTests.cpp, test case "getPoolWithdrawalAmount".
test.each([
  [5n, 10n, 6n, 3n],
  [4n, 5n, 9n, 7n],
  [maxInt64, maxInt64, maxInt64, maxInt64],
])('poolWithdrawal of %i of %i shares from %i is %i', (shares, totalShares, reserve, expected) => {
  const withdrawal = poolWithdrawal({ reserveA: reserve, reserveB: reserve, totalShares }, shares);
  expect(withdrawal).toEqual({ amountA: expected, amountB: expected, shares });
});

test('isBadDepositPrice(amounts, min, max) compares A in B with both bounds, and refuses nothing at all', () => {
  const isBad = (amountA: bigint, amountB: bigint) =>
    isBadDepositPrice({ amountA, amountB, shares: 1n }, { n: 1, d: 2 }, { n: 3, d: 2 });
  expect([isBad(1n, 2n), isBad(3n, 2n), isBad(2n, 2n)]).toEqual([false, false, false]);
  expect([isBad(49n, 100n), isBad(151n, 100n), isBad(0n, 0n)]).toEqual([true, true, true]);
});

test('squareRoot(value) is exact up to the product of two int64', () => {
  expect([0n, 1n, 2n, 3n, 4n, 99n, 100n].map(squareRoot)).toEqual([0n, 1n, 1n, 1n, 2n, 9n, 10n]);
  expect(squareRoot(maxInt64 * maxInt64)).toBe(maxInt64);
  expect(squareRoot(maxInt64 * maxInt64 - 1n)).toBe(maxInt64 - 1n);
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const root = squareRoot(a * b);
      expect(root * root <= a * b && (root + 1n) * (root + 1n) > a * b).toBe(true);
    }),
  );
});
