import { describe, expect, test } from 'vitest';
import { noLiabilities } from '../../../src/simulator/state/entries.ts';
import { accountId, body, eur, gold, issuer, makersOf, Market, native, tradesOf, usd } from './market.ts';

const maxInt64 = 2n ** 63n - 1n;

function twoTraders(protocol?: number) {
  const market = new Market(protocol);
  return { market, a: market.trader(1), b: market.trader(2) };
}

describe('manage_sell_offer', () => {
  test('keeps what nobody buys as an offer, with its liabilities and a subentry', () => {
    const { market, a } = twoTraders();
    expect(market.run(a, body.sell(usd, native, 100n, [3, 2])).name).toBe('manageSellOfferSuccess');
    expect(market.entries('offer')).toMatchObject([{ id: 1n, seller: a, amount: 100n, selling: `USD:${issuer}` }]);
    expect(market.state.account(a)).toMatchObject({ subentries: 4, liabilities: { buying: 150n, selling: 0n } });
    expect(market.state.trustLine(a, `USD:${issuer}`)).toMatchObject({ liabilities: { buying: 0n, selling: 100n } });
  });

  test('crosses the best offers first, the older of equal ones, and gives back what it does not trade', () => {
    const { market, a, b } = twoTraders();
    market.run(a, body.sell(usd, eur, 100n, [2, 1]));
    market.run(a, body.sell(usd, eur, 50n, [1, 1]));
    market.run(a, body.sell(usd, eur, 50n, [2, 2]));
    const done = market.run(b, body.sell(eur, usd, 300n, [1, 2]));
    expect(tradesOf(done)).toEqual([
      [50n, 50n],
      [50n, 50n],
      [100n, 200n],
    ]);
    expect(market.entries('offer')).toEqual([]);
    expect(market.state.account(a)).toMatchObject({ subentries: 3 });
    expect(market.state.account(b)).toMatchObject({ subentries: 3 });
    expect(market.state.trustLine(a, `USD:${issuer}`)).toMatchObject({ balance: 9800n, liabilities: noLiabilities });
    expect(done.events).toHaveLength(6);
  });

  test('leaves the rest of a larger offer in the book', () => {
    const { market, a, b } = twoTraders();
    market.run(a, body.sell(usd, eur, 100n, [3, 2]));
    expect(tradesOf(market.run(b, body.sell(eur, usd, 60n, [2, 3])))).toEqual([[40n, 60n]]);
    expect(market.entries('offer')).toMatchObject([{ id: 1n, amount: 60n }]);
    expect(market.state.trustLine(a, `EUR:${issuer}`)).toMatchObject({ liabilities: { buying: 90n, selling: 0n } });
  });

  test('changes an offer under its id and removes it for nothing', () => {
    const { market, a } = twoTraders();
    market.run(a, body.sell(usd, eur, 100n, [3, 2]));
    market.run(a, body.sell(usd, eur, 10n, [1, 2], 1n));
    expect(market.entries('offer')).toMatchObject([{ id: 1n, amount: 10n, price: { n: 1, d: 2 } }]);
    expect(market.run(a, body.sell(usd, eur, 0n, [1, 2], 1n)).name).toBe('manageSellOfferSuccess');
    expect(market.entries('offer')).toEqual([]);
    expect(market.state.account(a)).toMatchObject({ subentries: 3 });
    expect(market.run(a, body.sell(usd, eur, 0n, [1, 2], 1n)).name).toBe('manageSellOfferNotFound');
  });

  test('keeps its sponsor through a change, who has the reserve back when it is gone', () => {
    const { market, a, b } = twoTraders();
    market.run(a, body.sell(usd, eur, 100n, [3, 2]), b);
    expect(market.state.account(b)).toMatchObject({ sponsoring: 1 });
    market.run(a, body.sell(usd, eur, 50n, [3, 2], 1n));
    expect(market.entries('offer')).toMatchObject([{ sponsor: b, amount: 50n }]);
    market.run(b, body.sell(eur, usd, 90n, [2, 3]));
    expect(market.state.account(b)).toMatchObject({ sponsoring: 0, subentries: 4 });
    expect(market.state.account(a)).toMatchObject({ sponsored: 0, subentries: 3 });
  });

  test('fails as stellar-core does', () => {
    const { market, a, b } = twoTraders();
    const poor = market.open(accountId(3), 30n);
    market.run(b, body.sell(usd, eur, 10n, [1, 1]));
    const nameOf = (source: string, operation: ReturnType<typeof body.sell>) => market.run(source, operation).name;
    expect(nameOf(a, body.sell(usd, usd, 10n, [1, 1]))).toBe('manageSellOfferMalformed');
    expect(nameOf(a, body.sell(usd, eur, -1n, [1, 1]))).toBe('manageSellOfferMalformed');
    expect(nameOf(a, body.sell(usd, eur, 10n, [0, 1]))).toBe('manageSellOfferMalformed');
    expect(nameOf(a, body.sell(usd, eur, 0n, [1, 1]))).toBe('manageSellOfferMalformed');
    expect(nameOf(a, body.sell(usd, eur, 10n, [1, 1], 7n))).toBe('manageSellOfferNotFound');
    expect(nameOf(poor, body.sell(usd, eur, 10n, [1, 1]))).toBe('manageSellOfferSellNoTrust');
    expect(nameOf(poor, body.sell(native, eur, 10n, [1, 1]))).toBe('manageSellOfferBuyNoTrust');
    expect(nameOf(a, body.sell(usd, eur, 10_001n, [1, 1]))).toBe('manageSellOfferUnderfunded');
    expect(nameOf(a, body.sell(native, eur, 10_961n, [1, 1]))).toBe('manageSellOfferUnderfunded');
    expect(nameOf(b, body.sell(eur, usd, 10n, [1, 1]))).toBe('manageSellOfferCrossSelf');
    expect(nameOf(a, body.sell(usd, native, 10_000n, [2 ** 31 - 1, 1]))).toBe('manageSellOfferSuccess');
    market.run(poor, body.trust(usd, 5n));
    expect(nameOf(poor, body.sell(native, usd, 1n, [1, 1]))).toBe('manageSellOfferLowReserve');
    market.open(poor, 1000n);
    expect(nameOf(poor, body.sell(native, usd, 6n, [1, 1]))).toBe('manageSellOfferLineFull');
  });

  test('refuses lines that are not authorized', () => {
    const { market, a } = twoTraders();
    const set = (asset: string, flags: number) => {
      market.state.put({ ...market.state.trustLine(a, `${asset}:${issuer}`)!, flags });
    };
    set('USD', 2);
    expect(market.run(a, body.sell(usd, eur, 1n, [1, 1])).name).toBe('manageSellOfferSellNotAuthorized');
    expect(market.run(a, body.sell(eur, usd, 1n, [1, 1])).name).toBe('manageSellOfferBuyNotAuthorized');
  });

  test('refuses to make more trades than an operation may', () => {
    const { market, b } = twoTraders();
    market.open(b, 1_000_000n);
    for (let seller = 10; seller < 20; seller++) {
      const id = market.trader(seller);
      market.open(id, 100_000n);
      for (let i = 0; i < 101; i++) market.run(id, body.sell(usd, eur, 1n, [1, 1]));
    }
    expect(tradesOf(market.run(b, body.sell(eur, usd, 1000n, [1, 1])))).toHaveLength(1000);
    expect(market.entries('offer')).toHaveLength(10);
    for (let i = 0; i < 995; i++) market.run(accountId(10 + (i % 10)), body.sell(usd, eur, 1n, [1, 1]));
    expect(market.run(b, body.sell(eur, usd, 1001n, [1, 1])).name).toBe('opExceededWorkLimit');
  });

  test('sells of an issuer what nobody has to hold', () => {
    const { market, a } = twoTraders();
    market.run(issuer, body.sell(usd, eur, maxInt64, [1, 1]));
    expect(tradesOf(market.run(a, body.sell(eur, usd, 100n, [1, 1])))).toEqual([[100n, 100n]]);
    expect(market.entries('offer')).toMatchObject([{ amount: maxInt64 - 100n }]);
    expect(market.balance(a, usd)).toBe(10_100n);
  });

  test('says trades in the form before protocol 18, and pays the reserve last before protocol 14', () => {
    const { market, a, b } = twoTraders(12);
    market.run(a, body.sell(usd, eur, 100n, [1, 1]));
    const done = market.run(b, body.sell(eur, usd, 50n, [1, 1]));
    expect(makersOf(done)).toEqual(['v0']);
    expect(done.changes.some(({ after }) => after?.kind === 'account')).toBe(false);
  });
});

