import { Asset, Operation, type xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractTrades, historyTrades } from '../../src/tables/trades.ts';
import { LedgerEntryChangeType, LedgerEntryType } from '../../src/xdr/generated/enums.ts';
import { divergence } from '../divergences.ts';
import { operationFault } from './fault.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { account, envelopeOf, key, source } from '../make/transaction.ts';

const issuer = account(9);
const usd = new Asset('USD', issuer);
const native = words(0);
const usdXdr = Buffer.concat([words(1), Buffer.from('USD\0'), words(0), key(9)]);
const { ledgerEntryState: STATE, ledgerEntryUpdated: UPDATED } = LedgerEntryChangeType;
const SELL = 3;
const STRICT_RECEIVE = 2;
const STRICT_SEND = 13;

const sell = Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: '1', price: '1' });
const send = Operation.pathPaymentStrictSend({
  sendAsset: Asset.native(),
  sendAmount: '1',
  destination: source,
  destAsset: usd,
  destMin: '1',
  path: [],
});

const receive = Operation.pathPaymentStrictReceive({
  sendAsset: Asset.native(),
  sendMax: '1',
  destination: source,
  destAsset: usd,
  destAmount: '1',
  path: [],
});

const offerEntry = Buffer.concat([
  words(0, 7, LedgerEntryType.offer, 0),
  ...[key(2), words(0, 12), usdXdr, native, words(0, 800, 5, 3, 0, 0, 0)],
]);
const poolEntry = Buffer.concat([
  words(7, LedgerEntryType.liquidityPool),
  ...[key(3), words(0), native, usdXdr, words(30, 0, 1000, 0, 3000, 0, 1700, 0, 1, 0)],
]);
const offerChange = [words(STATE), offerEntry.subarray(4), words(UPDATED), offerEntry.subarray(4)];
const poolChange = [words(STATE), poolEntry, words(UPDATED), poolEntry];

const noOffer = words(2);
const payment = Buffer.concat([words(0), key(4), usdXdr, words(0, 700)]);
const nothing = Buffer.concat([words(1, 0), key(2), words(0, 12), usdXdr, words(0, 0), native, words(0, 0)]);
const ofOffer = Buffer.concat([words(0), key(2), words(0, 12), usdXdr, words(0, 300), native, words(0, 500)]);
const ofPool = Buffer.concat([words(2), key(3), usdXdr, words(0, 29), native, words(0, 10)]);
const ofOtherAssets = Buffer.concat([words(2), key(3), usdXdr, words(0, 29), usdXdr, words(0, 10)]);

/** The trades of a transaction of one operation, whose success and entry changes are given. */
function tradesOf(operation: xdr.Operation, type: number, success: Buffer[], changes: Buffer[]) {
  const result = Buffer.concat([words(0, 0, 0, 1, 0, type, 0), ...success, words(0)]);
  const meta = Buffer.concat([words(2, 0, 1, changes.length / 2), ...changes, words(0)]);
  const table = createBuilder(historyTrades);
  const ledger = ledgerOf({ envelope: envelopeOf([operation]), result, meta });
  extractTrades(new Context(ledger, new Decoder(networkId(passphrases.testnet))), table.columns);
  return table
    .batch()
    .toArray()
    .map((row) => row.toJSON());
}

describe('trades', () => {
  it('name maker, taker and the price of the offer, and leave out claims of nothing', () => {
    const trades = tradesOf(sell, SELL, [words(2), nothing, ofOffer, noOffer], offerChange);
    expect(trades).toMatchObject([
      {
        history_operation_id: 4097n,
        order: 1,
        selling_account_address: account(2),
        selling_asset_code: 'USD',
        selling_asset_issuer: issuer,
        selling_amount_stroops: 300n,
        buying_account_address: source,
        buying_asset_type: 'native',
        buying_amount_stroops: 500n,
        price_n: 5n,
        price_d: 3n,
        selling_offer_id: 12n,
        buying_offer_id: 2n ** 62n + 4097n,
        selling_liquidity_pool_id: null,
        trade_type: 1,
        rounding_slippage: null,
        seller_is_exact: null,
      },
    ]);
  });

  it('of a pool name its id, its fee and what rounding took from its reserves before', () => {
    const [trade] = tradesOf(send, STRICT_SEND, [words(1), ofPool, payment], poolChange);
    expect(trade).toMatchObject({
      selling_account_address: '',
      selling_offer_id: null,
      selling_liquidity_pool_id: '03'.repeat(32),
      liquidity_pool_fee: 30,
      price_n: 10n,
      price_d: 29n,
      trade_type: 2,
      // 10 lumens into 1000, of 3000: 29.6 become 29.
      rounding_slippage: 2n,
      seller_is_exact: false,
    });
  });

  it(`of strict receive tell by how much the pool rounded up: ${divergence('rounding-slippage').rule}`, () => {
    // 1000 * 3 / ((3000 - 3) * 0.997) = 1.004 stroops become 2: 0.996 of 1.004 are 99%.
    const dust = Buffer.concat([words(2), key(3), usdXdr, words(0, 3), native, words(0, 2)]);
    const [trade] = tradesOf(receive, STRICT_RECEIVE, [words(1), dust, payment], poolChange);
    expect(trade).toMatchObject({
      trade_type: 2,
      price_n: 2n,
      price_d: 3n,
      rounding_slippage: 99n,
      seller_is_exact: true,
    });
  });

  it(`through one pool twice take what the trade before left: ${divergence('rounding-slippage-of-send').rule}`, () => {
    const toUsd = (bought: number, sold: number) =>
      Buffer.concat([words(2), key(3), usdXdr, words(0, sold), native, words(0, bought)]);
    const slippages = (trades: Record<string, unknown>[]) => trades.map((trade) => trade['rounding_slippage']);
    // Sent, 10 lumens into 1000 of 3000: 29.6 become 29. Then 10 into 1010 of 2971: 29.04 become 29.
    const sent = [words(2), toUsd(10, 29), toUsd(10, 29), payment];
    expect(slippages(tradesOf(send, STRICT_SEND, sent, poolChange))).toEqual([2n, 0n]);
    // Received, the last claim comes first: it asks 10.13 for 30 of 3000, and the first 10.35 for 30 of 2970; both become 11.
    const received = [words(2), toUsd(11, 30), toUsd(11, 30), payment];
    expect(slippages(tradesOf(receive, STRICT_RECEIVE, received, poolChange))).toEqual([6n, 8n]);
  });

  it('are refused when the changes do not tell of the maker or the maker cannot have traded', () => {
    const errors = [
      [
        () => tradesOf(sell, SELL, [words(1), ofOffer, noOffer], poolChange),
        'no change of the offer 12 that claim 0 names',
      ],
      [
        () => tradesOf(send, STRICT_SEND, [words(1), ofPool, payment], offerChange),
        'no change of the liquidity pool that claim 0 names',
      ],
      [
        () => tradesOf(sell, SELL, [words(1), ofPool, noOffer], poolChange),
        'a liquidity pool traded with an operation on offers',
      ],
      [
        () => tradesOf(send, STRICT_SEND, [words(1), ofOtherAssets, payment], poolChange),
        'claim 0 trades what the liquidity pool does not hold',
      ],
    ] as const;
    for (const [run, text] of errors) expect(run).toThrow(operationFault(text));
  });
});
