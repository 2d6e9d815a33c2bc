/** getTransactions with a filter: the walk over all transactions, filtered, with the index of a lake and without. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TransactionBuilder, FeeBumpTransaction } from '@stellar/stellar-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LedgerRange } from '../../src/datastore/keys.ts';
import { LedgerIndex } from '../../src/history/ledger-index.ts';
import { History } from '../../src/history/history.ts';
import { filteredLedgers } from '../../src/server/rpc/transaction-filter.ts';
import { makeSampleLake } from '../make/sample-lake.ts';
import { namesIn, sampleOf, walk, type Names } from './extended-walks.ts';
import { passphrase, startTestNode, type TestNode } from './node.ts';

let node: TestNode;
let indexed: TestNode;
let lake: string;
let all: Record<string, unknown>[];
let known: Names;

beforeAll(async () => {
  lake = await makeSampleLake();
  node = await startTestNode();
  indexed = await startTestNode({ lake, indexFolder: join(lake, 'lookup') });
  all = (await walk(node.call, 'getTransactions', { startLedger: 2 }, 200)).items;
  known = await namesIn(lake);
});
afterAll(async () => {
  await node.stop();
  await indexed.stop();
});
afterEach(() => void vi.restoreAllMocks());

const hashes = (items: readonly Record<string, unknown>[]) => items.map(({ txHash }) => String(txHash));
const found = (on: TestNode, filter: object, limit = 200, more: object = {}) =>
  walk(on.call, 'getTransactions', { startLedger: 2, filter, ...more }, limit);

const sampled = (kind: keyof Names) => sampleOf(known[kind]);

describe.each(['account', 'contract'] as const)('getTransactions by %s', (kind) => {
  it.each([
    ['without an index', () => node],
    ['with the index of a lake', () => indexed],
  ])('has the transactions of the whole walk that it is in, %s', async (_, on) => {
    for (const [name, own] of sampled(kind)) {
      const expected = all.filter(({ txHash }) => own.has(String(txHash)));
      expect(expected.length).toBe(own.size);
      expect((await found(on(), { [kind]: name })).items).toEqual(expected);
      if (expected.length < 300) expect((await found(on(), { [kind]: name }, 3)).items).toEqual(expected);
    }
  });

  it('has none of one that is nowhere', async () => {
    const name = kind === 'account' ? NOBODY : NOTHING;
    expect((await found(node, { [kind]: name })).items).toEqual([]);
    expect((await found(indexed, { [kind]: name })).items).toEqual([]);
  });
});

const NOBODY = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';
const NOTHING = 'CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD2KM';

describe('filteredLedgers(filter, range, index)', () => {
  const filter = { address: NOBODY, key: new Uint8Array(32), isContract: false };
  const range = { first: 2, last: 1000 };
  /** An index that has rows of the filter in every `each`th ledger, and lacks the ledgers of some ranges. */
  const indexOf = (each: number, ...lacking: LedgerRange[]) =>
    ({
      ledgersOf: (_, { first, last, count }) => {
        const ledgers = consecutive(first, last).filter((ledger) => ledger % each === 0);
        return { ledgers: ledgers.slice(0, count), isAll: ledgers.length <= count };
      },
      lacking: () => lacking,
    }) as Pick<LedgerIndex, 'ledgersOf' | 'lacking'> as LedgerIndex;
  const consecutive = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

  it.each<[string, LedgerIndex | undefined, (ledger: number) => boolean]>([
    ['all without an index', undefined, () => true],
    ['few', indexOf(100), (ledger) => ledger % 100 === 0],
    ['many', indexOf(2), (ledger) => ledger % 2 === 0],
    ['few and those that it lacks', indexOf(100, { first: 700, last: 2000 }), (one) => one % 100 === 0 || one >= 700],
    ['many and those that it lacks', indexOf(2, { first: 1, last: 9 }), (one) => one % 2 === 0 || one <= 9],
  ])('takes 200 at most, and goes on behind them: %s', (_, index, isMeant) => {
    const found: number[] = [];
    for (let first = range.first; first <= range.last;) {
      const { ledgers, end } = filteredLedgers(filter, { ...range, first }, index);
      expect(ledgers.length).toBeLessThanOrEqual(200);
      expect(end < range.last ? ledgers.at(-1) : end).toBe(end);
      found.push(...ledgers);
      first = end + 1;
    }
    expect(found).toEqual(consecutive(range.first, range.last).filter(isMeant));
  });
});