describe('create_passive_sell_offer', () => {
  test('crosses no offer of the same price, and says so as manage_sell_offer', () => {
    const { market, a, b } = twoTraders();
    market.run(a, body.sell(usd, eur, 10n, [1, 1]));
    expect(market.run(b, body.sellPassively(eur, usd, 10n, [1, 1])).name).toBe('manageSellOfferSuccess');
    expect(market.entries('offer')).toMatchObject([{ flags: 0 }, { flags: 1 }]);
    expect(tradesOf(market.run(b, body.sellPassively(eur, usd, 10n, [9, 10])))).toEqual([[10n, 10n]]);
  });

  test('stays passive when it is changed', () => {
    const { market, a, b } = twoTraders();
    market.run(a, body.sellPassively(eur, usd, 10n, [2, 1]));
    market.run(b, body.sell(usd, eur, 10n, [1, 1]));
    market.run(a, body.sell(eur, usd, 10n, [1, 1], 1n));
    expect(market.entries('offer')).toMatchObject([{ id: 1n, flags: 1, price: { n: 1, d: 1 } }, { flags: 0 }]);
  });
});

describe('manage_buy_offer', () => {
  test('buys no more than it asks for, and keeps the rest as an offer of the inverse price', () => {
    const { market, a, b } = twoTraders();
    market.run(a, body.sell(usd, eur, 100n, [1, 1]));
    const done = market.run(b, body.buy(eur, usd, 150n, [3, 2]));
    expect(done.name).toBe('manageBuyOfferSuccess');
    expect(tradesOf(done)).toEqual([[100n, 100n]]);
    expect(market.entries('offer')).toMatchObject([{ seller: b, amount: 75n, price: { n: 2, d: 3 } }]);
    expect(market.run(b, body.buy(eur, gold, 0n, [1, 1], 2n)).name).toBe('manageBuyOfferSuccess');
    expect(market.run(b, body.buy(eur, gold, 0n, [1, 1], 2n)).name).toBe('manageBuyOfferNotFound');
    expect(market.run(b, body.buy(eur, eur, 1n, [1, 1])).name).toBe('manageBuyOfferMalformed');
    expect(market.run(b, body.buy(eur, usd, 10_000n, [2, 1])).name).toBe('manageBuyOfferUnderfunded');
  });
});
