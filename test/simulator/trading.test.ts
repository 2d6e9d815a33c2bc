import * as xdr from '@stellar/stellar-sdk/xdr';
import { expect, test } from 'vitest';
import { offerLiabilities } from '../../src/simulator/exchange/exchange.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { readEntry } from '../../src/simulator/encode/read-entry.ts';
import { keyXdr } from '../../src/simulator/encode/key.ts';
import { hexOf } from '../../src/simulator/encode/from-xdr.ts';
import type { Entry } from '../../src/simulator/state/entries.ts';

const options = {
  seed: 'test',
  passphrase: 'Simulator Test Network',
  ledgers: 80,
  transactionsPerLedger: 30,
  mix: 'dex',
} as const;
const ledgers = [...simulate(options)];
const metas = ledgers.map(({ bytes }) => {
  const meta = xdr.LedgerCloseMeta.fromXdr(bytes);
  if (meta.type !== 'v2') throw new Error(`close meta ${meta.type}`);
  return meta.v2;
});

test('trades the same from the same options', () => {
  const again = [...simulate({ ...options, ledgers: 20 })];
  again.forEach(({ bytes }, i) => expect(Buffer.compare(bytes, ledgers[i].bytes)).toBe(0));
});

test('holds every operation of the exchange and its usual failures', () => {
  expect([...new Set(metas.flatMap(resultsOf))]).toEqual(
    expect.arrayContaining([
      'liquidityPoolDepositBadPrice',
      'liquidityPoolDepositSuccess',
      'liquidityPoolWithdrawSuccess',
      'manageBuyOfferSuccess',
      'manageSellOfferCrossSelf',
      'manageSellOfferNotFound',
      'manageSellOfferSellNoTrust',
      'manageSellOfferSuccess',
      'manageSellOfferUnderfunded',
      'pathPaymentStrictReceiveOverSendmax',
      'pathPaymentStrictReceiveSuccess',
      'pathPaymentStrictReceiveTooFewOffers',
      'pathPaymentStrictSendSuccess',
      'pathPaymentStrictSendTooFewOffers',
      'pathPaymentStrictSendUnderDestmin',
    ]),
  );
});

test('states what was there, and leaves offers whose liabilities fit', () => {
  const entries = new Map<string, Entry>();
  for (const change of metas.flatMap(changesOf)) replay(change, entries);
  const owed = new Map<string, bigint>();
  const owe = (owner: string, asset: string, amount: bigint) => {
    const key = asset === 'native' ? owner : `${owner}/${asset}`;
    owed.set(key, (owed.get(key) ?? 0n) + amount);
  };
  let offers = 0;
  for (const entry of entries.values()) {
    if (entry.kind !== 'offer') continue;
    offers++;
    const { selling, buying } = offerLiabilities(entry.price, entry.amount);
    owe(entry.seller, entry.selling, selling);
    owe(entry.seller, entry.buying, buying);
  }
  expect(offers).toBeGreaterThan(50);
  for (const entry of entries.values()) {
    if (entry.kind !== 'account' && entry.kind !== 'trust_line') continue;
    expect(entry.liabilities.buying + entry.liabilities.selling).toBe(owed.get(entry.key) ?? 0n);
  }
});

function replay(change: xdr.LedgerEntryChange, entries: Map<string, Entry>): void {
  if (change.type === 'ledgerEntryRemoved') {
    expect(entries.delete(change.removed.toXdr('hex'))).toBe(true);
    return;
  }
  if (change.type === 'ledgerEntryState') {
    const entry = readEntry(change.state);
    const known = entries.get(hexOf(keyXdr(entry)));
    // the root account exists before the first ledger
    if (known || entries.size > 0) expect(entry).toEqual(known);
    return;
  }
  if (change.type === 'ledgerEntryRestored') throw new Error('nothing is restored');
  const entry = readEntry(change.type === 'ledgerEntryCreated' ? change.created : change.updated);
  entries.set(hexOf(keyXdr(entry)), entry);
}

// fees of all transactions first, then each transaction in application order
function changesOf({ txProcessing }: xdr.LedgerCloseMetaV2): xdr.LedgerEntryChange[] {
  const fees = txProcessing.flatMap(({ feeProcessing }) => feeProcessing);
  const applied = txProcessing.flatMap(({ txApplyProcessing }) => {
    if (txApplyProcessing.type !== 'v4') throw new Error(`transaction meta ${txApplyProcessing.type}`);
    const { txChangesBefore, operations } = txApplyProcessing.v4;
    return [...txChangesBefore, ...operations.flatMap(({ changes }) => changes)];
  });
  return [...fees, ...applied];
}

function resultsOf({ txProcessing }: xdr.LedgerCloseMetaV2): string[] {
  return txProcessing.flatMap(({ result }) => {
    const outer = result.result.result;
    const { value } = 'innerResultPair' in outer ? outer.innerResultPair.result.result : outer;
    if (!Array.isArray(value)) return [];
    return value.flatMap((operation) => ('tr' in operation ? operation.tr.value.type : []));
  });
}
