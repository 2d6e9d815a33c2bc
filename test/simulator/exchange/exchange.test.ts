import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  adjustedAmount,
  exchangeOffers,
  offerLiabilities,
  type Rounding,
  type TradeLimits,
} from '../../../src/simulator/exchange/exchange.ts';
import { maxInt64 } from '../../../src/simulator/exchange/int64.ts';
import { comparePrices, inverse, isNearPrice, quotient } from '../../../src/simulator/exchange/price.ts';
import type { Price } from '../../../src/simulator/state/entries.ts';

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 1000n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: maxInt64 }),
  fc.constant(maxInt64),
);
const term = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const price: fc.Arbitrary<Price> = fc.record({ n: term, d: term });
const limits: fc.Arbitrary<TradeLimits> = fc.record({
  maxWheatSend: amount,
  maxWheatReceive: amount,
  maxSheepSend: amount,
  maxSheepReceive: amount,
});

const unbound = {
  maxWheatSend: maxInt64,
  maxWheatReceive: maxInt64,
  maxSheepSend: maxInt64,
  maxSheepReceive: maxInt64,
};

// Values of stellar-core's ExchangeTests.cpp, test cases "ExchangeV10" and "Adjust Offer".
describe('exchange(price, limits, rounding)', () => {
  type Row = [n: number, d: number, first: bigint, second: bigint, wheatReceived: bigint, sheepSent: bigint];
  const tables: [string, keyof TradeLimits, keyof TradeLimits, Row[]][] = [
    [
      'what both send',
      'maxWheatSend',
      'maxSheepSend',
      [
        [3, 2, 3000n, 4501n, 3000n, 4500n],
        [3, 2, 3000n, 4500n, 3000n, 4500n],
        [3, 2, 3000n, 4499n, 2999n, 4499n],
        [3, 2, 2999n, 4499n, 2999n, 4498n],
        [3, 2, 2999n, 4498n, 2998n, 4497n],
        [2, 3, 3000n, 2001n, 3000n, 2000n],
        [2, 3, 3000n, 2000n, 3000n, 2000n],
        [2, 3, 3000n, 1999n, 2998n, 1999n],
        [2, 3, 2999n, 2000n, 2999n, 1999n],
        [2, 3, 2999n, 1999n, 2998n, 1999n],
      ],
    ],
    [
      'what both receive',
      'maxWheatReceive',
      'maxSheepReceive',
      [
        [3, 2, 3000n, 4501n, 3000n, 4500n],
        [3, 2, 3000n, 4500n, 3000n, 4500n],
        [3, 2, 3000n, 4499n, 2999n, 4498n],
        [3, 2, 2999n, 4499n, 2999n, 4499n],
        [3, 2, 2999n, 4498n, 2998n, 4497n],
        [2, 3, 3000n, 2001n, 3000n, 2000n],
        [2, 3, 3000n, 2000n, 3000n, 2000n],
        [2, 3, 3000n, 1999n, 2999n, 1999n],
        [2, 3, 2999n, 2000n, 2998n, 1999n],
        [2, 3, 2999n, 1999n, 2999n, 1999n],
      ],
    ],
    [
      'the wheat of both',
      'maxWheatSend',
      'maxWheatReceive',
      [
        [3, 2, 3000n, 3001n, 3000n, 4500n],
        [3, 2, 3000n, 3000n, 3000n, 4500n],
        [3, 2, 3000n, 2999n, 2999n, 4499n],
        [2, 3, 3000n, 3001n, 3000n, 2000n],
        [2, 3, 3000n, 3000n, 3000n, 2000n],
        [2, 3, 3000n, 2999n, 2998n, 1999n],
        [3, 2, 28n, 27n, 0n, 0n],
        [3, 2, 28n, 26n, 26n, 39n],
        [3, 2, 52n, 51n, 51n, 77n],
        [3, 2, 52n, 50n, 50n, 75n],
      ],
    ],
    [
      'the sheep of both',
      'maxSheepSend',
      'maxSheepReceive',
      [
        [3, 2, 4500n, 4501n, 3000n, 4500n],
        [3, 2, 4500n, 4500n, 3000n, 4500n],
        [3, 2, 4500n, 4499n, 2999n, 4498n],
        [2, 3, 2000n, 2001n, 3000n, 2000n],
        [2, 3, 2000n, 2000n, 3000n, 2000n],
        [2, 3, 2000n, 1999n, 2999n, 1999n],
      ],
    ],
  ];
  test.each(tables)('rounds a trade that is bound by %s as stellar-core does', (_, first, second, rows) => {
    for (const [n, d, a, b, wheatReceived, sheepSent] of rows) {
      const trade = exchangeOffers({ n, d }, { ...unbound, [first]: a, [second]: b }, 'normal');
      expect(trade, `${n}/${d} ${a} ${b}`).toMatchObject({ wheatReceived, sheepSent });
    }
  });

  type PathRow = [number, number, Partial<TradeLimits>, Rounding, bigint, bigint];
  const paths: PathRow[] = [
    [3, 2, { maxWheatSend: 28n, maxWheatReceive: 27n }, 'normal', 0n, 0n],
    [3, 2, { maxWheatSend: 28n, maxWheatReceive: 27n }, 'strict_receive', 27n, 41n],
    [3, 2, { maxWheatSend: 150n, maxWheatReceive: 101n }, 'normal', 101n, 152n],
    [3, 2, { maxWheatSend: 150n, maxWheatReceive: 101n }, 'strict_receive', 101n, 152n],
    [2, 3, { maxWheatSend: 150n, maxWheatReceive: 101n }, 'normal', 100n, 67n],
    [2, 3, { maxWheatSend: 150n, maxWheatReceive: 101n }, 'strict_receive', 101n, 68n],
    [3, 2, { maxWheatSend: 28n, maxSheepSend: 41n }, 'normal', 0n, 0n],
    [3, 2, { maxWheatSend: 28n, maxSheepSend: 41n }, 'strict_send', 27n, 41n],
    [3, 2, { maxWheatSend: 97n, maxSheepSend: 145n }, 'normal', 96n, 144n],
    [3, 2, { maxWheatSend: 97n, maxSheepSend: 145n }, 'strict_send', 96n, 145n],
    [2, 3, { maxWheatSend: 97n, maxWheatReceive: 95n }, 'normal', 94n, 63n],
    [2, 3, { maxWheatSend: 97n, maxWheatReceive: 95n }, 'strict_send', 95n, maxInt64],
    [2, 1, { maxWheatSend: 1n, maxSheepSend: 1n }, 'normal', 0n, 0n],
    [2, 1, { maxWheatSend: 1n, maxSheepSend: 1n }, 'strict_send', 0n, 1n],
  ];
  test.each(paths)('at %i/%i within %o rounds %s', (n, d, bound, rounding, wheatReceived, sheepSent) => {
    expect(exchangeOffers({ n, d }, { ...unbound, ...bound }, rounding)).toMatchObject({ wheatReceived, sheepSent });
  });

  test('keeps within all limits and favours the side that stays', () => {
    const rounding = fc.constantFrom<Rounding>('normal', 'strict_receive', 'strict_send');
    fc.assert(
      fc.property(price, limits, rounding, ({ n, d }, bound, round) => {
        const { wheatReceived, sheepSent, wheatStays } = exchangeOffers({ n, d }, bound, round);
        expect(wheatReceived >= 0n && wheatReceived <= bound.maxWheatReceive).toBe(true);
        expect(wheatReceived <= bound.maxWheatSend).toBe(true);
        expect(sheepSent >= 0n && sheepSent <= bound.maxSheepSend && sheepSent <= bound.maxSheepReceive).toBe(true);
        const paid = sheepSent * BigInt(d) - wheatReceived * BigInt(n);
        expect(wheatStays ? paid >= 0n : paid <= 0n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('moves nothing for nothing, and at no more than 1 % off the price', () => {
    fc.assert(
      fc.property(price, limits, (at, bound) => {
        const { wheatReceived, sheepSent } = exchangeOffers(at, bound, 'normal');
        expect(wheatReceived === 0n).toBe(sheepSent === 0n);
        expect(isNearPrice(at, wheatReceived, sheepSent, false)).toBe(true);
      }),
    );
  });

  test('sends or receives exactly what a path payment says while the offer stays', () => {
    fc.assert(
      fc.property(price, amount, amount, amount, (at, maxWheatSend, maxSheepReceive, strict) => {
        const offer = { maxWheatSend: adjustedAmount(at, maxWheatSend, maxSheepReceive), maxSheepReceive };
        const receive = { ...offer, maxWheatReceive: strict, maxSheepSend: maxInt64 };
        const received = exchangeOffers(at, receive, 'strict_receive');
        if (received.wheatStays) expect(received.wheatReceived).toBe(strict);
        const send = { ...offer, maxWheatReceive: maxInt64, maxSheepSend: strict };
        const sent = exchangeOffers(at, send, 'strict_send');
        if (sent.wheatStays) expect(sent.sheepSent).toBe(strict);
      }),
    );
  });
});

describe('adjustedAmount(price, maxWheatSend, maxSheepReceive)', () => {
  const rows: [n: number, d: number, wheat: bigint, sheep: bigint, amount: bigint][] = [
    [1, 1000, 2001n, maxInt64, 2000n],
    [1, 1000, 2000n, maxInt64, 2000n],
    [1, 1000, 1999n, maxInt64, 1000n],
    [1, 1000, 2000n, 3n, 2000n],
    [1, 1000, 2000n, 1n, 1000n],
    [1000, 1, 401n, maxInt64, 401n],
    [1000, 1, 400n, 400_001n, 400n],
    [1000, 1, 400n, 399_999n, 399n],
    [7, 3, 428n, 999n, 428n],
    [7, 3, 428n, 998n, 427n],
    [3, 7, 1000n, maxInt64, 999n],
    [3, 7, 1000n, 427n, 997n],
    [3, 2, 29n, maxInt64, 0n],
    [3, 2, 28n, maxInt64, 28n],
    [3, 2, 27n, maxInt64, 0n],
    [3, 2, 51n, maxInt64, 51n],
  ];
  test.each(rows)('at %i/%i leaves of %i against %i: %i', (n, d, wheat, sheep, expected) => {
    expect(adjustedAmount({ n, d }, wheat, sheep)).toBe(expected);
  });

  test('leaves what is adjusted as it is', () => {
    fc.assert(
      fc.property(price, amount, amount, (at, wheat, sheep) => {
        const adjusted = adjustedAmount(at, wheat, sheep);
        expect(adjustedAmount(at, adjusted, sheep)).toBe(adjusted);
      }),
    );
  });
});

test('offerLiabilities(price, amount) are the whole adjusted amount and what it costs', () => {
  expect(offerLiabilities({ n: 3, d: 2 }, 100n)).toEqual({ selling: 100n, buying: 150n });
  fc.assert(
    fc.property(price, amount, amount, (at, wheat, sheep) => {
      const adjusted = adjustedAmount(at, wheat, sheep);
      const { selling, buying } = offerLiabilities(at, adjusted);
      expect(selling).toBe(adjusted);
      expect(buying <= sheep).toBe(true);
    }),
  );
});

// Values of stellar-core's ExchangeTests.cpp, test case "Check price error bounds".
test.each([
  [1, 1, 1010n, 990n],
  [5, 2, 2525n, 2475n],
  [2, 5, 404n, 396n],
  [7, 3, 2356n, 2310n],
  [3, 7, 432n, 425n],
])('isNearPrice(%i/%i, 1000, …) holds up to %i and down to %i', (n, d, high, low) => {
  for (const canFavourWheat of [false, true]) {
    const isNear = (sheep: bigint) => isNearPrice({ n, d }, 1000n, sheep, canFavourWheat);
    expect([high + 1n, high, low, low - 1n].map(isNear)).toEqual([canFavourWheat, true, true, false]);
  }
});

test('comparePrices(a, b) is exact where doubles are equal', () => {
  const max = 2 ** 31 - 1;
  const [a, b] = [
    { n: max - 2, d: max - 1 },
    { n: max - 1, d: max },
  ];
  expect(comparePrices(a, b)).toBeLessThan(0);
  expect(comparePrices(b, a)).toBeGreaterThan(0);
  fc.assert(
    fc.property(price, price, (p, q) => {
      const exact = BigInt(p.n) * BigInt(q.d) - BigInt(q.n) * BigInt(p.d);
      expect(Math.sign(comparePrices(p, q))).toBe(exact < 0n ? -1 : exact > 0n ? 1 : 0);
      if (quotient(p) < quotient(q)) expect(comparePrices(inverse(p), inverse(q))).toBeGreaterThan(0);
    }),
  );
});
