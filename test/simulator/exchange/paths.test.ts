import { describe, expect, test } from 'vitest';
import { body, eur, gold, issuer, makersOf, Market, native, tradesOf, usd } from './market.ts';

const maxInt64 = 2n ** 63n - 1n;

function traders(protocol?: number) {
  const market = new Market(protocol);
  const [maker, taker, receiver] = [market.trader(1), market.trader(2), market.trader(3)];
  return { market, maker, taker, receiver };
}

/** Makes the pool of EUR and USD with so much of each. */
function fund(market: Market, maker: string, eurAmount: bigint, usdAmount: bigint) {
  market.run(maker, body.trustPool(eur, usd));
  expect(market.run(maker, body.deposit(eur, usd, eurAmount, usdAmount)).name).toBe('liquidityPoolDepositSuccess');
}

// The cases of stellar-core's LiquidityPoolTradeTests.cpp, with its amounts.
describe('a hop', () => {
  test.each([
    [
      'the pool when it is cheaper',
      [
        [4n, 2, 1],
        [6n, 2, 1],
      ],
      1000n,
      ['pool'],
    ],
    [
      'the pool when both cost as much',
      [
        [1n, 1, 1],
        [9n, 2, 1],
      ],
      1800n,
      ['pool'],
    ],
    [
      'the book when it is cheaper',
      [
        [4n, 2, 1],
        [6n, 2, 1],
      ],
      2000n,
      ['offer', 'offer'],
    ],
  ] as const)('is traded with %s', (_, offers, reserve, makers) => {
    const { market, maker, taker } = traders();
    for (const [amount, n, d] of offers) market.run(maker, body.sell(usd, eur, amount, [n, d]));
    fund(market, maker, reserve, 1000n);
    expect(makersOf(market.run(taker, body.receive([eur, usd], 10n, taker, 100n)))).toEqual(makers);
  });

  test('costs the fee of the pool', () => {
    const { market, maker, taker } = traders();
    fund(market, maker, 1000n, 2000n);
    expect(market.run(taker, body.send([eur, usd], 1004n, taker, 1001n)).name).toBe(
      'pathPaymentStrictSendUnderDestmin',
    );
    expect(market.run(taker, body.receive([eur, usd], 1000n, taker, 1003n)).name).toBe(
      'pathPaymentStrictReceiveOverSendmax',
    );
    expect(tradesOf(market.run(taker, body.send([eur, usd], 1004n, taker, 1000n)))).toEqual([[1000n, 1004n]]);
    expect(market.pool(eur, usd)).toMatchObject({ reserveA: 2004n, reserveB: 1000n });
  });

  test('goes to the book when the pool pays nothing, or is empty', () => {
    const { market, maker, taker } = traders();
    market.run(maker, body.trustPool(eur, usd));
    expect(market.run(taker, body.send([eur, usd], 100n, taker)).name).toBe('pathPaymentStrictSendTooFewOffers');
    market.run(maker, body.deposit(eur, usd, 1000n, 1000n));
    expect(market.run(taker, body.send([eur, usd], 1n, taker)).name).toBe('pathPaymentStrictSendTooFewOffers');
    market.run(maker, body.sell(usd, eur, 10n, [1, 1]));
    expect(makersOf(market.run(taker, body.send([eur, usd], 1n, taker)))).toEqual(['offer']);
  });

  test('leaves nothing of a book that was tried in vain', () => {
    const { market, maker, taker } = traders();
    market.run(maker, body.sell(usd, eur, 4n, [2, 1]));
    fund(market, maker, 1000n, 1000n);
    const { changes } = market.run(taker, body.send([eur, usd], 10n, taker));
    expect(changes.map(({ after }) => after?.kind).sort()).toEqual(['liquidity_pool', 'trust_line', 'trust_line']);
  });
});