describe('a filter of getTransactions', () => {
  it('finds by source, payer and operation source whom the official library names', async () => {
    const [[name]] = sampled('account');
    const own = new Set(hashes((await found(node, { account: name })).items));
    const isNamed = ({ envelopeXdr }: Record<string, unknown>) => {
      const parsed = TransactionBuilder.fromXDR(String(envelopeXdr), passphrase);
      const inner = parsed instanceof FeeBumpTransaction ? parsed.innerTransaction : parsed;
      const payer = parsed instanceof FeeBumpTransaction ? [parsed.feeSource] : [];
      return [inner.source, ...payer, ...inner.operations.map(({ source }) => source)].includes(name);
    };
    const named = all.filter(isNamed);
    expect(named.length).toBeGreaterThan(0);
    for (const hash of hashes(named)) expect(own).toContain(hash);
  });

  it('reads only the ledgers that the index names', async () => {
    const read = vi.spyOn(History.prototype, 'transactions');
    const [name, own] = sampled('account')[4];
    await found(indexed, { account: name });
    const ledgers = new Set(all.filter(({ txHash }) => own.has(String(txHash))).map(({ ledger }) => ledger));
    expect(ledgers.size).toBeLessThan(10);
    expect(new Set(read.mock.calls.map(([sequence]) => sequence))).toEqual(ledgers);
  });

  it('reads ledgers that the index lacks, also after its files are gone', async () => {
    const other = await makeSampleLake();
    const some = await startTestNode({ lake: other });
    const index = join(other, 'lookup');
    const [name, own] = sampled('account')[1];
    const file = readdirSync(index).find((each) => /^100-129\..*\.keys$/.test(each))!;
    rmSync(join(index, file));
    expect(new Set(hashes((await found(some, { account: name })).items))).toEqual(own);
    for (const each of readdirSync(index)) if (each.endsWith('.keys')) rmSync(join(index, each));
    expect(existsSync(index)).toBe(true);
    expect(new Set(hashes((await found(some, { account: name })).items))).toEqual(own);
    await some.stop();
  });

  it('stops after so many ledgers, and its cursor goes on from there', async () => {
    vi.spyOn(LedgerIndex.prototype, 'ledgersOf').mockImplementation((_, { first, last, count }) => {
      const ledgers = Array.from({ length: last - first + 1 }, (__, i) => first + i).slice(0, Math.min(count, 10));
      return { ledgers, isAll: ledgers.at(-1) === last };
    });
    vi.spyOn(LedgerIndex.prototype, 'lacking').mockReturnValue([]);
    const [name, own] = sampled('account')[1];
    const { items, calls } = await found(indexed, { account: name });
    expect(new Set(hashes(items))).toEqual(own);
    expect(calls).toBeGreaterThan(10);
  });

  it('waits at the latest ledger, and before a later one', async () => {
    const { result } = await node.call('getTransactions', { startLedger: 129, filter: { account: NOBODY } });
    const { cursor } = result!;
    const again = await node.call('getTransactions', { pagination: { cursor }, filter: { account: NOBODY } });
    expect(again.result).toMatchObject({ transactions: [], cursor });
    const later = String((200n << 32n) | 1n);
    const ahead = await node.call('getTransactions', { pagination: { cursor: later }, filter: { account: NOBODY } });
    expect(ahead.result).toMatchObject({ transactions: [], cursor: later });
  });

  it.each([
    ['nothing', {}, 'filter must have either an account or a contract'],
    ['both', { account: NOBODY, contract: NOTHING }, 'filter must have either an account or a contract'],
    ['a contract as account', { account: NOTHING }, 'filter invalid: account is not a strkey of one'],
    ['an account as contract', { contract: NOBODY }, 'filter invalid: contract is not a strkey of one'],
  ])('refuses %s', async (_, filter, message) => {
    const { error } = await node.call('getTransactions', { startLedger: 2, filter });
    expect(error).toMatchObject({ code: -32602, message });
  });

  it('is no part of parameters by position, and null is none', async () => {
    const pagination = { limit: 3 };
    const expected = await node.call('getTransactions', { startLedger: 2, pagination });
    expect(await node.call('getTransactions', [2, pagination, ''])).toEqual(expected);
    expect(await node.call('getTransactions', { startLedger: 2, pagination, filter: null })).toEqual(expected);
    expect((await node.call('getTransactions', [2, pagination, '', { account: NOBODY }])).error).toMatchObject({
      data: '[-32602] got 4 parameters, want 3',
    });
  });
});
