import * as xdr from '@stellar/stellar-sdk/xdr';
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  adjustedAmount,
  exchangeOffers,
  type Rounding,
  type TradeLimits,
} from '../../src/simulator/exchange/exchange.ts';
import { maxInt64 } from '../../src/simulator/exchange/int64.ts';
import { askedByPool, paidByPool } from '../../src/simulator/exchange/pool.ts';
import { corpusFiles, hasCorpus } from '../corpus.ts';

/** The trades of a successful operation, with entries as it found and left them. */
interface Traded {
  rounding: Rounding;
  atoms: xdr.ClaimAtom[];
  before: Map<string, xdr.LedgerEntryData>;
  after: Map<string, xdr.LedgerEntryData>;
}

const unbound = {
  maxWheatSend: maxInt64,
  maxWheatReceive: maxInt64,
  maxSheepSend: maxInt64,
  maxSheepReceive: maxInt64,
};

describe.skipIf(!hasCorpus)('the exchange on pubnet ledgers of protocol 26', () => {
  const operations = corpusFiles('pubnet-p26/store', '.zst').flatMap(tradedIn);

  it('trades with each offer as pubnet did, and leaves as much of it', () => {
    let compared = 0;
    for (const { rounding, atoms, before, after } of operations) {
      for (const atom of atoms) {
        if (atom.type !== 'claimAtomTypeOrderBook') continue;
        const { amountSold, amountBought } = atom.orderBook;
        const { price, amount } = offerIn(before, atom.orderBook)!;
        const whole = exchangeOffers(price, { ...unbound, maxWheatSend: amount }, 'normal');
        const left = offerIn(after, atom.orderBook)?.amount ?? 0n;
        compared++;
        if (left === 0n && whole.wheatReceived === amountSold && whole.sheepSent === amountBought) continue;
        const taker = takerLimits(price, rounding, amountSold, amountBought);
        const trade = exchangeOffers(price, { ...unbound, maxWheatSend: amount, ...taker }, rounding);
        expect(trade).toEqual({ wheatReceived: amountSold, sheepSent: amountBought, wheatStays: true });
        expect(left).toBe(adjustedAmount(price, amount - amountSold, maxInt64));
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('trades with each pool as pubnet did', () => {
    let compared = 0;
    for (const { rounding, atoms, before } of operations) {
      const seen = new Set<string>();
      for (const atom of atoms) {
        if (atom.type !== 'claimAtomTypeLiquidityPool') continue;
        const { liquidityPoolId, assetSold, amountSold, amountBought } = atom.liquidityPool;
        const id = liquidityPoolId.toXdr('hex');
        if (seen.has(id)) continue;
        seen.add(id);
        const { params, reserveA, reserveB } = poolIn(before, id);
        const sellsA = params.assetA.toXdr('hex') === assetSold.toXdr('hex');
        const reserves = sellsA ? { given: reserveB, taken: reserveA } : { given: reserveA, taken: reserveB };
        if (rounding === 'strict_send') expect(paidByPool(reserves, amountBought, BigInt(params.fee))).toBe(amountSold);
        else expect(askedByPool(reserves, amountSold, BigInt(params.fee))).toBe(amountBought);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});

// What bound who crossed an offer that stays: the amount from which the other one follows.
function takerLimits({ n, d }: xdr.Price, rounding: Rounding, wheat: bigint, sheep: bigint): Partial<TradeLimits> {
  const bySheep = rounding === 'strict_send' || (rounding === 'normal' && n <= d);
  return bySheep ? { maxSheepSend: sheep } : { maxWheatReceive: wheat };
}

function offerIn(entries: Map<string, xdr.LedgerEntryData>, atom: xdr.ClaimOfferAtom): xdr.OfferEntry | undefined {
  const data = entries.get(String(atom.offerId));
  return data?.type === 'offer' ? data.offer : undefined;
}

function poolIn(entries: Map<string, xdr.LedgerEntryData>, id: string) {
  const data = entries.get(id);
  if (data?.type !== 'liquidityPool') throw new Error(`no pool ${id}`);
  return data.liquidityPool.body.constantProduct;
}

function tradedIn(path: string): Traded[] {
  const batch = xdr.LedgerCloseMetaBatch.fromXdr(zstdDecompressSync(readFileSync(path)));
  return batch.ledgerCloseMetas.flatMap((meta) => (meta.type === 'v2' ? meta.v2.txProcessing.flatMap(tradedBy) : []));
}

function tradedBy({ result, txApplyProcessing: meta }: xdr.TransactionResultMetaV1): Traded[] {
  return resultsOf(result.result.result).flatMap((operation, index) => {
    const traded = operation.type === 'opInner' ? tradesOf(operation.tr) : undefined;
    return traded && meta.type === 'v4' ? [{ ...traded, ...entriesOf(meta.v4.operations[index].changes) }] : [];
  });
}

function resultsOf(result: xdr.TransactionResultResult): xdr.OperationResult[] {
  if (result.type === 'txSuccess') return result.results;
  if (result.type !== 'txFeeBumpInnerSuccess') return [];
  const inner = result.innerResultPair.result.result;
  return inner.type === 'txSuccess' ? inner.results : [];
}

function tradesOf(tr: xdr.OperationResultTr): Pick<Traded, 'rounding' | 'atoms'> | undefined {
  if (tr.type === 'manageSellOffer' && tr.manageSellOfferResult.type === 'manageSellOfferSuccess') {
    return { rounding: 'normal', atoms: tr.manageSellOfferResult.success.offersClaimed };
  }
  if (tr.type === 'manageBuyOffer' && tr.manageBuyOfferResult.type === 'manageBuyOfferSuccess') {
    return { rounding: 'normal', atoms: tr.manageBuyOfferResult.success.offersClaimed };
  }
  if (tr.type === 'pathPaymentStrictSend' && tr.pathPaymentStrictSendResult.type === 'pathPaymentStrictSendSuccess') {
    return { rounding: 'strict_send', atoms: tr.pathPaymentStrictSendResult.success.offers };
  }
  if (tr.type !== 'pathPaymentStrictReceive') return undefined;
  const result = tr.pathPaymentStrictReceiveResult;
  if (result.type !== 'pathPaymentStrictReceiveSuccess') return undefined;
  return { rounding: 'strict_receive', atoms: result.success.offers };
}

function entriesOf(changes: xdr.LedgerEntryChange[]) {
  const before = new Map<string, xdr.LedgerEntryData>();
  const after = new Map<string, xdr.LedgerEntryData>();
  for (const change of changes) {
    if (change.type === 'ledgerEntryState') put(before, change.state.data);
    if (change.type === 'ledgerEntryUpdated') put(after, change.updated.data);
  }
  return { before, after };
}

function put(entries: Map<string, xdr.LedgerEntryData>, data: xdr.LedgerEntryData): void {
  if (data.type === 'offer') entries.set(String(data.offer.offerId), data);
  if (data.type === 'liquidityPool') entries.set(data.liquidityPool.liquidityPoolId.toXdr('hex'), data);
}