describe('path_payment_strict_send', () => {
  test('sends exactly so much through every hop, and tells of each movement', () => {
    const { market, maker, taker, receiver } = traders();
    market.run(maker, body.sell(usd, eur, 100n, [2, 1]));
    market.run(maker, body.sell(native, usd, 500n, [1, 3]));
    const done = market.run(taker, body.send([eur, usd, native], 41n, receiver));
    expect(tradesOf(done)).toEqual([
      [20n, 41n],
      [60n, 20n],
    ]);
    expect(market.balance(taker, eur)).toBe(9959n);
    expect(market.balance(receiver, native)).toBe(11_060n);
    expect(done.events).toHaveLength(5);
  });

  test('pays without a trade where both assets are one, and back to an issuer who is gone', () => {
    const { market, taker, receiver } = traders();
    expect(tradesOf(market.run(taker, body.send([usd, usd], 10n, receiver)))).toEqual([]);
    expect(market.balance(receiver, usd)).toBe(10_010n);
    market.state.remove(market.state.account(issuer)!);
    expect(market.run(taker, body.send([usd, usd], 10n, issuer)).name).toBe('pathPaymentStrictSendSuccess');
    expect(market.run(taker, body.send([eur, usd], 10n, issuer)).name).toBe('pathPaymentStrictSendNoDestination');
  });

  test('fails as stellar-core does', () => {
    const { market, maker, taker, receiver } = traders();
    const nameOf = (path: Parameters<typeof body.send>[0], amount: bigint, destMin = 1n, to = receiver) =>
      market.run(taker, body.send(path, amount, to, destMin)).name.replace('pathPaymentStrictSend', '');
    expect(nameOf([eur, usd], 0n)).toBe('Malformed');
    expect(nameOf([eur, usd], 10n)).toBe('TooFewOffers');
    expect(nameOf([eur, usd], 10_001n)).toBe('Underfunded');
    expect(nameOf([eur, usd], 1n, 1n, 'f'.repeat(64))).toBe('NoDestination');
    market.run(taker, body.sell(usd, eur, 10n, [1, 1]));
    expect(nameOf([eur, usd], 1n)).toBe('OfferCrossSelf');
    market.run(taker, body.sell(usd, eur, 0n, [1, 1], 1n));
    market.run(maker, body.sell(usd, eur, 10n, [2, 1]));
    expect(nameOf([eur, usd], 21n)).toBe('TooFewOffers');
    expect(nameOf([eur, usd], 20n, 11n)).toBe('UnderDestmin');
    const lineOfReceiver = market.state.trustLine(receiver, `USD:${issuer}`)!;
    market.state.put({ ...lineOfReceiver, limit: 10_005n });
    expect(nameOf([eur, usd], 20n)).toBe('LineFull');
    market.state.put({ ...lineOfReceiver, flags: 0 });
    expect(nameOf([eur, usd], 20n)).toBe('NotAuthorized');
    market.state.remove(lineOfReceiver);
    expect(nameOf([eur, usd], 20n)).toBe('NoTrust');
    const lineOfTaker = market.state.trustLine(taker, `EUR:${issuer}`)!;
    market.state.put({ ...lineOfTaker, flags: 0 });
    expect(nameOf([eur, usd], 20n)).toBe('SrcNotAuthorized');
    market.state.remove(lineOfTaker);
    expect(nameOf([eur, usd], 20n)).toBe('SrcNoTrust');
  });
});

describe('path_payment_strict_receive', () => {
  test('receives exactly so much, with trades in the order of the path', () => {
    const { market, maker, taker, receiver } = traders();
    market.run(maker, body.sell(usd, eur, 100n, [2, 1]));
    market.run(maker, body.sell(native, usd, 500n, [1, 3]));
    const done = market.run(taker, body.receive([eur, usd, native], 61n, receiver));
    expect(tradesOf(done)).toEqual([
      [21n, 42n],
      [61n, 21n],
    ]);
    expect(market.balance(taker, eur)).toBe(9958n);
    expect(market.balance(receiver, native)).toBe(11_061n);
  });

  test('fails as stellar-core does', () => {
    const { market, maker, taker, receiver } = traders();
    const nameOf = (path: Parameters<typeof body.send>[0], amount: bigint, sendMax = maxInt64, to = receiver) =>
      market.run(taker, body.receive(path, amount, to, sendMax)).name.replace('pathPaymentStrictReceive', '');
    expect(nameOf([eur, usd], 0n)).toBe('Malformed');
    expect(nameOf([eur, usd], 10n)).toBe('TooFewOffers');
    expect(nameOf([eur, usd], 1n, 1n, 'f'.repeat(64))).toBe('NoDestination');
    market.run(maker, body.sell(usd, eur, 10_000n, [2, 1]));
    expect(nameOf([eur, usd], 10n, 19n)).toBe('OverSendmax');
    expect(nameOf([eur, usd], 5001n)).toBe('Underfunded');
    expect(nameOf([eur, gold, usd], 1n)).toBe('TooFewOffers');
    market.run(taker, body.sell(usd, eur, 10n, [1, 1]));
    expect(nameOf([eur, usd], 1n)).toBe('OfferCrossSelf');
  });
});

// stellar-core's LiquidityPoolTradeTests.cpp, "liquidity pool with deep order book", with its limit of 1000.
test.each([
  [26, 'pathPaymentStrictSendSuccess'],
  [27, 'opExceededWorkLimit'],
])('in protocol %i a book tried in vain counts against the limit or not', (protocol, name) => {
  const { market, maker, taker } = traders(protocol);
  market.open(maker, 1_000_000n);
  fund(market, maker, 100n, 2000n);
  market.run(maker, body.sell(gold, usd, 4000n, [1, 2]));
  for (const number of [11, 12]) {
    const id = market.trader(number);
    market.open(id, 1_000_000n);
    for (let i = 0; i < 500; i++) market.run(id, body.sell(usd, eur, 1n, [2, 1]));
  }
  expect(market.run(taker, body.send([eur, usd, gold], 2000n, taker)).name).toBe(name);
});
