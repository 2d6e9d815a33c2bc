import * as xdr from '@stellar/stellar-sdk/xdr';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assetContracts } from '../../../src/simulator/events/asset-contracts.ts';
import { accountAddress, poolAddress } from '../../../src/simulator/events/log.ts';
import { offerLiabilities } from '../../../src/simulator/exchange/exchange.ts';
import { available } from '../../../src/simulator/accounts/balances.ts';
import { reservesOf } from '../../../src/simulator/accounts/reserves.ts';
import type { AccountId, LiquidityPool } from '../../../src/simulator/state/entries.ts';
import { hexOf } from '../../../src/simulator/encode/from-xdr.ts';
import { body, eur, gold, issuer, Market, native, usd } from './market.ts';

const assets = [native, eur, gold, usd];
const asset = fc.constantFrom(...assets);
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 1n, max: 3000n }));
const term = fc.integer({ min: 1, max: 12 });
const rate = fc.tuple(term, term);
const offerId = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 30n }));
const path = fc.array(asset, { minLength: 2, maxLength: 4 });
const pair = fc.constantFrom([native, usd] as const, [eur, usd] as const);

const operation = fc.oneof(
  fc.tuple(asset, asset, amount, rate, offerId).map((args) => body.sell(...args)),
  fc.tuple(asset, asset, amount, rate, offerId).map((args) => body.buy(...args)),
  fc.tuple(asset, asset, amount, rate).map((args) => body.sellPassively(...args)),
  fc.tuple(path, amount).map(([hops, sent]) => body.send(hops, sent, traders[0])),
  fc.tuple(path, amount).map(([hops, received]) => body.receive(hops, received, traders[1])),
  fc.tuple(pair, amount, amount).map(([[a, b], maxA, maxB]) => body.deposit(a, b, maxA, maxB)),
  fc.tuple(pair, amount).map(([[a, b], shares]) => body.withdraw(a, b, shares)),
);
const traders = [1, 2, 3].map((number) => number.toString(16).padStart(64, '0'));
const step = fc.record({ source: fc.constantFrom(...traders), operation });

function open(): Market {
  const market = new Market();
  for (const number of [1, 2, 3]) {
    const id = market.trader(number, 5000n);
    for (const [a, b] of [
      [native, usd],
      [eur, usd],
    ]) {
      market.run(id, body.trustPool(a, b));
      if (number < 3) market.run(id, body.deposit(a, b, 500n, 700n));
    }
  }
  return market;
}

// What stellar-core's invariants say: LiabilitiesMatchOffers, AccountSubEntriesCountIsValid, OrderBookIsNotCrossed,
// ConstantProductInvariant, ConservationOfLumens.
test('after any operations balances, liabilities, subentries, books and pools fit, and events tell of all that moved', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      const market = open();
      const held = balancesOf(market);
      const total = sumOf(held);
      let successes = 0;
      for (const { source, operation } of steps) {
        const pools = market.entries('liquidity_pool');
        const { name, events } = market.run(source, operation);
        if (!name.endsWith('Success')) continue;
        successes++;
        for (const event of events) replay(event, held);
        expect(held).toEqual(balancesOf(market));
        for (const pool of pools) expectNoLoss(pool, market);
      }
      expect(sumOf(held)).toEqual(total);
      expectLiabilities(market);
      expectReserves(market);
      expectUncrossedBooks(market);
      expect(successes).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

type Balances = Map<string, bigint>;

function balancesOf(market: Market): Balances {
  const balances: Balances = new Map();
  for (const { id, balance } of market.entries('account')) balances.set(`${accountAddress(id)} native`, balance);
  for (const { owner, asset: name, balance } of market.entries('trust_line')) {
    if (!name.startsWith('pool/')) balances.set(`${accountAddress(owner)} ${name}`, balance);
  }
  for (const { id, assetA, assetB, reserveA, reserveB } of market.entries('liquidity_pool')) {
    balances.set(`${poolAddress(id)} ${assetA}`, reserveA);
    balances.set(`${poolAddress(id)} ${assetB}`, reserveB);
  }
  return balances;
}

function sumOf(balances: Balances): Balances {
  const sums: Balances = new Map();
  for (const [key, balance] of balances) {
    const name = key.split(' ')[1];
    sums.set(name, (sums.get(name) ?? 0n) + balance);
  }
  return sums;
}

const contractOf = assetContracts(new Uint8Array(32));
const names = new Map(
  ['native', 'EUR', 'GOLD', 'USD'].map((code) => {
    const name = code === 'native' ? code : `${code}:${issuer}`;
    return [hexOf(contractOf(name).id), name];
  }),
);

function replay(bytes: Uint8Array, balances: Balances): void {
  const { contractId, body: content } = xdr.ContractEvent.fromXdr(bytes);
  const [kind, from, to] = content.v0.topics;
  const { data } = content.v0;
  if (kind.type !== 'scvSymbol' || from.type !== 'scvAddress' || to.type !== 'scvAddress')
    throw new Error('no transfer');
  if (data.type !== 'scvI128' || !contractId) throw new Error('no amount');
  const name = names.get(contractId.toXdr('hex'))!;
  const move = (address: xdr.ScAddress, delta: bigint) => {
    const key = `${address.toXdr('hex')} ${name}`;
    balances.set(key, (balances.get(key) ?? 0n) + delta);
  };
  move(from.address, -data.i128.lo);
  move(to.address, data.i128.lo);
}

function expectNoLoss(before: LiquidityPool, market: Market): void {
  const after = market.state.liquidityPool(before.id)!;
  if (before.totalShares === 0n || after.totalShares === 0n) return;
  const product = ({ reserveA, reserveB }: LiquidityPool) => reserveA * reserveB;
  const square = ({ totalShares }: LiquidityPool) => totalShares * totalShares;
  expect(product(after) * square(before)).toBeGreaterThanOrEqual(product(before) * square(after));
}

function expectLiabilities(market: Market): void {
  const owed = new Map<string, { buying: bigint; selling: bigint }>();
  const of = (owner: AccountId, name: string) => {
    const key = name === 'native' ? owner : `${owner}/${name}`;
    const found = owed.get(key) ?? { buying: 0n, selling: 0n };
    owed.set(key, found);
    return found;
  };
  for (const { seller, selling, buying, price, amount: left } of market.entries('offer')) {
    const liabilities = offerLiabilities(price, left);
    of(seller, selling).selling += liabilities.selling;
    of(seller, buying).buying += liabilities.buying;
  }
  for (const { key, liabilities } of [...market.entries('account'), ...market.entries('trust_line')]) {
    expect(liabilities).toEqual(owed.get(key) ?? { buying: 0n, selling: 0n });
  }
}

function expectReserves(market: Market): void {
  for (const account of market.entries('account')) {
    const lines = market.entries('trust_line').filter(({ owner }) => owner === account.id);
    const offers = market.entries('offer').filter(({ seller }) => seller === account.id);
    expect(account.subentries).toBe([...lines, ...offers].reduce((sum, entry) => sum + reservesOf(entry), 0));
    expect(available(account, market.view)).toBeGreaterThanOrEqual(0n);
    for (const line of lines) {
      expect(available(line, market.view)).toBeGreaterThanOrEqual(0n);
      expect(line.balance + line.liabilities.buying).toBeLessThanOrEqual(line.limit);
    }
  }
}

function expectUncrossedBooks(market: Market): void {
  for (const { selling, buying, price } of market.entries('offer')) {
    const other = market.state.bestOffer(buying, selling);
    if (other) expect(price.n * other.price.n).toBeGreaterThanOrEqual(price.d * other.price.d);
  }
}
