import { expect, test } from 'vitest';
import { accountId, body, eur, issuer, Market, native, usd } from './market.ts';

function provider() {
  const market = new Market();
  const a = market.trader(1);
  market.run(a, body.trustPool(eur, usd));
  return { market, a };
}

test('a first deposit takes all and gives the root of the product as shares; later ones take the price of the pool', () => {
  const { market, a } = provider();
  const done = market.run(a, body.deposit(eur, usd, 1000n, 4000n));
  expect(done.name).toBe('liquidityPoolDepositSuccess');
  expect(done.events).toHaveLength(2);
  expect(market.pool(eur, usd)).toMatchObject({ reserveA: 1000n, reserveB: 4000n, totalShares: 2000n, trustLines: 1n });
  const b = market.trader(2);
  market.run(b, body.trustPool(eur, usd));
  market.run(b, body.deposit(eur, usd, 100n, 100n));
  expect(market.pool(eur, usd)).toMatchObject({ reserveA: 1025n, reserveB: 4100n, totalShares: 2050n, trustLines: 2n });
  expect([market.balance(b, eur), market.balance(b, usd)]).toEqual([9975n, 9900n]);
});

test('a withdrawal pays out its part of both reserves, rounded down', () => {
  const { market, a } = provider();
  market.run(a, body.deposit(eur, usd, 1000n, 4000n));
  const done = market.run(a, body.withdraw(eur, usd, 333n));
  expect(done.name).toBe('liquidityPoolWithdrawSuccess');
  expect(done.events).toHaveLength(2);
  expect(market.pool(eur, usd)).toMatchObject({ reserveA: 834n, reserveB: 3334n, totalShares: 1667n });
  expect([market.balance(a, eur), market.balance(a, usd)]).toEqual([9166n, 6666n]);
});

test('the last one out empties and removes the pool', () => {
  const { market, a } = provider();
  market.run(a, body.deposit(eur, usd, 1000n, 4000n));
  expect(market.run(a, body.trustPool(eur, usd, 0n)).name).toBe('changeTrustInvalidLimit');
  market.run(a, body.withdraw(eur, usd, 2000n));
  expect(market.pool(eur, usd)).toMatchObject({ reserveA: 0n, reserveB: 0n, totalShares: 0n });
  expect(market.run(a, body.trustPool(eur, usd, 0n)).name).toBe('changeTrustSuccess');
  expect(market.pool(eur, usd)).toBeUndefined();
});

test('a line for shares costs two reserves and holds the lines of its assets', () => {
  const { market, a } = provider();
  expect(market.state.account(a)).toMatchObject({ subentries: 5 });
  expect(market.run(a, body.pay(issuer, eur, 10_000n)).name).toBe('paymentSuccess');
  expect(market.run(a, body.trust(eur, 0n)).name).toBe('changeTrustCannotDelete');
});

test('deposits fail as stellar-core does', () => {
  const { market, a } = provider();
  const nameOf = (...args: Parameters<typeof body.deposit>) =>
    market.run(a, body.deposit(...args)).name.replace('liquidityPoolDeposit', '');
  expect(nameOf(eur, usd, 0n, 1n)).toBe('Malformed');
  expect(nameOf(eur, usd, 1n, 1n, [2, 1], [1, 1])).toBe('Malformed');
  expect(nameOf(native, usd, 1n, 1n)).toBe('NoTrust');
  expect(nameOf(eur, usd, 10_001n, 1n)).toBe('Underfunded');
  expect(nameOf(eur, usd, 100n, 300n, [1, 2], [2, 1])).toBe('BadPrice');
  expect(nameOf(eur, usd, 100n, 200n, [1, 2], [2, 1])).toBe('Success');
  expect(nameOf(eur, usd, 100n, 200n, [2, 3], [2, 1])).toBe('BadPrice');
  market.run(a, body.trustPool(eur, usd, 150n));
  expect(nameOf(eur, usd, 100n, 200n)).toBe('LineFull');
  market.state.put({ ...market.state.trustLine(a, `EUR:${issuer}`)!, flags: 2 });
  expect(nameOf(eur, usd, 1n, 2n)).toBe('NotAuthorized');
});

test('withdrawals fail as stellar-core does', () => {
  const { market, a } = provider();
  market.run(a, body.deposit(eur, usd, 1000n, 4000n));
  const nameOf = (...args: Parameters<typeof body.withdraw>) =>
    market.run(a, body.withdraw(...args)).name.replace('liquidityPoolWithdraw', '');
  expect(nameOf(eur, usd, 0n)).toBe('Malformed');
  expect(nameOf(native, usd, 1n)).toBe('NoTrust');
  expect(nameOf(eur, usd, 2001n)).toBe('Underfunded');
  expect(nameOf(eur, usd, 200n, 101n)).toBe('UnderMinimum');
  expect(nameOf(eur, usd, 200n, 100n, 401n)).toBe('UnderMinimum');
  market.run(a, body.trust(usd, 6001n));
  expect(nameOf(eur, usd, 200n, 100n, 400n)).toBe('LineFull');
  market.run(a, body.trust(usd, 6400n));
  expect(nameOf(eur, usd, 200n, 100n, 400n)).toBe('Success');
});

test('an issuer needs no line for its own asset', () => {
  const market = new Market();
  market.run(issuer, body.trustPool(native, usd));
  expect(market.run(issuer, body.deposit(native, usd, 100n, 400n)).name).toBe('liquidityPoolDepositSuccess');
  expect(market.pool(native, usd)).toMatchObject({ reserveA: 100n, reserveB: 400n });
  expect(market.balance(accountId(255), native)).toBe(900n);
});
